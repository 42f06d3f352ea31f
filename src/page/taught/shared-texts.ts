import { absentAnswer, type FieldAnswer } from './answer.ts'
import type { Atom } from './atoms.ts'
import { readingAs } from './conversions.ts'
import type { PageIndex } from './index-page.ts'
import type { FieldKind, TaughtField } from './reader.ts'
import { vote } from './votes.ts'

type Fields = Readonly<Record<string, TaughtField>>

/** Of each field, the others that the same text answers on an example. */
export const learnShares = (
  fields: Fields,
  kinds: ReadonlyMap<string, FieldKind>,
  examples: readonly PageIndex[],
): void => {
  for (const field of Object.values(fields)) field.shares = []
  for (const page of examples) {
    const found = Object.entries(fields).flatMap(([pointer, { rules, convert }]) => {
      const kind = kinds.get(pointer)
      const said = kind && vote(page, readingAs(kind, convert), rules)[0]?.said
      return said && said.key !== '' ? [{ pointer, ...said }] : []
    })
    for (const all of togetherIn(found))
      for (const one of all) {
        const names = all.map(({ pointer }) => pointer).filter(name => name !== one.pointer)
        const field = fields[one.pointer]
        if (field) field.shares = [...new Set([...(field.shares ?? []), ...names])].sort()
      }
  }
}

/**
 * A text that answers two fields, and on no example did, belongs to one of them: where the other's
 * value is gone, its neighbour was taken for it. Of a weak and a sure answer the weak one goes;
 * otherwise nobody can say which it was.
 */
export const flagShared = (fields: Fields, answers: Map<string, FieldAnswer>): void => {
  const found = [...answers].flatMap(([pointer, answer]) => {
    const { atom, key, flags } = answer
    const field = fields[pointer]
    return atom && field?.shares ? [{ pointer, atom, key, flags, field }] : []
  })
  for (const all of togetherIn(found)) {
    const isSure = all.some(({ flags }) => flags.length === 0)
    const rivals = all.filter(({ pointer, field }) =>
      all.some(other => other.pointer !== pointer && !field.shares?.includes(other.pointer)),
    )
    const left = rivals.filter(({ flags }) => !isSure || !flags.includes('weak'))
    for (const one of rivals)
      if (!left.includes(one)) answers.set(one.pointer, absentAnswer(one.field))
      else if (left.length > 1 && !one.flags.includes('disagree')) one.flags.push('disagree')
  }
}

/** The same words, wherever they stand; the same figure may be chance unless it is one text. */
const togetherIn = <T extends { atom: Atom; key: string }>(found: readonly T[]): T[][] =>
  [...Map.groupBy(found, ({ key }) => key).values()]
    .flatMap(all =>
      /\p{L}{3}/u.test(all[0]?.key ?? '')
        ? [all]
        : [...Map.groupBy(all, ({ atom }) => atom).values()],
    )
    .filter(all => all.length > 1)
