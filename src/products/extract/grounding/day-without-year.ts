import type { Field } from '../schema/fields.ts'
import type { Mention } from './mentions.ts'
import type { Grounded, PageIndex } from './page-index.ts'
import { admissible, fewOf, type Where } from './places.ts'

/**
 * "Mar 18", or "Mar" above "18", on a page that says 2026 elsewhere: whoever reads it as a day of
 * that year concludes more than the page says, and that is told.
 */
export const judgeDay = (
  { mentions }: PageIndex,
  field: Field,
  text: string,
  where: Where,
): Grounded | undefined => {
  const { year, month, day } =
    /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)$/.exec(text)?.groups ?? {}
  if (!year || !mentions.numbers.has(Number(year))) return undefined
  const days = fewOf(mentions.numbers.get(Number(day)), where)
  const whole = [...mentions.dates.values()].flat()
  const isWithYear = (one: Mention) =>
    whole.some(({ line, start, end }) => line === one.line && start <= one.start && one.end <= end)
  const all = fewOf(mentions.months.get(Number(month)), where).filter(
    one => !isWithYear(one) && days.some(number => isBeside(one, number)),
  )
  const [named] = admissible(field, all, where)
  return named && { status: 'judged', quote: named.line.text }
}

const isBeside = (month: Mention, day: Mention): boolean =>
  month.line === day.line
    ? Math.max(day.start - month.end, month.start - day.end) <= maxGap
    : Math.abs((month.line.node ?? 0) - (day.line.node ?? 0)) === 1 &&
      day.line.text.trim() === day.quote

/** A space, or a full stop and a space. */
const maxGap = 2
