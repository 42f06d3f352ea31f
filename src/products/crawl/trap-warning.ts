import type { FollowedPage } from './follow.ts'

/** As many are named; all are in the list of what was skipped. */
const maxNamed = 3
const opening = 'Pages like '
const ending = ' led to nothing new: the others of that kind were skipped as `trap`.'
const others = 'So were more kinds of pages.'
const maxLength = 120

/** Names an address of each shape that was closed. */
export const nameTraps = (warning: string | null, ends: readonly FollowedPage[]): string | null =>
  ends.reduce((before, { key }) => {
    const named = (before ?? '').split(opening).length - 1
    if (named === maxNamed) return before?.includes(others) ? before : `${before} ${others}`
    const { pathname, search } = new URL(key)
    const address = `${pathname}${search}`.slice(0, maxLength)
    return [before, `${opening}${address}${ending}`].filter(Boolean).join(' ')
  }, warning)

/** What is left of a warning says that pages may be missing that the crawl would have read. */
export const withoutTraps = (warning = ''): string =>
  warning
    .replace(others, '')
    .split(opening)
    .map((part, at) => (at === 0 ? part : part.slice(part.indexOf(ending) + ending.length)))
    .join('')
    .trim()
