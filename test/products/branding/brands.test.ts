import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { parseHtml } from '../../../src/page/html/html.ts'
import { readCompany } from '../../../src/products/branding/decide/company.ts'
import { socialOf } from '../../../src/products/branding/decide/socials.ts'
import { pinWords } from '../../../src/products/images/pin.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { createCaller } from '../../support/callers.ts'
import { firstAccountId } from '../../support/dashboard.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../../support/simulated-web.ts'
import { until } from '../../support/until.ts'

const organisation = {
  '@context': 'https://schema.org',
  '@graph': [
    { '@type': 'WebSite', name: 'Acme' },
    {
      '@type': 'Organization',
      name: 'Acme',
      legalName: 'Acme Holdings GmbH',
      description: 'Acme makes anvils.',
      foundingDate: '1901',
      address: {
        '@type': 'PostalAddress',
        streetAddress: 'Anvil Street 1',
        postalCode: '10115',
        addressLocality: 'Berlin',
        addressCountry: { '@type': 'Country', name: 'Germany' },
      },
      contactPoint: [{ '@type': 'ContactPoint', telephone: '+49 30 1234567' }],
      sameAs: ['https://www.linkedin.com/company/acme/', 'https://acme.example/'],
    },
  ],
}

const page = `<!doctype html><html><head><title>Acme</title>
<meta name="description" content="Anvils and more">
<script type="application/ld+json">${JSON.stringify(organisation)}</script>
<style>body{font:16px / 1.5 Inter,
 sans-serif;color:#222;background:#fff}h1{font-family:Georgia,serif}.btn{background:#c2410c;color:#fff}</style></head>
<body><header><a href="/"><img class="logo" src="/logo.svg" alt="Acme" width="200" height="40"></a></header>
<main><h1>Anvils</h1>${'<p>Acme has made anvils for everybody who needs one, since 1901 and for ever.</p>'.repeat(8)}
<a class="btn" href="/buy">Buy</a></main>
<footer><a href="https://twitter.com/acme?ref=home">X</a><a href="https://www.facebook.com/sharer/sharer.php?u=x">Share</a>
<a href="tel:+49 30 1234567">Call</a></footer></body></html>`

type Fact = { value: string; confidence: number; evidence: unknown[] }
type Brand = {
  name: Fact
  legalName: Fact
  description: Fact
  industry: Fact | null
  founded: Fact
  addresses: Fact[]
  telephones: Fact[]
  socials: (Fact & { network: string })[]
  logos: (Fact & { kind: string })[]
  images: { logo: string }
  fonts: (Fact & { role: string })[]
}

describe('GET /v1/brands/{domain}', () => {
  let web: SimulatedWeb
  let app: TestApp
  before(async () => {
    web = await createSimulatedWeb()
    web.site('acme.example', {
      '/': page,
      '/logo.svg':
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 40"><rect width="200" height="40" fill="#c2410c"/></svg>',
    })
    // The bare name has no address, as of many universities and authorities.
    web.site('www.college.example', { '/': page.replaceAll('Acme', 'College') })
    app = await startApp(web.env)
  })
  after(async () => {
    await app.close()
    await web.close()
  })

  it('says what the site says of its company, with evidence, and costs 5 credits, then 1', async () => {
    const first = await app.api('/v1/brands/https%3A%2F%2Fwww.acme.example%2Fabout')
    assert.equal(first.status, 200, JSON.stringify(first.json))
    assert.equal(first.headers.get('x-credits-used'), '5')
    const brand = first.json as Brand
    assert.equal(brand.name.value, 'Acme')
    assert.equal(brand.legalName.value, 'Acme Holdings GmbH')
    assert.equal(brand.description.value, 'Acme makes anvils.')
    assert.equal(brand.industry, null)
    assert.equal(brand.founded.value, '1901')
    assert.deepEqual(
      brand.addresses.map(({ value }) => value),
      ['Anvil Street 1, 10115, Berlin, Germany'],
    )
    assert.deepEqual(
      brand.telephones.map(({ value }) => value),
      ['+49 30 1234567'],
    )
    assert.deepEqual(
      brand.socials.map(({ network, value }) => [network, value]),
      [
        ['linkedin', 'https://www.linkedin.com/company/acme'],
        ['x', 'https://twitter.com/acme'],
      ],
    )
    assert.equal(brand.logos[0]?.kind, 'logo')
    assert.deepEqual(
      brand.fonts.map(({ role, value }) => [role, value]),
      [
        ['body', 'Inter'],
        ['heading', 'Georgia'],
      ],
    )
    assert.match(brand.images.logo, /\/logo\/acme\.example$/)
    for (const fact of [
      brand.legalName,
      ...brand.addresses,
      ...brand.socials,
      ...brand.logos,
      ...brand.fonts,
    ])
      assert.ok(fact.confidence > 0 && fact.evidence.length > 0)
    const again = await app.api('/v1/brands/acme.example')
    assert.equal(again.headers.get('x-credits-used'), '1')
    assert.deepEqual(again.json, first.json)
  })

  it('reads a site that is there under www alone', async () => {
    const { status, json } = await app.api('/v1/brands/www.college.example')
    assert.equal(status, 200, JSON.stringify(json))
    const { domain, url, name } = json as { domain: string; url: string; name: Fact }
    assert.deepEqual(
      [domain, url, name.value],
      ['college.example', 'https://www.college.example/', 'College'],
    )
  })

  it('lets the account that read a site find it by its name, and nobody else', async () => {
    await app.api('/v1/brands/acme.example')
    const body = { companies: ['Acme Holdings', { name: 'ACME Holdings GmbH' }] }
    type Resolved = { companies: { domain: string | null; reason: string }[] }
    const resolve = async (api: TestApp['api']) => {
      const answer = await api('/v1/companies/resolve', { method: 'POST', body })
      return (answer.json as Resolved).companies.map(({ domain }) => domain)
    }
    assert.deepEqual(await resolve(app.api), ['acme.example', 'acme.example'])
    const stranger = await createCaller(app, 'free')
    assert.deepEqual(await resolve(stranger.api), [null, null])
    const own = await app.api('/v1/images/Acme%20Holdings?by=name')
    assert.equal((own.json as { domain: string }).domain, 'acme.example')
  })

  it('takes the operator’s name at once, also for what was kept', async () => {
    await app.api('/v1/brands/acme.example')
    const accountId = await firstAccountId(app)
    const words = { name: 'ACME Corporation' }
    await pinWords(app.database.sql, [{ domain: 'acme.example', words }], {
      ...{ accountId, actor: 'operator' },
    })
    await until('it is the pinned name', async () => {
      const { json, headers } = await app.api('/v1/brands/acme.example')
      assert.equal(headers.get('x-credits-used'), '1')
      return (json as Brand).name.value === 'ACME Corporation'
    })
  })

  it('reads the sample site, which has no HTTPS', async () => {
    const answer = await app.api('/v1/brands/sample.siteray.example')
    assert.equal(answer.status, 200, answer.text)
    assert.match((answer.json as { url: string }).url, /^http:\/\/sample\.siteray\.example\//)
  })

  it('costs nothing where there is no domain or no page', async () => {
    for (const [domain, status] of [
      ['localhost', 400],
      ['x'.repeat(300), 400],
      ['nobody.example', 502],
    ] as const) {
      const answer = await app.api(`/v1/brands/${domain}`)
      assert.equal(answer.status, status, domain)
      assert.equal(answer.headers.get('x-credits-used'), '0', domain)
    }
  })
})

it('the telephone number of a link is read however it is written', () => {
  for (const [href, number] of [
    ['tel:(555) 123-4567', '(555) 123-4567'],
    ['tel:+49%2030%201234567', '+49 30 1234567'],
    ['tel:%2B49301234567', '+49301234567'],
    ['tel:// +49 30 1234567', '+49 30 1234567'],
    ['TEL: +49 30/1234567', '+49 30/1234567'],
    ['tel:+49\u00a030\u20131234567', '+49 30–1234567'],
    ['tel:+1-800-555-1234;ext=5', '+1-800-555-1234'],
    ['tel:+1-800-555-1234,,5#', '+1-800-555-1234'],
    ['tel:112', undefined],
    ['tel:call-us', undefined],
    ['tel:%', undefined],
  ] as const) {
    const document = parseHtml(`<a href="${href}">Call</a>`)
    const { telephones } = readCompany(document, 'https://acme.example/')
    assert.equal(telephones[0]?.value, number, href)
  }
})

describe('an account of a social network', () => {
  it('is told from what only leads there', () => {
    assert.deepEqual(socialOf('http://www.facebook.com/acme/?utm_source=x'), {
      network: 'facebook',
      url: 'https://www.facebook.com/acme',
    })
    // The number is the account’s name, and all else in the query is about the visit.
    assert.equal(
      socialOf('https://www.facebook.com/profile.php?ref=page&id=100064123456789')?.url,
      'https://www.facebook.com/profile.php?id=100064123456789',
    )
    for (const [address, network] of [
      ['https://www.pinterest.it/acme/', 'pinterest'],
      ['https://www.github.com/acme', 'github'],
      ['https://discord.com/invite/acme', 'discord'],
      ['https://www.youtube.com/channel/UC1', 'youtube'],
      ['https://www.facebook.com/people/Acme/100064', 'facebook'],
      ['https://x.com/live', 'x'],
      ['https://www.facebook.com/photo.studio.acme', 'facebook'],
      ['https://www.facebook.com/sharepoint', 'facebook'],
    ] as const)
      assert.equal(socialOf(address)?.network, network, address)
    for (const address of [
      'https://www.pinterest.com/pin/create/button/?url=x',
      'https://www.linkedin.com/cws/share?url=x',
      'https://www.linkedin.com/feed/update/urn:li:activity:1',
      'https://www.xing.com/spi/shares/new?url=x',
      'https://www.xing.com/app/user?op=share',
      'https://x.com/i/flow/login',
      'https://www.youtube.com/playlist?list=PL1',
      'https://www.youtube.com/results?search_query=acme',
      'https://www.youtube.com/shorts/abc',
      'https://www.facebook.com/story.php?story_fbid=1&id=2',
      'https://www.facebook.com/permalink.php?story_fbid=1&id=2',
      'https://www.facebook.com/photo/?fbid=1',
      'https://www.facebook.com/profile.php',
      'https://www.instagram.com/stories/acme/1',
      'https://www.facebook.com/sharer/sharer.php?u=x',
      'https://twitter.com/intent/tweet?text=x',
      'https://x.com/acme/status/1',
      'https://github.com/',
      'https://notfacebook.com/acme',
      'javascript:alert(1)',
    ])
      assert.equal(socialOf(address), undefined, address)
  })
})
