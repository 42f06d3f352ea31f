import { parseHtml } from '../../../../src/page/html/html.ts'
import { fillSchema } from '../../../../src/products/extract/embedded/fill.ts'
import { compileSchema } from '../../../../src/products/extract/schema/compile.ts'
import { readPage } from '../../../../src/products/extract/source/page.ts'

export const text = { type: ['string', 'null'] }
export const address = { type: 'string', format: 'uri' }
export const listOf = (properties: object) => ({
  type: 'array',
  items: { type: 'object', properties },
})

/** What a page says of these properties. */
export const extract = (body: string, properties: object) => {
  const html = `<html lang="en"><title>Lumen House</title><body>${body}</body></html>`
  const page = readPage(parseHtml(html), { url: 'https://shop.example/p/' })
  return fillSchema(page, compileSchema({ type: 'object', properties })).data as Record<
    string,
    unknown
  >
}
