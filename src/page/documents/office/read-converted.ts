import { descendants, parseHtml } from '../../html/html.ts'
import { type DocumentReading, treeReading } from '../read-document.ts'
import type { ConvertedFile } from './convert.ts'

/** An office file, as the process that reads them made it: HTML that is trusted as little as any. */
export const readConverted = (
  { html, warning, ...facts }: ConvertedFile,
  baseUrl: string,
): DocumentReading => {
  const { root, truncated } = parseHtml(html)
  const body = descendants(root).find(({ name }) => name === 'body') ?? root
  const cut = truncated ? 'The file is very large: its end was left out.' : undefined
  return treeReading(body, baseUrl, { ...facts, warning: warning ?? cut })
}
