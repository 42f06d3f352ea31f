import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { startApp, type TestApp } from '../support/app.ts'
import { describeFile } from '../support/openapi.ts'
import type { SimulatedWeb } from '../support/simulated-web.ts'
import { type Api, createExampleWeb, nameOf, operationsOf } from './openapi-setup.ts'

let web: SimulatedWeb
let app: TestApp
let api: Api
before(async () => {
  const example = await createExampleWeb()
  web = example.web
  app = await startApp(example.env)
  api = JSON.parse(await describeFile(app.apiUrl))
})
after(() => web.close())

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
