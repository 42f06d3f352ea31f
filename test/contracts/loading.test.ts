import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'

/** Each is hundreds of modules, or loads them; beside it where what we need of it comes from. */
const large = new Map([
  ['typebox', 'kit/schema.ts'],
  ['culori', 'page/css/culori.ts'],
  ['css-tree', 'page/css/css-tree.ts'],
  ['node:http', 'kit/node-http.ts'],
])

/** What a file imports as values, by module. */
const valuesIn = (text: string): string[] =>
  [...text.matchAll(/^import (type )?(\{[^}]*\}|[\w$* ]+) from '([^']+)'/gm)]
    .filter(([, isType, names = '']) => !isType && !/^\{(\s*type [^,}]+,?)+\s*\}$/.test(names))
    .map(([, , , from = '']) => from)

describe('what every start and every thread loads', () => {
  it('has none of the packages that take a tenth of a second', () => {
    const found = globSync('src/**/*.ts').flatMap(file =>
      valuesIn(readFileSync(file, 'utf8'))
        .filter(from => large.has(from))
        .map(from => `${file} imports ${from}: see src/${large.get(from)}`),
    )
    assert.deepEqual(found, [])
  })

  it('tells values from types', () => {
    const lines = [
      "import { Type } from 'a'",
      "import { type Static, Type } from 'b'",
      "import type { Static } from 'c'",
      "import { type Static, type TSchema } from 'd'",
      "import * as all from 'e'",
      "import {\n  type One,\n  two,\n} from 'f'",
    ]
    assert.deepEqual(valuesIn(lines.join('\n')), ['a', 'b', 'e', 'f'])
  })
})
