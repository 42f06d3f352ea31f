import type { FollowedPage } from './follow.ts'

/** As many are named; all are in the list of what was skipped. */
const maxNamed = 3

/** Names an address of each shape that was closed. */
export const nameTraps = (warning: string | null, ends: readonly FollowedPage[]): string | null =>
  ends.reduce((before, { key }) => {
    const named = before?.match(/Pages like /g)?.length ?? 0
    if (named === maxNamed) return before?.includes(others) ? before : `${before} ${others}`
    const { pathname, search } = new URL(key)
    const address = `${pathname}${search}`.slice(0, maxLength)
    return [before, `Pages like ${address} ${theRest}`].filter(Boolean).join(' ')
  }, warning)

/** What is left of a warning says that pages may be missing that the crawl would have read. */
export const withoutTraps = (warning = ''): string =>
  warning
    .replace(/Pages like \S+ led to nothing new: [^.]*\./g, '')
    .replace(others, '')
    .trim()

const theRest = 'led to nothing new: the others of that kind were skipped as `trap`.'
const others = 'So were more kinds of pages.'
const maxLength = 120
