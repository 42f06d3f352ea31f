import { isPersonName, withoutBy } from '../../../../page/metadata/names.ts'
import { stemsOf } from '../../../../page/words/stems.ts'
import { wordsOf } from '../../../../page/words/words.ts'
import type { Field } from '../../schema/fields.ts'
import type { Choice } from './align.ts'
import type { Slot } from './record-slots.ts'

/** Cards of people: whichever is prominent, the name is what reads as one; "CTO, Lumen House" is two things. */
export const sortPeople = (fields: Field[], slots: Slot[], chosen: Map<Field, Choice>) => {
  const role = fields.find(field => says(field, roleWords))
  if (!role) return
  const name = fields.find(field => field !== role && says(field, nameWords))
  const [asName, asRole] = [name && chosen.get(name), chosen.get(role)]
  if (name && asRole && areNames(asRole.slot) && !(asName && areNames(asName.slot))) {
    chosen.set(name, asRole)
    if (asName) chosen.set(role, asName)
    else chosen.delete(role)
  }
  const company = fields.find(field => field !== role && says(field, companyWords))
  if (company) splitRole(role, company, slots, chosen)
}

const splitRole = (role: Field, company: Field, slots: Slot[], chosen: Map<Field, Choice>) => {
  const taken = new Set([...chosen.values()].map(({ slot }) => slot))
  const [asRole, asCompany] = [chosen.get(role), chosen.get(company)]
  if (asRole && asCompany) return
  const slot = [asRole?.slot, asCompany?.slot, ...slots.filter(one => !taken.has(one))].find(
    one => one && hasBoth(one),
  )
  if (!slot) return
  const score = asRole?.score ?? asCompany?.score ?? leastScore
  chosen.set(role, { slot, score, part: text => text.slice(0, jointIn(text)?.at) })
  chosen.set(company, { slot, score, part: text => text.slice(jointIn(text)?.end) })
}

const leastScore = 0.55

const hasBoth = (slot: Slot): boolean => {
  const texts = someTexts(slot)
  const both = texts.filter(text => text.length < maxRole && jointIn(text))
  return texts.length > 1 && both.length >= texts.length * 0.7
}

/** Where a role ends and the name of a firm begins. */
const jointIn = (text: string): { at: number; end: number } | undefined => {
  for (const joint of [' at ', ' @ ', ', ']) {
    const at = text.lastIndexOf(joint)
    if (at > 0 && /^[\p{L}\p{N}]/u.test(text.slice(at + joint.length)))
      return { at, end: at + joint.length }
  }
  return undefined
}

const maxRole = 90

export const areNames = (slot: Slot): boolean => {
  const texts = someTexts(slot)
  const names = texts.filter(text => isPersonName(withoutBy(text)))
  return names.length >= texts.length * 0.6
}

const someTexts = ({ texts }: Slot) => [...texts.values()].slice(0, 40).map(({ text }) => text)

const says = ({ name }: Field, words: ReadonlySet<string>): boolean =>
  wordsOf(name).some(({ stem }) => words.has(stem))

const roleWords = stemsOf('role job position occupation jobtitle')
const nameWords = stemsOf('name person author speaker member')
const companyWords = stemsOf('company organization organisation employer firm affiliation')
