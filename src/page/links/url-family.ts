import { type Print, unseen } from './simhash.ts'

/**
 * Pages that may lead to each other without end: those of one path, whatever their query (`?` at
 * its end); those below one folder of the site. Undefined for what has no such kin.
 */
export const urlFamilyOf = (key: string): string | undefined => {
  const [path = '', query] = (key.split('#', 1)[0] ?? '').split(/\?(.*)/s, 2)
  const [, , host, first, ...more] = path.split('/')
  if (!first) return undefined
  return query !== undefined || more.length === 0 ? `${path}?` : `http://${host}/${first}/`
}

/** The shape of an address whose path is words alone: its folder, how deep it is, and its query. */
export const wordShape = (key: string): string | undefined => {
  const [path = '', names = ''] = key.split(/\?(.*)/s, 2)
  const [, , host, first, ...more] = path.split('/')
  if (!first || more.length === 0) return undefined
  return `http://${host}/${first}/+${more.length}${names && '?'}${names}`
}

/** What is remembered of the pages of one kin. */
export type UrlFamily = {
  /** Pages in a row that said nothing new and led only to their like. */
  idle: number
  /** Lines of their own that they had, the latest. */
  seen: number[]
  /** The shapes whose latest page was such a one. */
  shapes: string[]
}

export const emptyFamily: UrlFamily = { idle: 0, seen: [], shapes: [] }

type KinPage = {
  print: Print
  shape: string | undefined
  /** How many keys nobody knew of it led to, of its like and of others. */
  newInside: number
  newOutside: number
  /** How many pages above it, each found on the next, said nothing new either. */
  idleAbove: number
  /** How many there must be, so that it counts. */
  minAbove: number
}

/** Another page of them, and how many in a row, each found on the last, said nothing new. */
export const meet = (kin: UrlFamily, page: KinPage): { kin: UrlFamily; idleSoFar: number } => {
  const { print, shape, newInside, newOutside } = page
  const fresh = unseen(print.own, kin.seen)
  const isKnown = fresh.length <= 1 || fresh.length < 0.3 * print.own.length
  const isIdle = kin.seen.length > 0 && newOutside === 0 && isKnown
  // A page that leads nowhere feeds no trap, and ends none. Nor does a list of what is worth reading.
  const counts = newInside > 0 && page.idleAbove >= page.minAbove
  const others = kin.shapes.filter(one => one !== shape)
  return {
    idleSoFar: isIdle ? page.idleAbove + 1 : 0,
    kin: {
      idle: isIdle ? kin.idle + (counts ? 1 : 0) : 0,
      seen: kin.seen.concat(fresh).slice(-maxSeen),
      shapes: isIdle && shape ? [...others, shape].slice(-maxShapes) : others,
    },
  }
}

const maxSeen = 500
const maxShapes = 60

/** Then what such pages lead to is not read. */
export const isBarren = ({ idle }: UrlFamily): boolean => idle >= 12

/** A folder's indexes lead to indexes that lead to pages; what goes on like that leads to none. */
export const minAboveIn = (kin: string): number => (kin.endsWith('?') ? 0 : 2)
