import assert from 'node:assert/strict'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { describe, it } from 'node:test'

const text = readFileSync('ARCHITECTURE.md', 'utf8')
const section = (title: string) => text.split(`## ${title}\n`)[1]?.split('\n## ')[0] ?? ''
const rows = section('Where to look')
  .split('\n')
  .filter(line => /^\| (?!to …|-)/.test(line) && !line.startsWith('|--'))

describe('ARCHITECTURE.md', () => {
  it('says where to look in files that exist and hold what it names', () => {
    assert.ok(rows.length > 20)
    for (const row of rows) {
      const places = [...row.matchAll(/`([\w/.-]+\/[\w/.-]+)`(?: \(`(\w+)`\))?/g)]
      assert.ok(places.length > 0, row)
      for (const [, file = '', name] of places) {
        assert.ok(existsSync(file), `${file} in: ${row}`)
        if (statSync(file).isDirectory()) continue
        const declared = new RegExp(
          `\\b(?:const|function|type|class) ${name}\\b|^\\s*${name}: `,
          'm',
        )
        assert.ok(name, `${file} has nothing in brackets`)
        assert.match(readFileSync(file, 'utf8'), declared, `${file} has no ${name}`)
      }
    }
  })

  it('names only paths that exist', () => {
    const named = [
      ...text.matchAll(
        /`((?:src|test|ui|bench|docs|base|products|page|doors|process|kit|config)\/[\w/.-]+)`/g,
      ),
    ]
    const missing = named
      .map(([, path = '']) => path)
      .filter(path => !existsSync(path) && !existsSync(`src/${path}`))
    assert.ok(named.length > 30)
    assert.deepEqual(missing, [])
  })
})
