import type { HtmlElement } from '../html/html.ts'
import { readBlocks } from './read.ts'
import { writeBlocks } from './write.ts'

/**
 * A page, or a part of one, as GitHub Flavored Markdown. Pure, linear in the size of the tree and
 * without recursion. `baseUrl` is what relative addresses stand on, see `documentBase`.
 */
export const toMarkdown = (root: HtmlElement, { baseUrl }: { baseUrl: string }): string =>
  writeBlocks(readBlocks(root, baseUrl))
