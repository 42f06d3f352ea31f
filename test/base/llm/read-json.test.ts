import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isTooDeep, readJson } from '../../../src/base/llm/read-json.ts'

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

describe('the JSON in what a model wrote', () => {
  const answers: [text: string, value: unknown][] = [
    ['{"a": 1}', { a: 1 }],
    ['  [1, 2]\n', [1, 2]],
    ['null', null],
    ['"{\\"a\\": 1}"', { a: 1 }],
    ['"just words"', undefined],
    ['```json\n{"a": 1}\n```', { a: 1 }],
    ['```\n[1]\n```', [1]],
    ['```json\n7\n```', 7],
    ['```json\n7', undefined],
    ['``` 7\nthen', undefined],
    ['<think>{"a": 0} perhaps</think>\n{"a": 1}', { a: 1 }],
    [' <THINKING>[0]</THINKING>[1]', [1]],
    ['Here you are: {"a": 1}. Anything else?', { a: 1 }],
    ['In {braces} first, then {"a": 1}', { a: 1 }],
    ['A list [1, 2] and no more', [1, 2]],
    ['Line [17] and lines [3, 4] say {"a": 1}', { a: 1 }],
    ['Line [17] says ["a", "b"]', ['a', 'b']],
    ['Perhaps {"a": 0}. No.\n</think>\n\n{"a": 1}', { a: 1 }],
    ['[THINK]{"a": 0}[/THINK]{"a": 1}', { a: 1 }],
    ['<thought>{"a": 0}</thought>{"a": 1}', { a: 1 }],
    ['Perhaps {"a": 0}.</think>', undefined],
    ['{"a": "</think>", "b": [1]} so', { a: '</think>', b: [1] }],
    ['{"a": "}"} and more', { a: '}' }],
    ['It is {"a": "say \\"}\\" twice"} and more', { a: 'say "}" twice' }],
    ['It is {"a": [1, {"b": "]"}]} and more', { a: [1, { b: ']' }] }],
    ['cut off: {"a": 1, "b": {"c": 2}', undefined],
    ['{"a": 1, "b": [1, 2', undefined],
    ['broken: {"a": {"b": 1}, } and nothing else', undefined],
    ['no JSON at all', undefined],
    ['', undefined],
    [`${'{x} '.repeat(19)}{"a": 1}`, { a: 1 }],
    [`${'{x} '.repeat(20)}{"a": 1}`, undefined],
    [`so: ${nested(201)}`, undefined],
  ]
  for (const [text, value] of answers)
    it(text === '' ? 'nothing' : text.slice(0, 60), () => {
      assert.deepEqual(readJson(text), value)
    })
})

describe('a text that is too deep', () => {
  const texts: [what: string, text: string, isDeep: boolean][] = [
    ['200 levels', nested(200), false],
    ['201 levels', nested(201), true],
    ['201 levels of objects', '{"a":'.repeat(201), true],
    ['levels that were closed', '[]{}'.repeat(300), false],
    ['brackets in a string', `"${'['.repeat(300)}"`, false],
    ['brackets in a string behind a quote that is escaped', `"\\"${'['.repeat(300)}"`, false],
    ['brackets behind a string', `"a"${'['.repeat(300)}`, true],
    ['brackets behind a string that ends with a backslash', `"a\\\\"${'['.repeat(300)}`, true],
  ]
  for (const [what, text, isDeep] of texts)
    it(`${what}: ${isDeep}`, () => assert.equal(isTooDeep(text), isDeep))
})
