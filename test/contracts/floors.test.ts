import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { floors, insideExtract } from './floors.ts'
import { circles, exportsOf, importsOf, roomOf, type Source } from './imports.ts'

/** The architecture (ARCHITECTURE.md) as a test. What it checks against is the table in `floors.ts`. */
const read = (pattern: string): Source[] =>
  globSync(pattern)
    .sort()
    .map(file => ({ file, text: readFileSync(file, 'utf8') }))

const sources = read('src/**/*.ts')
const rooms = floors.flatMap(({ rooms }, index) => rooms.map(room => ({ ...room, index })))
const byName = new Map(rooms.map(room => [room.name, room]))
const imports = sources.flatMap(importsOf)

describe('the floors', () => {
  it('every file stands in a known room, and every room has a file', () => {
    const stood = new Set(sources.map(({ file }) => roomOf(file)))
    assert.deepEqual([...stood].sort(), rooms.map(({ name }) => name).sort())
  })

  it('imports go down only, and beside each other only where the table says so', () => {
    const wrong = imports.filter(({ from, to }) => {
      const [here, there] = [byName.get(roomOf(from)), byName.get(roomOf(to))]
      if (!here || !there || here === there) return false
      if (here.index === there.index) return !here.beside?.includes(there.name)
      return there.index < here.index
    })
    assert.deepEqual(
      wrong.map(({ from, to }) => `${from} → ${to}`),
      [],
    )
  })

  it('what the table allows is used', () => {
    const used = new Set(imports.map(({ from, to }) => `${roomOf(from)} → ${roomOf(to)}`))
    const unused = rooms.flatMap(({ name, beside = [] }) =>
      beside.map(other => `${name} → ${other}`).filter(edge => !used.has(edge)),
    )
    assert.deepEqual(unused, [])
  })

  it('no values go in a circle, not even inside a room', () => {
    assert.deepEqual(circles(imports.filter(({ isType }) => !isType)), [])
  })

  it('no folder of a room goes in a circle with another', () => {
    const folderOf = (file: string) => file.split('/').slice(0, -1).join('/')
    const edges = imports
      .map(({ from, to, isType }) => ({ from: folderOf(from), to: folderOf(to), isType }))
      .filter(({ from, to }) => from !== to && from !== 'src')
    assert.deepEqual(circles(edges), [])
  })

  it('inside extract, imports go down its own table only', () => {
    const folder = 'src/products/extract/'
    const placeOf = (file: string) => {
      const inner = file.slice(folder.length).split('/').slice(0, -1).join('/') || '.'
      return insideExtract.findIndex(({ name }) => name === inner)
    }
    const within = imports.filter(({ from, to }) => [from, to].every(f => f.startsWith(folder)))
    assert.deepEqual(
      within
        .filter(({ from, to }) => placeOf(from) < 0 || placeOf(to) < placeOf(from))
        .map(({ from, to }) => `${from} → ${to}`),
      [],
    )
  })

  it('at most a dozen entries stand at the front door', () => {
    assert.ok(new Set(sources.map(({ file }) => file.split('/')[1])).size <= 12)
  })

  it('every export is imported by what ships', () => {
    const shipped = [...imports, ...read('{ui/src,scripts}/**/*.{ts,tsx}').flatMap(importsOf)]
    const taken = new Set(shipped.flatMap(({ to, names }) => names.map(name => `${to} ${name}`)))
    const unused = sources
      .flatMap(exportsOf)
      .filter(({ file, name }) => !taken.has(`${file} ${name}`) && !taken.has(`${file} *`))
      .map(({ file, name }) => `${file}: ${name}`)
    assert.deepEqual(unused, [])
  })

  it('no room is larger than a fifth of the house', () => {
    const lines = new Map<string, number>()
    for (const { file, text } of sources) {
      const room = roomOf(file)
      lines.set(room, (lines.get(room) ?? 0) + text.split('\n').length)
    }
    const all = [...lines.values()].reduce((sum, count) => sum + count, 0)
    assert.deepEqual(
      [...lines].filter(([, count]) => count > all / 5),
      [],
    )
  })

  it('only the entry points read the environment', () => {
    const readers = sources.filter(({ text }) => /process\.env\b/.test(text))
    assert.deepEqual(
      readers.map(({ file }) => file).filter(file => !/^src\/(main|cli)\.ts$/.test(file)),
      [],
    )
  })

  it('SQL stands only in stores, the queue and the database’s folder', () => {
    const writers = sources.filter(({ text }) => /sql(<[^`]*>)?`/.test(text))
    const allowed = /^src\/base\/(db|queue)\/|store\.ts$/
    assert.deepEqual(
      writers.map(({ file }) => file).filter(file => !allowed.test(file)),
      [],
    )
  })

  it('no file is reached by nobody', () => {
    const reached = new Set<string>()
    const open = ['src/main.ts', 'src/cli.ts']
    for (let file = open.pop(); file; file = open.pop()) {
      if (reached.has(file)) continue
      reached.add(file)
      open.push(...imports.filter(({ from }) => from === file).map(({ to }) => to))
    }
    assert.deepEqual(
      sources.map(({ file }) => file).filter(file => !reached.has(file)),
      [],
    )
  })

  it('no file has grown past 400 lines', () => {
    const long = sources.filter(({ text }) => text.split('\n').length > 400)
    assert.deepEqual(
      long.map(({ file }) => file),
      [],
    )
  })
})
