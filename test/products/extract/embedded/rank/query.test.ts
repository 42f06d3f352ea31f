import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isItsName, toQuery } from '../../../../../src/products/extract/embedded/rank/query.ts'
import { compileSchema } from '../../../../../src/products/extract/schema/compile.ts'
import { readFields } from '../../../../../src/products/extract/schema/fields.ts'

const queryOf = (name: string, more: object = {}, parents: string[] = []) => {
  const properties = { [name]: { type: 'string', ...more } }
  const [field] = readFields(compileSchema({ type: 'object', properties }).schema).properties
  assert.ok(field)
  return toQuery(field, parents)
}
const plain = (words: { stem: string }[]) => words.map(({ stem }) => stem).join(' ')

describe('what a field asks for', () => {
  const long = `Burner ${'of a lamp '.repeat(20)}`
  const cases: [name: string, said: object, asked: string][] = [
    ['burner', {}, 'burner'],
    ['runtime_minutes', {}, 'runtim'],
    ['minutes', {}, 'minut'],
    ['p1', {}, 'p 1'],
    ['p1', { title: 'Wick' }, 'wick'],
    ['p1', { title: 'Wick', description: 'Burner' }, 'wick'],
    ['p1', { description: 'Burner' }, 'burner'],
    ['field_3', { description: 'Burner' }, 'burner'],
    ['val', { description: 'Burner' }, 'burner'],
    ['wick', { title: 'Burner', description: 'Burner' }, 'wick'],
    ['wick2', { description: 'Burner' }, 'wick 2'],
  ]
  for (const [name, said, asked] of cases)
    it(`${name} ${JSON.stringify(said)}: ${asked}`, () =>
      assert.equal(plain(queryOf(name, said).name), asked))

  it('of a long description only its beginning, of a name that says nothing the object’s too', () => {
    assert.ok(long.length > 160)
    assert.ok(queryOf('p1', { description: long }).name.length < 60)
    assert.equal(plain(queryOf('name', {}, ['shop', 'burner']).name), 'burner name')
    assert.equal(plain(queryOf('wick', {}, ['shop', 'burner']).name), 'wick')
    assert.equal(plain(queryOf('wick', {}, ['shop', 'burner']).context), 'shop burner')
  })
})

describe('a text that only repeats what a field is called', () => {
  const cases: [name: string, text: string, isName: boolean, more?: object][] = [
    ['burner', 'Burner', true],
    ['burner', 'Burners:', true],
    ['burner', 'Brass burner', false],
    ['burner', '', false],
    ['burner', 'Lamp', false],
    ['title', 'Title', false],
    ['burner', 'Burner', false, { type: 'boolean' }],
    ['burner', 'Burner', false, { enum: ['Burner'] }],
  ]
  for (const [name, text, isName, more] of cases)
    it(`${name}: “${text}” ${isName ? 'is' : 'is not'} its name`, () =>
      assert.equal(isItsName(queryOf(name, more), text), isName))
})
