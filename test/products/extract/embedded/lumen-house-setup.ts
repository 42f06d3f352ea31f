import { parsePage } from '../../../../src/page/html/parse-page.ts'
import { answerWithoutModel } from '../../../../src/products/extract/embedded/answer.ts'
import { openPage } from '../../../../src/products/extract/source/open-page.ts'

export const text = { type: 'string' }
export const integer = { type: 'integer' }
export const object = (properties: Record<string, object>) => ({ type: 'object', properties })

type Given = { head?: string; body: string; url?: string }

/** What the embedded extractor answers of a page of a shop for lamps. */
export const ask = (properties: Record<string, object>, { head, body, url }: Given) => {
  const html = `<html lang="en"><head>${head ?? '<title>Lamps | Lumen House</title>'}</head><body>${body}</body></html>`
  const page = openPage(parsePage(html), {
    url: url ?? 'https://www.lumenhouse.example/lamps',
    onlyMainContent: false,
  })
  return answerWithoutModel(page, { schema: object(properties), prompt: undefined }).data as Record<
    string,
    unknown
  >
}

export const main = (body: string) =>
  `<main><h1>Lamps</h1><p>Light for every room.</p>${body}</main>`
