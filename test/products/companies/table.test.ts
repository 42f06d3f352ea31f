import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCompanies } from '../../../src/products/companies/companies.ts'
import { bitCount, editDistance, lettersOf } from '../../../src/products/companies/distance.ts'
import { layeredTable } from '../../../src/products/companies/layered-table.ts'
import { coreWords, nameKeys } from '../../../src/products/companies/names.ts'
import { pack } from '../../../src/products/companies/pack.ts'
import { searchCompanies } from '../../../src/products/companies/search.ts'
import { sortedLines } from '../../../src/products/companies/sorted-lines.ts'
import {
  type Company,
  type CompanyTable,
  readPacked,
} from '../../../src/products/companies/table.ts'

const company = (domain: string, names: string[], tickers: string[] = []) => ({
  ...{ domain, name: names[0] ?? '', source: 'known' as const, names: new Set(names) },
  ...{ onlyInFull: new Set<string>(), tickers: new Set(tickers) },
})
const tableOf = (...companies: ReturnType<typeof company>[]): CompanyTable =>
  readPacked(
    Buffer.from(pack(companies, [{ symbol: 'BTC', domain: 'bitcoin.example', name: 'Bitcoin' }])),
  )
const table = tableOf(
  company('acme.example', ['Acme Tools Inc.', 'Acme'], ['ACM', 'ACM.DE']),
  company('acorn.example', ['Acorn Lamps Ltd'], ['ACO.DE', 'ACM.FR']),
  company('lamps.example', ['Lamps of Acre'], ['LA']),
  company('zinc.example', ['Zinc Group']),
)
const domains = (companies: readonly (Company | undefined)[]) =>
  companies.map(one => one?.domain.replace('.example', ''))

test('a company is found by its names', () => {
  const by = (kind: 'full' | 'short' | 'bare', key: string) => domains(table.named(kind, key))
  assert.deepEqual(by('short', 'acme'), ['acme'])
  assert.deepEqual(by('full', 'acmetoolsinc'), ['acme'])
  assert.deepEqual(by('bare', 'zinc'), ['zinc'])
  assert.deepEqual(by('short', 'zinc'), [])
  assert.deepEqual(by('short', 'acm'), [])
  assert.deepEqual(by('short', 'zzz'), [])
  assert.deepEqual(table.named('short', 'acme')[0], {
    ...{ domain: 'acme.example', name: 'Acme Tools Inc.', source: 'known' },
    tickers: ['ACM', 'ACM.DE'],
  })
  assert.deepEqual(table.named('bare', 'zinc')[0]?.tickers, [])
})

test('and by its symbols, at home and at every exchange', () => {
  assert.deepEqual(domains([table.listed('ACM'), table.listed('LA'), table.listed('XX')]), [
    ...['acme', 'lamps', undefined],
  ])
  assert.deepEqual(domains(table.listedAnywhere('ACM')), ['acme', 'acorn'])
  assert.deepEqual(domains(table.listedAnywhere('LA')), [])
  assert.deepEqual(table.coin('BTC'), {
    ...{ domain: 'bitcoin.example', name: 'Bitcoin', tickers: ['BTC'], source: 'known' },
  })
  assert.equal(table.coin('ETH'), undefined)
})

test('those that start so, and those with a word that starts so, best known first', () => {
  assert.deepEqual(domains(table.startingWith('ac', 9)), ['acme', 'acorn'])
  assert.deepEqual(domains(table.startingWith('ac', 1)), ['acme'])
  assert.deepEqual(domains(table.startingWith('x', 9)), [])
  assert.deepEqual(domains(table.withWords('ac', 9)), ['acme', 'acorn', 'lamps'])
  assert.deepEqual(domains(table.withWords('ac', 2)), ['acme', 'acorn'])
  assert.deepEqual(domains(table.withWords('lamps', 9)), ['acorn', 'lamps'])
  assert.deepEqual(domains(table.withWords('amps', 9)), [])
  assert.deepEqual(domains(table.withWords('zinc', 9)), ['zinc'])
})

test('spellings lie together by their first letter', () => {
  const [spellings] = table.spellings()
  assert.ok(spellings)
  const { keys, startingWith, rowAt, companyOn } = spellings
  assert.deepEqual(keys, ['acme', 'acmetools', 'acornlamps', 'lampsofacre', 'zincgroup'])
  assert.deepEqual(startingWith('a'), { from: 0, to: 3 })
  assert.deepEqual(startingWith('z'), { from: 4, to: 5 })
  assert.deepEqual(startingWith('q'), { from: 0, to: 0 })
  assert.deepEqual(rowAt(2), [1])
  assert.equal(companyOn(3).domain, 'zinc.example')
  assert.equal(table.spellings(), table.spellings())
})

test('a table that is cut off is refused', () => {
  assert.throws(() => readPacked(Buffer.from('a\n\nb\n\nc')), /not whole/)
  assert.throws(() => readPacked(Buffer.from('')), /not whole/)
})

test('who is still typing finds the name, the symbol, beginnings, words, and slips', () => {
  const find = (text: string, limit = 5) =>
    searchCompanies(table, text, limit).map(
      ({ company: { domain }, confidence }) => `${domain.replace('.example', '')} ${confidence}`,
    )
  const cases: [text: string, found: string[]][] = [
    ['', []],
    ['…', []],
    ['acme', ['acme 0.95']],
    ['acm', ['acme 0.9']],
    ['ac', ['acme 0.7', 'acorn 0.7', 'lamps 0.5']],
    ['la', ['lamps 0.9', 'acorn 0.5']],
    ['lamps', ['lamps 0.7', 'acorn 0.5']],
    ['acre', ['lamps 0.5']],
    // One letter wrong, too many, missing, and two swapped; the first letter is right.
    ['axme', ['acme 0.3']],
    ['acxme', ['acme 0.3']],
    ['acmt', ['acme 0.3']],
    ['zicn', ['zinc 0.3']],
    ['zinnc', ['zinc 0.3']],
    ['xcme', []],
    ['azn', []],
    ['axxe', []],
    ['x'.repeat(150), []],
  ]
  for (const [text, found] of cases) assert.deepEqual(find(text), found, text)
  assert.deepEqual(find('ac', 2), ['acme 0.7', 'acorn 0.7'])
  assert.deepEqual(find('ac', 1), ['acme 0.7'])
})

test('of two tables the first decides, and both are searched', () => {
  const top = tableOf(
    company('own.example', ['Acme'], ['LA', 'X.DE']),
    company('acorn.example', ['Acorn Lamps']),
  )
  const both = layeredTable(top, table)
  assert.deepEqual(domains(both.named('short', 'acme')), ['own'])
  assert.deepEqual(domains(both.named('bare', 'zinc')), ['zinc'])
  assert.deepEqual(domains([both.listed('LA'), both.listed('ACM')]), ['own', 'acme'])
  assert.deepEqual(domains(both.listedAnywhere('X')), ['own'])
  assert.deepEqual(domains(both.listedAnywhere('ACM')), ['acme', 'acorn'])
  assert.deepEqual(domains(both.startingWith('ac', 9)), ['own', 'acorn', 'acme'])
  assert.deepEqual(domains(both.startingWith('ac', 2)), ['own', 'acorn'])
  assert.deepEqual(domains(both.withWords('lamps', 9)), ['acorn', 'lamps'])
  assert.equal(both.spellings().length, 2)
  assert.equal(both.coin('BTC')?.domain, 'bitcoin.example')
})

test('lines in order are found where they lie', () => {
  const lines = sortedLines(Buffer.from('a\t1\nab\t2\nabc\t3\nb\t4\né\t5'))
  const found = ['a', 'ab', 'abc', 'b', 'é', '', 'aa', 'abcd', 'c', 'z'].map(lines.get)
  assert.deepEqual(found, ['1', '2', '3', '4', '5', ...Array(5).fill(undefined)])
  assert.deepEqual(lines.startingWith('ab'), ['ab\t2', 'abc\t3'])
  assert.deepEqual(lines.startingWith('é'), ['é\t5'])
  assert.deepEqual(lines.startingWith('aa'), [])
  assert.deepEqual(lines.startingWith(''), ['a\t1', 'ab\t2', 'abc\t3', 'b\t4', 'é\t5'])
  assert.deepEqual(sortedLines(Buffer.from('')).startingWith('a'), [])
  assert.equal(sortedLines(Buffer.from('')).get('a'), undefined)
})

test('mistakes of typing are counted as far as anybody wants to know', () => {
  const cases: [one: string, other: string, distance: number][] = [
    ['lamp', 'lamp', 0],
    ['lamp', 'lamps', 1],
    ['lamp', 'amp', 1],
    ['lamp', 'lomp', 1],
    ['lamp', 'lmap', 1],
    ['alpm', 'lamp', 2],
    ['lamp', 'lights', 3],
    ['', 'ab', 2],
    ['', 'abcd', 3],
    ['abcdef', 'ghijkl', 3],
    ['abcd', 'badc', 2],
  ]
  for (const [one, other, distance] of cases) {
    assert.equal(editDistance(one, other, 2), distance, `${one} ${other}`)
    assert.equal(editDistance(other, one, 2), distance, `${other} ${one}`)
  }
  assert.equal(editDistance('lamp', 'lights', 9), 5)
  assert.equal(bitCount(lettersOf('lamp')), 4)
  assert.equal(bitCount(lettersOf('lamplamp')), 4)
  assert.equal(bitCount(lettersOf('')), 0)
  assert.deepEqual([0, 1, 3, 0xff, 0x7fffffff, -1].map(bitCount), [0, 1, 2, 8, 31, 32])
})

test('a name is the same with or without its legal form, marks and script', () => {
  const cases: [name: string, full: string, short: string][] = [
    ['The Coca-Cola Company', 'cocacolaco', 'cocacola'],
    ['The', 'the', 'the'],
    ['L’Oréal S.A.', 'lorealsa', 'loreal'],
    ['Grupo Bimbo, S.A.B. de C.V.', 'grupobimbosabdesab', 'grupobimbo'],
    ['Grupo Bimbo S A', 'grupobimbosa', 'grupobimbo'],
    ['Amazon.com, Inc.', 'amazoncominc', 'amazon'],
    ['com', 'com', 'com'],
    ['PT Bank Rakyat Tbk', 'tbkbankrakyattbk', 'bankrakyat'],
    ['ПАО Газпром', 'pjscgazprom', 'gazprom'],
    ['A/S Lamp', 'aslamp', 'aslamp'],
    ['AT&T (The)', 'att', 'att'],
    ['Ford Motor Co /DE/', 'fordmotorco', 'fordmotor'],
    ['株式会社ソニー', 'ソニー', 'ソニー'],
    ['Smith and Sons', 'smithsons', 'smithsons'],
    ['Ltd', 'ltd', 'ltd'],
    ['Straße AG', 'strasseag', 'strasse'],
    ['Lamba Anonim Şirketi', 'lambaanonimas', 'lamba'],
    ['Lamba Anonim', 'lambaanonim', 'lamba'],
    ['Lamp Public', 'lamppublic', 'lamp'],
    ['Anonim Lamba', 'anonimlamba', 'anonimlamba'],
  ]
  for (const [name, full, short] of cases) assert.deepEqual(nameKeys(name), { full, short }, name)
  assert.equal(coreWords('a1 '.repeat(60)).length, 30)
})

test('what an account has read itself is asked only for names that the table is not sure of', async () => {
  const company = (host: string, ...names: string[]) => ({ host, names, tickers: ['ZQX'] })
  const pinned = [company('vanderlinde.example', 'Vanderlinde Quux')]
  const asked: string[] = []
  const own = {
    domain: 'own.example',
    name: 'Own',
    ...{ confidence: 1, reason: 'Read on its page.' },
  }
  const companies = createCompanies(
    { companies: () => pinned as never, onChange: () => undefined },
    {
      find: (_, text) => {
        asked.push(text)
        return Promise.resolve(text === 'Nobody of this name' ? undefined : own)
      },
    },
  )
  const cases: [kind: 'name' | 'ticker', text: string, domain: string | undefined][] = [
    ['name', 'Vanderlinde Quux', 'vanderlinde.example'],
    ['name', 'Vanderlnide Quux', 'own.example'],
    ['name', 'Zqxjk Vbnmw', 'own.example'],
    ['name', 'Nobody of this name', undefined],
    ['name', 'Merck', undefined],
    ['ticker', 'ZZZZZZ', undefined],
  ]
  for (const [kind, text, domain] of cases)
    assert.equal((await companies.resolveFor('a', kind, text)).domain, domain, text)
  assert.deepEqual(asked, ['Vanderlnide Quux', 'Zqxjk Vbnmw', 'Nobody of this name'])
})
