import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readCompanyLines } from '../../../src/products/images/company-lines.ts'
import { complain } from '../../../src/products/images/complaints.ts'
import { listPins, pinWords } from '../../../src/products/images/pin.ts'
import { until } from '../../support/until.ts'
import { dataUrl, setUpPins } from './pins-setup.ts'

describe('what the operator pins', () => {
  const { world, put, undo, shows } = setUpPins()

  it('is cleaned like a file of a site, and refused where it is none', async () => {
    const hostile = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" onload="steal()"><script>steal()</script><path fill="#2f6fde" d="M0 0h9v9H0z"/><path fill="#fff" d="M3 3h3v3H3z"/></svg>`
    await put('hostile.example', 'icon', dataUrl(hostile, 'image/svg+xml'))
    await shows('/hostile.example', 'pinned')
    const { text, headers } = await world.app.image('/hostile.example')
    assert.doesNotMatch(text, /script|onload|steal/)
    assert.match(headers.get('content-security-policy') ?? '', /^sandbox/)
    for (const [what, value, why] of [
      ['icon', dataUrl('not an image'), /cannot be used/],
      ['icon', 'http://127.0.0.1/x.png', /cannot be used/],
      ['icon', 'https://gone.example/x.png', /cannot be used/],
      ['icon', '/etc/passwd', /https:\/\//],
      ['color', 'blueish', /not a color/],
      ['color', '#11223344', /not a color/],
      ['name', ' ', /1 to 100/],
      ['name', 'a\nb', /1 to 100/],
    ] as const)
      await assert.rejects(put('bad.example', what, value), why, value)
    await assert.rejects(put('localhost', 'name', 'Here'), /not a domain/)
    await assert.rejects(undo('bad.example', 'icon'), /No icon is pinned/)
  })

  it('in color and name is what branding says', async () => {
    world.web.site('plain.example', { '/': '<title>Plain</title><p>Nothing here but words.</p>' })
    await put('plain.example', 'color', 'rgb(255 238 0)')
    await put('plain.example', 'name', 'Zebra & Co')
    const body = { url: 'https://plain.example/', include: ['colors'], evidence: true }
    const answer = await world.app.api('/v1/branding', { method: 'POST', body })
    const { brandName, colors } = answer.json as { brandName: object; colors: { brand: object } }
    const evidence = [{ source: 'operator', detail: 'pinned for this domain' }]
    assert.deepEqual(brandName, { value: 'Zebra & Co', confidence: 1, evidence })
    assert.deepEqual(colors.brand, { value: '#ffee00', confidence: 1, evidence })
  })

  it('in names and symbols is whom people mean by them, until it is undone', async () => {
    world.web.site('zorblax.example', { '/': '<title>Zorblax</title>' })
    const fallback = '?fallback=404'
    const says = (path: string, text: RegExp) =>
      until(`${path} says so`, async () => text.test((await world.second.image(path)).text))
    await says(`/name/Zorblax${fallback}`, /No company of this name/)
    await put('zorblax.example', 'name', 'Zorblax')
    await put('zorblax.example', 'names', 'Zorb Labs; ゾルブラックス')
    await put('zorblax.example', 'tickers', 'zbx, ZBX.DE')
    await put('zorblax.example', 'color', '#123456')
    for (const path of [
      '/name/Zorblax%20Inc.',
      '/name/zorb%20labs',
      '/ticker/ZBX',
      '/ticker/XETR:ZBX',
    ])
      await says(path, /#123456/)
    await says('/name/Zorblax', /#123456/)
    const answer = await world.app.api('/v1/companies?query=zorb')
    const [company] = (answer.json as { companies: { source: string; tickers: string[] }[] })
      .companies
    assert.equal(company?.source, 'operator')
    assert.deepEqual(company?.tickers, ['ZBX', 'ZBX.DE'])
    await undo('zorblax.example', 'name')
    await says(`/name/Zorblax${fallback}`, /No company of this name/)
    for (const [what, value, why] of [
      ['tickers', 'not one', /not a symbol/],
      ['names', ' ; ', /1 to 20/],
    ] as const)
      await assert.rejects(put('bad.example', what, value), why, value)
  })

  it('may come from a file of companies, all of it or none', async () => {
    const by = { accountId: world.accountId, actor: 'operator' }
    const lines = '# ours\nquux.example | Quux Ltd | Quuxco | QUUX\n\nfrob.example | Frob\n'
    const companies = readCompanyLines(lines)
    await pinWords(world.database.sql, companies, by)
    const pinned = (await listPins(world.database.sql)).filter(
      ({ host }) => host === 'quux.example',
    )
    assert.deepEqual(pinned.map(({ what, words }) => `${what} ${words}`).sort(), [
      'name Quux Ltd',
      'names Quuxco',
      'tickers QUUX',
    ])
    assert.throws(() => readCompanyLines('quux.example'), /Line 1/)
    assert.throws(() => readCompanyLines('ok.example | Ok\nlocalhost | X'), /Line 2/)
    assert.throws(() => readCompanyLines('# nothing'), /no companies/)
    const half = readCompanyLines('half.example | Half\nbad.example | Bad | | n o')
    await assert.rejects(pinWords(world.database.sql, half, by), /not a symbol/)
    assert.ok((await listPins(world.database.sql)).every(({ host }) => host !== 'half.example'))
  })

  it('has no end of complaints to read through', async () => {
    const one = (at: number) =>
      complain(world.database.sql, {
        domain: `many${at}.example`,
        kind: 'icon',
        note: '',
        accountId: world.accountId,
      })
    await world.database.sql`
      insert into image_complaints (id, host, kind, note, account_id)
      select 'c' || n, 'h' || n, 'icon', '', ${world.accountId} from generate_series(1, 99) as n`
    await one(1)
    await assert.rejects(one(2), /Try again tomorrow/)
  })
})
