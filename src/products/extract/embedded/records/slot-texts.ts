import { bestBy } from '../../../../kit/best-by.ts'
import type { Field } from '../../schema/fields.ts'
import { normalise } from '../../values/normalise.ts'
import type { Intent } from '../../words/intent.ts'
import type { Slot } from './record-slots.ts'

/* What the texts of one place in the records have in common. */

const someTexts = ({ texts }: Slot) => [...texts.values()].slice(0, 40).map(({ text }) => text)

const shareOf = (slot: Slot, test: (text: string) => boolean): number => {
  const texts = someTexts(slot)
  return texts.filter(test).length / Math.max(1, texts.length)
}

export const shareOfQuestions = (slot: Slot) => shareOf(slot, text => /[?？؟]\s*$/.test(text))

/** Titles are words: "1." in each record is its number. */
const isWordy = (slot: Slot) =>
  shareOf(slot, text => /\p{L}{2}/u.test(text) && text.length <= maxTitle) >= most

/** "1.", "2.", and where a thing comes from: "(lumen.example)". */
export const isNoTitle = (slot: Slot) => shareOf(slot, text => noTitle.test(text)) > 0.5
const noTitle = /^\W{0,2}\d{1,4}\W{0,2}$|^\W?[\w-]+(?:\.[\w-]+)+\W?$|^https?:\/\/\S+$/

/** Titles tell their records apart: "Image" in each of them is none. */
export const isOwn = (slot: Slot, share: number): boolean => {
  const some = someTexts(slot)
  return some.length < 3 || new Set(some).size > Math.max(1, some.length * share)
}

const most = 0.6
export const maxTitle = 160

/** Most of its texts are values of the field: of "4.9" and "5" only one is a count. */
export const holds = (slot: Slot, field: Field): boolean => {
  const sample = [...slot.texts.values()].slice(0, 8)
  const values = sample.filter(one => normalise(field, one.text))
  return values.length > 0 && (field.kind !== 'integer' || values.length >= sample.length / 2)
}

/** What nothing says the name of: the place that looks most like it. */
export const plainOf: Partial<Record<Intent, (slots: Slot[], count: number) => Slot | undefined>> =
  {
    // A title is the first place with words of its own in most records.
    title: (slots, count) => {
      const wordy = slots.filter(slot => {
        const { money, date, phone } = slot.shape
        const isTyped = Math.max(money, date, phone) > 0.5
        return isCommon(slot, count) && isWordy(slot) && !isNoTitle(slot) && !isTyped
      })
      return bestBy(wordy, slot => slot.prominence)
    },
    // A description has the longest texts, which are sentences; beside a title and nothing else it may be short.
    prose: (slots, count) => {
      const least = slots.length > 1 ? leastProse : leastBeside
      const long = slots.filter(slot => isCommon(slot, count) && meanLength(slot) >= least)
      return bestBy(long, meanLength)
    },
  }

const isCommon = (slot: Slot, count: number) => isOwn(slot, most) && slot.texts.size >= count / 2

const meanLength = (slot: Slot): number => {
  const texts = someTexts(slot)
  return texts.reduce((sum, text) => sum + text.length, 0) / Math.max(1, texts.length)
}

const leastProse = 60
const leastBeside = 20
