import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import Fastify, { type RouteOptions } from 'fastify'
import { compressAnswers } from './compress.ts'
import { type Document, finishDocument } from './openapi-document.ts'
import type { HttpServer } from './server.ts'

/** Before the routes: `/openapi.json` is made from their schemas; the docs' door shows both descriptions. */
export const describeApi = async (
  server: HttpServer,
  about: {
    version: string
    reach: { publicUrl: string; imagePublicUrl: string }
    /** The image API's own description, by where it is. */
    images: (version: string, publicUrl: string) => Document
  },
): Promise<void> => {
  const routes: RouteOptions[] = []
  server.addHook('onRoute', route => {
    if (route.method !== 'HEAD') routes.push(route)
  })
  let finished: Promise<Document> | undefined
  const schema = { hide: true }
  await server.register(async docs => {
    compressAnswers(docs)
    docs.get('/openapi.json', { schema }, async () => {
      finished ??= describe(routes, about.version)
      return { ...(await finished), servers: [{ url: about.reach.publicUrl }] }
    })
    docs.get('/openapi-images.json', { schema }, async () =>
      about.images(about.version, about.reach.imagePublicUrl),
    )
    serveReferenceScript(docs)
  })
}

/**
 * By a server that only has the routes' schemas, when somebody first asks: what makes the document
 * is a hundred modules, which no start has to wait for.
 */
const describe = async (routes: readonly RouteOptions[], version: string): Promise<Document> => {
  const { default: swagger } = await import('@fastify/swagger')
  const described = Fastify({ exposeHeadRoutes: false })
  described.setValidatorCompiler(() => () => true).setSerializerCompiler(() => () => '')
  await described.register(swagger, { openapi: description(version) })
  for (const { method, url, schema } of routes)
    described.route({ method, url, ...(schema && { schema }), handler: () => {} })
  await described.ready()
  return finishDocument(described.swagger() as unknown as Document)
}

const description = (version: string): NonNullable<FastifyDynamicSwaggerOptions['openapi']> => ({
  openapi: '3.1.0',
  info: {
    title: 'Siteray extraction API',
    version,
    description:
      'Scrape pages, run durable batches, extract structured data and profile a site’s branding. Every error body is `{"error": "…"}`; the code is in the `X-Error-Code` header.',
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  components: {
    securitySchemes: {
      secretKey: { type: 'http', scheme: 'bearer', description: 'A secret key, `sr_…`' },
      publishableKey: {
        ...{ type: 'apiKey', in: 'query', name: 'token' },
        description: 'A publishable key, `pk_…`',
      },
    },
  },
  security: [{ secretKey: [] }],
  // In the order in which the reference shows them: what people come for is first.
  tags: [
    { name: 'extraction', description: 'Pages, batches, whole sites, data, branding' },
    { name: 'schedules', description: 'Any of it again and again, and what changed' },
    { name: 'companies', description: 'Companies by name, symbol or address' },
    { name: 'images', description: 'How an icon was chosen, and reports of a wrong one' },
    { name: 'account', description: 'Plan, credits and usage' },
    { name: 'health', description: 'For probes' },
  ],
})

/**
 * The script that draws the reference, loaded when somebody first looks at it: its package takes a
 * second and 25 MB, which a server that nobody reads the docs of should not pay.
 */
const serveReferenceScript = (server: HttpServer): void => {
  let opening: Promise<Buffer> | undefined
  server.get('/docs/reference/js/scalar.js', { schema: { hide: true } }, async (_, reply) => {
    opening ??= readReferenceScript()
    return reply
      .header('cache-control', 'max-age=86400')
      .type('text/javascript; charset=utf-8')
      .send(await opening)
  })
}

/** As bytes: writing its 4 MB from a string is 50 ms of the main thread for each request. */
const readReferenceScript = async (): Promise<Buffer> => {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const reference = Fastify()
  // The page itself is ours (src/doors/docs/page.ts).
  await reference.register(scalar, { configuration: { url: '/openapi.json' } })
  const { rawPayload } = await reference.inject('/reference/js/scalar.js')
  return rawPayload
}
