import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { lint, loadConfig } from '@redocly/openapi-core'
import { Ajv2020 } from 'ajv/dist/2020.js'

const files = ['docs/openapi.json', 'docs/openapi-images.json']

describe('the descriptions of the APIs in docs/', () => {
  it('satisfy a strict linter, warnings included', async () => {
    const config = await loadConfig({ configPath: 'redocly.yaml' })
    for (const ref of files) {
      const problems = (await lint({ ref, config })).filter(({ ignored }) => !ignored)
      const told = problems.map(
        ({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer})`,
      )
      assert.deepEqual(told, [], ref)
    }
  })

  it('have examples and defaults that their own schemas take', () => {
    let checked = 0
    for (const file of files) {
      const document = JSON.parse(readFileSync(file, 'utf8')) as object
      const ajv = new Ajv2020({ strict: false, validateFormats: false })
      ajv.addSchema(document, 'api')
      for (const { pointer, value } of valuesIn(document, '')) {
        const validate = ajv.compile({ $ref: `api#${pointer}` })
        assert.ok(validate(value), `${file}${pointer}: ${ajv.errorsText(validate.errors)}`)
        checked++
      }
    }
    assert.ok(checked > 40, String(checked))
  })
})

type Found = { pointer: string; value: unknown }

/** Every example and default, with the pointer of the schema it is of. */
const valuesIn = (node: unknown, pointer: string): Found[] => {
  if (typeof node !== 'object' || node === null) return []
  const isNames = /\/(?:properties|schemas|headers|variables)$/.test(pointer)
  const told = Array.isArray(node) || isNames ? [] : ownValues(node, pointer)
  const inside = Object.entries(node).flatMap(([key, part]) =>
    !isNames && /^(?:examples?|default|enum|const|variables)$/.test(key)
      ? []
      : valuesIn(part, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  )
  return [...told, ...inside]
}

/** Of a parameter or a body they are of its `schema`, elsewhere of the node itself. */
const ownValues = (node: object, pointer: string): Found[] => {
  const { example, examples, default: usual } = node as Record<string, unknown>
  const of = 'schema' in node ? `${pointer}/schema` : pointer
  const many = Array.isArray(examples)
    ? examples
    : Object.values(examples ?? {}).map(named => Object(named).value)
  return [example, usual, ...many]
    .filter(value => value !== undefined)
    .map(value => ({ pointer: of, value }))
}
