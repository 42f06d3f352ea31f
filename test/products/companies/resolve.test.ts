import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { createCompanies } from '../../../src/products/companies/companies.ts'
import { bareKey, nameKeys } from '../../../src/products/companies/names.ts'
import { pack } from '../../../src/products/companies/pack.ts'
import { resolveIdentifier } from '../../../src/products/companies/resolve.ts'
import { resolveAny } from '../../../src/products/companies/resolve-any.ts'
import { readPacked } from '../../../src/products/companies/table.ts'

const companies = createCompanies({ companies: () => [], onChange: () => undefined })
const pinned = createCompanies({
  companies: () => [
    { host: 'merck.example', names: ['Merck'], tickers: ['AAPL'] },
    { host: 'vanderlindequux.example', names: ['Vanderlinde Quux GmbH'], tickers: [] },
  ],
  onChange: () => undefined,
})
const domainOf = (kind: Parameters<typeof companies.resolve>[0], text: string) =>
  companies.resolve(kind, text).domain

describe('what the operator pinned', () => {
  it('decides, and is found by every way that a name is', () => {
    const by = (text: string) => pinned.resolve('name', text).domain
    assert.equal(by('Merck'), 'merck.example')
    assert.equal(by('Merck KGaA'), 'merckgroup.com')
    assert.equal(by('vanderlinde quux'), 'vanderlindequux.example')
    assert.equal(by('Vanderlnide Quux'), 'vanderlindequux.example')
    assert.equal(by('Coca-Cola'), 'coca-cola.com')
    assert.equal(pinned.resolve('ticker', 'AAPL').domain, 'merck.example')
    assert.equal(pinned.resolve('ticker', 'MSFT').domain, 'microsoft.com')
    for (const typed of ['vanderl', 'quux', 'vnaderl'])
      assert.equal(pinned.search(typed, 5)[0]?.company.domain, 'vanderlindequux.example', typed)
    assert.ok(pinned.search('mer', 5).length === 5)
  })
})

describe('a name', () => {
  const same: [string, ...string[]][] = [
    ['The Coca-Cola Company', 'COCA COLA CO', 'Coca-Cola Co.'],
    ['coca-cola', 'Coca Cola', 'CocaCola', 'ＣＯＣＡ－ＣＯＬＡ'],
    ['L’Oréal S.A.', 'LOREAL SA', "L'Oreal s.a."],
    ['Johnson & Johnson', 'Johnson and Johnson', 'johnson+johnson'],
    ['Telefonaktiebolaget LM Ericsson (publ)', 'telefonaktiebolaget lm ericsson'],
    ['E.ON SE', 'E.on SE', 'EON SE'],
    ['PT. Andira Agro, Tbk', 'PT Andira Agro Tbk.'],
  ]
  for (const [name, ...others] of same)
    it(`is the same however it is spelled: ${name}`, () => {
      for (const other of others) assert.deepEqual(nameKeys(other), nameKeys(name), other)
    })

  it('keeps its legal form apart', () => {
    assert.deepEqual(nameKeys('Delta PLC'), { full: 'deltaplc', short: 'delta' })
    assert.equal(nameKeys('Газпром ПАО').short, 'gazprom')
    assert.equal(nameKeys('トヨタ自動車株式会社').short, 'トヨタ自動車')
    assert.equal(nameKeys('Amazon.com, Inc.').short, 'amazon')
  })

  const found: [string, string][] = [
    ['Coca-Cola', 'coca-cola.com'],
    ['The Coca-Cola Company', 'coca-colacompany.com'],
    ['Microsoft Corporation', 'microsoft.com'],
    ['Lenovo Group', 'lenovo.com'],
    ['삼성전자', 'samsung.com'],
    ['トヨタ自動車株式会社', 'toyota.com'],
    ['Газпром', 'gazprom.com'],
    ['Nestlé S.A.', 'nestle.com'],
    ['Mircosoft', 'microsoft.com'],
    ['Spotify™', 'spotify.com'],
    ['Canva Pty Ltd', 'canva.com'],
    ['Grab Pte. Ltd.', 'grab.com'],
    ['Infosys Private Limited', 'infosys.com'],
    ['Razorpay Pvt. Ltd.', 'razorpay.com'],
    ['Anthropic, PBC', 'anthropic.com'],
    ['Citibank, N.A.', 'citi.com'],
    ['Allegro Sp. z o.o.', 'allegro.pl'],
    ['Glovo S.L.U.', 'glovoapp.com'],
    ['Avast s.r.o.', 'avast.com'],
    ['Wise OÜ', 'wise.com'],
    ['UAB „Vinted“', 'vinted.com'],
    ['Atlasian Pty Ltd', 'atlassian.com'],
    // Where the form is part of a listed company’s name, that company is meant.
    ['Medibank Private', 'medibank.com.au'],
  ]
  for (const [name, domain] of found)
    it(`finds ${domain} for ${name}`, () => assert.equal(domainOf('name', name), domain))

  it('that fits two companies is no guess, and the reason names them', () => {
    const { domain, reason } = companies.resolve('name', 'Merck')
    assert.equal(domain, undefined)
    assert.match(reason, /^The name fits 2 companies: .*merck\.com/)
    assert.equal(domainOf('name', 'Merck & Co., Inc.'), 'merck.com')
    assert.equal(domainOf('name', 'Merck KGaA'), 'merckgroup.com')
  })

  it('of two namesakes is the one that everybody means by the short name', () => {
    const company = (domain: string, name: string, onlyInFull: string[] = []) => ({
      ...{ domain, name, source: 'known' as const, names: new Set([name]) },
      ...{ onlyInFull: new Set(onlyInFull), tickers: new Set<string>() },
    })
    const table = readPacked(
      Buffer.from(
        pack(
          [
            company('delta.example', 'Delta Inc.'),
            company('delta-tools.example', 'Delta Inc.', ['Delta Inc.']),
            company('north.example', 'North Ltd'),
            company('north-sea.example', 'North AG'),
            company('north-group.example', 'North Group'),
          ],
          [],
        ),
      ),
    )
    const by = (name: string) => resolveIdentifier(table, 'name', name)
    assert.equal(by('Delta Inc.').domain, 'delta.example')
    assert.equal(by('North AG').domain, 'north-sea.example')
    assert.equal(by('North Group').domain, 'north-group.example')
    const { domain, reason } = by('North')
    assert.equal(domain, undefined)
    assert.equal(reason, 'The name fits 2 companies: north.example, north-sea.example.')
  })

  it('is known without the words at its end that say only that it is large', () => {
    assert.equal(bareKey(['acme', 'group']), 'acme')
    assert.equal(bareKey(['acme', 'tools', 'holding', 'ag', 'international']), 'acmetools')
    assert.equal(bareKey(['acme', 'tools']), undefined)
    assert.equal(bareKey(['group', 'acme']), undefined)
    assert.equal(bareKey(['group']), undefined)
  })

  const nobody: [string, RegExp][] = [
    ['', /is empty/],
    [' ', /is empty/],
    ['…', /no letters/],
    ['x'.repeat(300), /at most 200/],
    ['Ac\u0000me', /control characters/],
    ['Zqxjk Vbnmw', /No company/],
    ['constructor', /No company/],
  ]
  for (const [name, reason] of nobody)
    it(`has a reason where it is nobody's: ${JSON.stringify(name.slice(0, 12))}`, () => {
      const answer = companies.resolve('name', name)
      assert.equal(answer.domain, undefined)
      assert.match(answer.reason, reason)
    })
})

describe('a symbol', () => {
  const found: [string, string][] = [
    ['AAPL', 'apple.com'],
    ['aapl', 'apple.com'],
    ['NASDAQ:AAPL', 'apple.com'],
    ['NASDAQ: AAPL', 'apple.com'],
    ['nyse : brk b', 'berkshirehathaway.com'],
    ['AAPL:NASDAQ', 'apple.com'],
    ['SAP:ETR', 'sap.com'],
    ['AAPL:US', 'apple.com'],
    ['$AAPL', 'apple.com'],
    ['AAPL.US', 'apple.com'],
    ['SAP.DE', 'sap.com'],
    ['XETR:SAP', 'sap.com'],
    ['SAP.F', 'sap.com'],
    ['BRK.B', 'berkshirehathaway.com'],
    ['BRK/B', 'berkshirehathaway.com'],
    ['700.HK', 'tencent.com'],
    ['HKG:0700', 'tencent.com'],
    ['BP.L', 'bp.com'],
  ]
  for (const [symbol, domain] of found)
    it(`${symbol} is ${domain}`, async () => assert.equal(domainOf('ticker', symbol), domain))

  it('at an exchange that does not exist says so', () => {
    assert.match(companies.resolve('ticker', 'MARS:SAP').reason, /No exchange is known as MARS/)
    assert.match(companies.resolve('ticker', 'SAP.ZZZ').reason, /No exchange is known as ZZZ/)
    assert.match(companies.resolve('ticker', 'ZZZZZZ').reason, /No share/)
  })

  it('of a coin is its project', () => {
    assert.equal(domainOf('crypto', 'btc'), 'bitcoin.org')
    assert.equal(domainOf('crypto', 'NOSUCH'), undefined)
  })
})

describe('a mail address', () => {
  it('is its domain, but that of a mail service is nobody', () => {
    assert.equal(domainOf('email', 'joe@Stripe.com'), 'stripe.com')
    for (const host of 'gmail.com yahoo.com.tw hotmail.nl outlook.com.br gmx.fr yandex.kz'.split(
      ' ',
    ))
      assert.equal(companies.resolve('email', `joe@${host}`).isNobody, true, host)
    assert.equal(domainOf('email', 'joe@yahooinc.com'), 'yahooinc.com')
    assert.equal(domainOf('email', 'joe'), undefined)
    assert.equal(domainOf('email', 'a@b@c.com'), undefined)
  })
})

describe('a text of unknown kind', () => {
  const found: [Parameters<typeof resolveAny>[1], string | null][] = [
    ['Coca-Cola', 'coca-cola.com'],
    ['SAP.DE', 'sap.com'],
    ['sap.de', 'sap.de'],
    ['https://www.stripe.com/de', 'stripe.com'],
    ['joe@stripe.com', 'stripe.com'],
    ['joe@localhost', null],
    ['KO', 'coca-colacompany.com'],
    ['NASDAQ: AAPL', 'apple.com'],
    ['$AAPL', 'apple.com'],
    [{ crypto: 'ETH' }, 'ethereum.org'],
    [{ ticker: 'Coca-Cola' }, null],
    [{ domain: 'not a domain' }, null],
    ['', null],
  ]
  for (const [query, domain] of found)
    it(`${JSON.stringify(query)} is ${domain}`, async () =>
      assert.equal((await resolveAny(companies.resolve, query)).domain, domain))
})

describe('a search', () => {
  const first = (text: string) => companies.search(text, 10)[0]?.company.domain
  it('finds by the start of a name, of a word, by a symbol and with a slip', () => {
    assert.equal(first('micros'), 'microsoft.com')
    assert.equal(first('Mircos'), 'microsoft.com')
    assert.equal(first('AAPL'), 'apple.com')
    assert.equal(first('nestlé'), 'nestle.com')
    assert.equal(first('三星'), 'samsung.com')
    const cola = companies.search('cola', 10).map(({ company }) => company.domain)
    assert.ok(cola.includes('coca-cola.com'), String(cola))
  })

  it('has at most as many as asked for, each once', () => {
    const all = companies.search('a', 50).map(({ company }) => company.domain)
    assert.equal(all.length, 50)
    assert.equal(new Set(all).size, 50)
    assert.deepEqual(companies.search('', 10), [])
    assert.deepEqual(companies.search('\u0000', 10), [])
  })
})

describe('the table', () => {
  it('is small, and has neither a CUSIP nor an ISIN nor prose', () => {
    const file = new URL('../../../src/products/companies/companies.generated.bin', import.meta.url)
    assert.ok(readFileSync(file).length <= 8_000_000)
    const { tickers = [] } = companies.search('apple', 1)[0]?.company ?? {}
    assert.ok(tickers.includes('AAPL'))
    assert.ok(tickers.every(ticker => !/^[A-Z]{2}[A-Z0-9]{9}\d$/.test(ticker)))
  })
})
