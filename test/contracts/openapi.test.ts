import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import type { RouteOptions } from 'fastify'
import type { TSchema } from 'typebox'
import { compileValidator } from '../../src/base/http/validation.ts'
import { call, startApp, type TestApp } from '../support/app.ts'
import { describeFile } from '../support/openapi.ts'
import { withRoutes } from '../support/routes.ts'
import type { SimulatedWeb } from '../support/simulated-web.ts'
import { type Api, createExampleWeb, nameOf, operationsOf } from './openapi-setup.ts'

let web: SimulatedWeb
let app: TestApp
let api: Api
let images: Api
let routes: RouteOptions[]
before(async () => {
  const example = await createExampleWeb()
  web = example.web
  ;({ app, routes } = await withRoutes(() => startApp(example.env)))
  api = JSON.parse(await describeFile(app.apiUrl))
  images = JSON.parse(await describeFile(app.apiUrl, 'openapi-images.json'))
})
after(() => web.close())

describe('the schemas of the routes', () => {
  it('can all be compiled, which the app does only when one is first needed', () => {
    let compiled = 0
    for (const { method, url, schema } of routes)
      for (const httpPart of ['body', 'querystring', 'params', 'headers'] as const) {
        const part = schema?.[httpPart] as TSchema | undefined
        if (!part) continue
        const check = compileValidator({ schema: part, httpPart, method: String(method), url })
        assert.doesNotThrow(() => check({}), `${method} ${url}: ${httpPart}`)
        compiled++
      }
    assert.ok(routes.some(({ url }) => url.startsWith('/dashboard/api/')))
    assert.ok(compiled > 100, String(compiled))
  })
})

describe('the descriptions of the APIs', () => {
  it('in docs/ are what the app says (npm run docs writes them)', async () => {
    for (const name of ['openapi.json', 'openapi-images.json'] as const)
      assert.equal(await describeFile(app.apiUrl, name), readFileSync(`docs/${name}`, 'utf8'))
  })

  it('give every operation a name of its own, a summary, a tag and an answer', () => {
    for (const document of [api, images]) {
      const operations = operationsOf(document)
      for (const { path, operation } of operations) {
        assert.match(operation.operationId ?? '', /^[a-z][A-Za-z]+$/, path)
        assert.ok(operation.summary && operation.tags?.length, path)
        assert.ok(Object.keys(operation.responses).length > 0, path)
      }
      const names = operations.map(({ operation }) => operation.operationId)
      assert.equal(new Set(names).size, operations.length)
    }
    assert.ok(operationsOf(api).length >= 30)
  })

  it('name what is sent and what is answered', () => {
    for (const { path, operation } of operationsOf(api)) {
      const sent = operation.requestBody?.content['application/json']?.schema
      if (sent) assert.ok(nameOf(sent), path)
      for (const [status, { content }] of Object.entries(operation.responses)) {
        // A file is no JSON.
        const isFile = status === '200' && path.includes('/results.')
        if (!isFile) assert.ok(nameOf(content?.['application/json']?.schema), `${path} ${status}`)
      }
    }
    for (const name of ['ScrapeAnswer', 'BatchState', 'BatchItem', 'CrawlItem', 'BrandingProfile'])
      assert.ok(api.components.schemas[name], name)
  })

  it('say how each call may fail', () => {
    for (const { path, method, operation } of operationsOf(api)) {
      // The five of an extraction are a contract.
      if (!path.startsWith('/v1/') || path === '/v1/extract') continue
      const where = `${method} ${path}`
      const fails = (status: number) => assert.ok(operation.responses[status], `${where} ${status}`)
      for (const status of [401, 429, 503]) fails(status)
      const body = operation.requestBody?.content['application/json']?.schema
      if (!body) continue
      for (const status of [400, 413]) fails(status)
      const fields = api.components.schemas[nameOf(body) ?? '']?.properties ?? {}
      if (['session', 'reader', 'request'].some(name => name in fields)) fails(404)
    }
  })

  it('ask for nothing that has a default', () => {
    for (const { path, operation } of operationsOf(api))
      for (const { name, required, schema } of operation.parameters ?? [])
        assert.ok(!(required && schema.default !== undefined), `${path} ${name}`)
    const { required } = api.components.schemas.ScrapeRequest ?? {}
    assert.deepEqual(required, ['url'])
  })

  it('tell the headers of each answer', () => {
    for (const { path, operation } of operationsOf(api))
      for (const [status, { headers = {} }] of Object.entries(operation.responses)) {
        assert.ok(headers['X-Request-Id'], `${path} ${status}`)
        if (Number(status) >= 400) assert.ok(headers['X-Error-Code'], `${path} ${status}`)
        if (status === '429' || status === '503') assert.ok(headers['Retry-After'], path)
      }
    const { responses } = api.paths['/v1/scrape']?.post ?? { responses: {} }
    assert.ok(responses['200']?.headers?.['X-Credits-Remaining'])
    assert.ok(api.paths['/v1/crawl/{id}']?.get?.responses['200']?.headers?.['Retry-After'])
  })

  it('show the image API’s addresses as they work', async () => {
    const values: Record<string, string> = { domain: 'github.com', w: '64', h: '64' }
    const servers = [app.imageUrl, `${app.imageUrl}/${app.publishableKey}`]
    const asked = operationsOf(images).flatMap(one => servers.map(server => ({ ...one, server })))
    for (const { path, method, operation, server } of asked) {
      const url = new URL(`${server}${path.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '')}`)
      if (server === app.imageUrl) url.searchParams.set('token', app.publishableKey)
      for (const { name, required } of operation.parameters ?? [])
        if (required && !path.includes(`{${name}}`)) url.searchParams.set(name, 'github.com')
      if (path.includes('og/')) url.searchParams.set('fallback', 'monogram')
      const answer = await call(url.href, { method: method.toUpperCase() })
      assert.equal(answer.status, 200, url.pathname)
      const type = answer.headers.get('content-type') ?? ''
      assert.ok(operation.responses['200']?.content?.[type], `${url.pathname} ${type}`)
      for (const name of Object.keys(operation.responses['200'].headers ?? {}))
        assert.ok(answer.headers.has(name), `${path} ${name}`)
    }
  })

  it('name every format of an image that the guide has, and what is then answered', async () => {
    const named = images.components.schemas.ImageFormat?.enum ?? []
    const row = /^\| `format` \| (.*?) \|/m.exec(readFileSync('docs/images.md', 'utf8'))?.[1]
    assert.equal(named.map(format => `\`${format}\``).join(', '), row)
    const types = images.paths['/{domain}']?.get?.responses['200']?.content ?? {}
    const answered = new Set<string>()
    for (const format of named) {
      const url = `${app.imageUrl}/${app.publishableKey}/github.com?raster=true&format=${format}`
      const answer = await call(url, { headers: { accept: 'image/avif' } })
      const type = answer.headers.get('content-type') ?? ''
      assert.ok(types[type], `${format} ${type}`)
      if (format === 'auto') assert.ok(answered.has(type))
      answered.add(type)
    }
    // With the drawings.
    assert.deepEqual([...answered, 'image/svg+xml'].sort(), Object.keys(types).sort())
  })
})
