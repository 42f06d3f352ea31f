import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { FastifyReply } from 'fastify'
import { compressAnswers } from '../../base/http/compress.ts'
import type { HttpServer } from '../../base/http/server.ts'
import { AppError } from '../../kit/errors.ts'
import { memoize } from '../../kit/memoize.ts'
import { llmsFullTxt, llmsTxt, markdownName } from './for-models.ts'
import { docPage, hitsPage, referencePage } from './page.ts'
import { type Doc, picturePath, readDocs } from './read-docs.ts'
import type { Reach, renderDoc } from './render.ts'
import { searchDocs } from './search.ts'
import { typefaceRoutes } from './typeface.ts'

const hidden = { schema: { hide: true } }
const types: Record<string, string> = {
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.gif': 'image/gif',
}

/** The documents of the repository as a site: read when somebody first looks, from memory then. */
export const docsRoutes = (server: HttpServer, deps: { reach: Reach }): void => {
  let opened: ReturnType<typeof openDocs> | undefined
  const docs = async () => {
    const { renderDoc } = await import('./render.ts')
    opened ??= openDocs(deps.reach, renderDoc)
    return opened
  }
  typefaceRoutes(server)
  void server.register(async routes => {
    compressAnswers(routes)
    // A final slash makes no other route; without one, what the front page links to is elsewhere.
    routes.get('/docs', hidden, async (request, reply) =>
      /^\/docs\/(?:\?|$)/.test(request.url)
        ? sendPage(reply, (await docs()).show(''))
        : reply.redirect('/docs/'),
    )
    routes.get<{ Querystring: { q?: string } }>('/docs/search', hidden, async (request, reply) =>
      sendPage(reply, (await docs()).find(String(request.query.q ?? ''))),
    )
    routes.get<{ Params: { '*': string } }>('/docs/*', hidden, async (request, reply) => {
      const name = request.params['*']
      const markdown = name.endsWith('.md') ? (await docs()).markdown(name) : undefined
      if (markdown !== undefined) return sendText(reply, 'text/markdown', markdown)
      const shown = (await docs()).show(name)
      if (shown === undefined)
        throw new AppError('not_found', `There is no document "${name}". All of them: /docs/`)
      return sendPage(reply, shown)
    })
    routes.get<{ Params: { file: string } }>(
      '/docs/images/:file',
      hidden,
      async (request, reply) => {
        const { file } = request.params
        const [path, type] = [picturePath(file), types[extname(file)]]
        if (!path || !type) throw new AppError('not_found', `There is no picture "${file}".`)
        return reply.type(type).header('cache-control', 'max-age=3600').send(readFileSync(path))
      },
    )
    routes.get('/docs/reference', hidden, async (_, reply) =>
      sendPage(reply, referencePage(), referencePolicy(deps.reach)),
    )
    for (const [file, type] of [
      ['frame.css', 'text/css'],
      ['docs.css', 'text/css'],
      ['docs.js', 'text/javascript'],
      ['theme.js', 'text/javascript'],
      ['reference.js', 'text/javascript'],
    ] as const)
      routes.get(`/docs/${file}`, hidden, async (_, reply) =>
        sendText(reply, type, readFileSync(join(import.meta.dirname, 'site', file), 'utf8')),
      )
    routes.get('/llms.txt', hidden, async (_, reply) =>
      sendText(reply, 'text/plain', llmsTxt((await docs()).sections, deps.reach.publicUrl)),
    )
    routes.get('/llms-full.txt', hidden, async (_, reply) =>
      sendText(reply, 'text/plain', llmsFullTxt((await docs()).sections)),
    )
  })
}

const openDocs = (reach: Reach, render: typeof renderDoc) => {
  const sections = readDocs()
  const books = sections.flatMap(section => section.books)
  const read = memoize((book: Doc) => render(book, books, reach))
  return {
    sections,
    show(name: string): string | undefined {
      const at = books.find(book => book.name === name.replace(/\/$/, ''))
      if (!at) return undefined
      const { html, sections: headings } = read(at)
      return docPage({ sections, at, title: at.title }, html, headings)
    },
    find(query: string): string {
      const passages = books.flatMap(book =>
        read(book).sections.map(section => ({ book, section })),
      )
      return hitsPage({ sections, title: 'Search', query }, searchDocs(passages, query))
    },
    markdown: (name: string): string | undefined =>
      books.find(book => markdownName(book) === name)?.markdown,
  }
}

/** Nothing from elsewhere, and no script but ours. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** Scalar writes styles into the page, and its own calls go to both APIs. */
const referencePolicy = ({ publicUrl, imagePublicUrl }: Reach): string =>
  policy
    .replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
    .replace("connect-src 'self'", `connect-src 'self' ${publicUrl} ${imagePublicUrl}`)

const sendPage = (reply: FastifyReply, html: string | undefined, rules = policy) =>
  sendText(reply.header('content-security-policy', rules), 'text/html', html ?? '')

const sendText = (reply: FastifyReply, type: string, text: string) =>
  reply
    .type(`${type}; charset=utf-8`)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-cache')
    .send(text)
