import type { Print } from './simhash.ts'

/**
 * Pages that may lead to each other without end: those of one path, whatever their query; those
 * below one folder of the site. Undefined for what has no such kin.
 */
export const kinOf = (key: string): string | undefined => {
  const [path = '', query] = (key.split('#', 1)[0] ?? '').split(/\?(.*)/s, 2)
  const [, , host, first, ...more] = path.split('/')
  if (!first) return undefined
  return query !== undefined || more.length === 0 ? `${path}?` : `http://${host}/${first}/`
}

/** The shape of an address of words alone: the folder it is in, and how deep. */
export const wordShape = (key: string): string | undefined => {
  const [, , host, first, ...more] = key.split('/')
  return first && more.length > 0 ? `http://${host}/${first}/+${more.length}` : undefined
}

/** What is remembered of the pages of one kin. */
export type Kin = {
  /** Pages in a row that said nothing new and led only to their kin. */
  idle: number
  /** Lines of their own that they had, the latest. */
  seen: number[]
  /** The shapes whose latest page was such a one. */
  shapes: string[]
}

export const emptyKin: Kin = { idle: 0, seen: [], shapes: [] }

type KinPage = {
  print: Print
  shape: string | undefined
  /** How many keys nobody knew of it led to, of its kin and of others. */
  newInside: number
  newOutside: number
}

/** Another page of them, and whether it said or led to anything. */
export const meet = (
  kin: Kin,
  { print, shape, newInside, newOutside }: KinPage,
): { kin: Kin; isIdle: boolean } => {
  const seen = new Set(kin.seen)
  const fresh = print.own.filter(line => !seen.has(line))
  const isKnown = fresh.length <= 1 || fresh.length < 0.3 * print.own.length
  const isIdle = kin.seen.length > 0 && newOutside === 0 && isKnown
  const others = kin.shapes.filter(one => one !== shape)
  return {
    isIdle,
    kin: {
      // A page that leads nowhere feeds no trap, and ends none.
      idle: isIdle ? kin.idle + (newInside > 0 ? 1 : 0) : 0,
      seen: kin.seen.concat(fresh).slice(-maxSeen),
      shapes: isIdle && shape ? [...others, shape].slice(-maxShapes) : others,
    },
  }
}

const maxSeen = 500
const maxShapes = 60

/** Then what such pages lead to is not read. */
export const isBarren = ({ idle }: Kin): boolean => idle >= 20
