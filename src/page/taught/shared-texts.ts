import type { FieldAnswer } from './answer.ts'
import type { Atom } from './atoms.ts'
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
    const found = Object.entries(fields).flatMap(([pointer, { rules }]) => {
      const kind = kinds.get(pointer)
      const said = kind && vote(page, kind, rules)[0]?.said
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
 * value is gone, its neighbour was taken for it. Which it was, nobody can say.
 */
export const flagShared = (fields: Fields, answers: ReadonlyMap<string, FieldAnswer>): void => {
  const found = [...answers].flatMap(([pointer, answer]) => {
    const { atom, key, flags } = answer
    const shares = fields[pointer]?.shares
    return atom && shares ? [{ pointer, atom, key, flags, shares }] : []
  })
  for (const all of togetherIn(found))
    for (const { pointer, flags, shares } of all) {
      const isNew = all.some(other => other.pointer !== pointer && !shares.includes(other.pointer))
      if (isNew && !flags.includes('disagree')) flags.push('disagree')
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
