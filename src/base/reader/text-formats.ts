import { contentText } from '../../page/content/text.ts'
import type { HtmlElement } from '../../page/html/html.ts'
import { chunkMarkdown } from '../../page/markdown/chunks.ts'
import type { PageAnswer } from './answer.ts'
import type { PageTask } from './page-task.ts'

/** What is made of the content's words, for pages and files alike. */
export const textFormats = (
  { formats, chunkTokens }: PageTask,
  content: HtmlElement,
  markdown: string | undefined,
): Pick<PageAnswer, 'markdown' | 'text' | 'chunks'> => ({
  ...(markdown !== undefined && formats.includes('markdown') && { markdown }),
  ...(formats.includes('text') && { text: contentText(content) }),
  ...(markdown !== undefined &&
    chunkTokens !== undefined && { chunks: chunkMarkdown(markdown, chunkTokens) }),
})

export const needsMarkdown = ({ formats, chunkTokens }: PageTask): boolean =>
  formats.includes('markdown') || chunkTokens !== undefined
