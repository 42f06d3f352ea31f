import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jsonFault } from '../../../src/base/http/json-fault.ts'

const ends = 'ends before its JSON does.'
const at = (line: number, column: number, shown: string, advice = '') =>
  `is not valid JSON at line ${line}, column ${column}: ${shown}${advice}.`

test('where a body stops being JSON is told by line and column, with what stands there', () => {
  const cases: [text: string, fault: string][] = [
    ['', ends],
    [' \t\r\n', ends],
    ['{', ends],
    ['[1,', ends],
    ['{"a"', ends],
    ['{"a":', ends],
    ['{"a":1', ends],
    ['{}}', at(1, 3, '}')],
    ['1 2', at(1, 3, '2')],
    ['{]', at(1, 2, ']')],
    ['[}', at(1, 2, '}')],
    ['{,}', at(1, 2, ',}')],
    ['[,1]', at(1, 2, ',1]')],
    ['[1,]', at(1, 4, ']')],
    ['{"a":1,}', at(1, 8, '}')],
    ['{a:1}', at(1, 2, 'a:1}')],
    ['{"a",1}', at(1, 5, ',1}')],
    ['{"a"::1}', at(1, 6, ':1}')],
    ['{1:2}', at(1, 2, '1:2}')],
    ['[1 2]', at(1, 4, '2]')],
    ['["a" "b"]', at(1, 6, '"b"]')],
    ['{"a":1 "b":2}', at(1, 8, '"b":2}')],
    ['[tru]', at(1, 2, 'tru]')],
    ['[true]x', at(1, 7, 'x')],
    ['[01]', at(1, 3, '1]')],
    ['[-]', at(1, 2, '-]')],
    ['[1.]', at(1, 3, '.]')],
    ['[1e+]', at(1, 3, 'e+]')],
    ['[-0.5e-10, 1E5, null, false,', ends],
    ["{'a':1}", at(1, 2, "'a':1}", ' (JSON uses double quotes)')],
    ['{\n  "a": 1,\n  b: 2\n}', at(3, 3, 'b: 2')],
    ['\n\n]', at(3, 1, ']')],
    // A string that ends nowhere, or holds what none may hold, is named by its beginning.
    ['["abc', at(1, 2, '"abc')],
    ['["a\nb"]', at(1, 2, '"a')],
    ['["a\\x"]', at(1, 2, '"a\\x"]')],
    ['["a\\u12g4"]', at(1, 2, '"a\\u12g4"]')],
    ['["\\"', at(1, 2, '"\\"')],
    ['["\\u12aF\\\\\\/\\b\\f\\n\\r\\t\\"",', ends],
    [`[${'x'.repeat(30)}`, at(1, 2, 'x'.repeat(20))],
  ]
  for (const [text, fault] of cases) {
    assert.throws(() => JSON.parse(text), text)
    assert.equal(jsonFault(text), fault, text)
  }
})
