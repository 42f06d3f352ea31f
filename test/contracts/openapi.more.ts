import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { startApp, type TestApp } from '../support/app.ts'
import { article } from '../support/batch.ts'
import { describeFile } from '../support/openapi.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../support/simulated-web.ts'

type Schema = { $ref?: string; default?: unknown }
type Answer = { headers?: Record<string, Schema>; content?: Record<string, { schema: Schema }> }
type Operation = {
  operationId?: string
  summary?: string
  tags?: string[]
  parameters?: { name: string; required?: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema; example?: object }> }
  responses: Record<string, Answer>
}
type Component = { properties?: Record<string, Schema>; required?: string[] }
type Api = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Component> }
}

let web: SimulatedWeb
let app: TestApp
let api: Api
before(async () => {
  web = await createSimulatedWeb()
  web.site('example.com', {
    '/': article('home'),
    '/about': article('about'),
    '/sitemap.xml':
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://example.com/about</loc></url></urlset>',
    '*': { status: 404, body: 'no' },
  })
  const results = [{ url: 'https://example.com/', title: 'Example', content: 'Words' }]
  web.site('search.example', { '/search': { body: JSON.stringify({ results }) } })
  const env = { ...web.env, SEARCH_URL: 'http://search.example' }
  app = await startApp(env)
  api = JSON.parse(await describeFile(app.apiUrl))
})
after(() => web.close())

const operationsOf = ({ paths }: Api) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
const nameOf = (schema: Schema | undefined) => schema?.$ref?.replace('#/components/schemas/', '')

describe('the descriptions of the APIs', () => {
  it('have examples that the app answers as it says', async () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    ajv.addSchema(api, 'api')
    const fits = (name: string | undefined, value: unknown) => {
      const validate = ajv.compile({ $ref: `api#/components/schemas/${name}` })
      assert.ok(validate(value), `${name}: ${ajv.errorsText(validate.errors)}`)
    }
    let sent = 0
    for (const { path, method, operation } of operationsOf(api)) {
      const body = operation.requestBody?.content['application/json']
      const asked = nameOf(body?.schema)
      const examples = body?.example ? [body.example] : []
      if (asked) assert.ok(examples.length > 0, `${asked} has no example`)
      for (const body of examples) {
        fits(asked, body)
        if (path.includes('{')) continue
        const answer = await app.api(path, { method: method.toUpperCase(), body })
        // 200, or 201 where the description says so.
        const [status = '200'] = Object.keys(operation.responses).filter(one => one < '300')
        assert.equal(String(answer.status), status, `${path}: ${answer.text}`)
        const { headers = {}, content } = operation.responses[status] ?? {}
        fits(nameOf(content?.['application/json']?.schema), answer.json)
        for (const name of Object.keys(headers)) assert.ok(answer.headers.has(name), name)
        sent++
      }
    }
    assert.ok(sent >= 7)
    const refused = await app.api('/v1/scrape', { method: 'POST', body: {} })
    fits('ErrorBody', refused.json)
  })
})
