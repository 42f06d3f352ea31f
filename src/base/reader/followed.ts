import type { PageLinks } from '../../page/links/follow.ts'
import type { Print } from '../../page/links/simhash.ts'
import type { PageAnswer } from './answer.ts'

/** What whoever goes from page to page wants to know of one, from the same parse as its answer. */
export type PageFollow = PageLinks & {
  /** Of the words of its content. */
  contentHash: string
  /** The same with its pictures and with where its links lead: pages that are equal in it are copies. */
  copyHash: string
  print: Print
  /** Why the page is no answer, where it only leads to others. */
  empty?: string
}

/** What is not of `PageAnswer` is for those who asked, and never shown. */
export type FollowedAnswer = PageAnswer & {
  follow?: PageFollow
  /** The page as HTML: see the format of that name. */
  source?: string
}
