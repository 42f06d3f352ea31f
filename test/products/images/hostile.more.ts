import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { crc32, deflateSync } from 'node:zlib'
import { getImage, type ImageApp, startImages } from '../../support/images.ts'
import { colorOf, ico, png, svg } from '../../support/pictures.ts'
import { createSimulatedWeb, type Pages, type SimulatedWeb } from '../../support/simulated-web.ts'
import { stretched } from '../../support/slowness.ts'

/** A PNG of any size whose pixels are all zero: a few kilobytes that unpack to a gigabyte. */
const bombPng = (side: number): Buffer => {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const head = Buffer.alloc(4)
    head.writeUInt32BE(data.length)
    const tail = Buffer.alloc(4)
    tail.writeUInt32BE(crc32(body))
    return Buffer.concat([head, body, tail])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.writeUInt8(1, 8)
  const rows = deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * Math.min(side, 4000)))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const useBomb = (levels: number): string => {
  const defs = Array.from({ length: levels }, (_, at) => {
    const uses = `<use href="#l${at}"/>`.repeat(10)
    return `<g id="l${at + 1}">${uses}</g>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><defs><circle id="l0" r="4"/>${defs.join('')}</defs><use href="#l${levels}"/></svg>`
}

describe('hostile sites', () => {
  let web: SimulatedWeb
  let app: ImageApp
  let good: Buffer
  before(async () => {
    web = await createSimulatedWeb()
    good = ico([await png('blue', 48)])
    web.site('acme.example', { '/': '<link rel=icon href=/i.png>', '/i.png': await png('blue') })
    app = await startImages(web)
    await app.image('/acme.example')
  })
  after(async () => {
    await app.close()
    await web.close()
  })
  const linked = (file: string) =>
    `<html><head><link rel="apple-touch-icon" href="${file}"></head></html>`

  const files: [name: string, file: () => Buffer | string][] = [
    ['a picture of 900 megapixels', () => bombPng(30_000)],
    ['an SVG that unfolds into a billion shapes', () => useBomb(9)],
    ['an SVG that unfolds into a hundred thousand shapes', () => useBomb(5)],
    [
      'an SVG of entities',
      () =>
        `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 9 }, (_, at) => `<!ENTITY b${at} "${`&${at ? `b${at - 1}` : 'a'};`.repeat(10)}">`).join('')}]><svg xmlns="http://www.w3.org/2000/svg"><text>&b8;</text></svg>`,
    ],
    [
      'an SVG nested fifty thousand deep',
      () => `<svg xmlns="http://www.w3.org/2000/svg">${'<g>'.repeat(50_000)}`,
    ],
    [
      'an icon file of 65,535 entries',
      () => Buffer.concat([Buffer.from([0, 0, 1, 0, 0xff, 0xff]), Buffer.alloc(16 * 65_535, 1)]),
    ],
    ['a file that never ends', () => Buffer.alloc(5_000_000, 'a')],
    ['half a picture', () => bombPng(100).subarray(0, 60)],
  ]
  for (const [at, [name, file]] of files.entries())
    it(`${name} makes way for the next candidate`, async () => {
      const host = `hostile${at}.example`
      web.site(host, { '/': linked('/bad'), '/bad': file(), '/favicon.ico': good })
      const { headers, bytes } = await app.image(`/${host}`)
      assert.equal(headers.get('x-image-source'), 'well-known')
      assert.equal(await colorOf(bytes), 'blue')
    })

  const pages: [name: string, page: Pages['']][] = [
    ['a page of 300,000 nested elements', '<div>'.repeat(300_000)],
    ['a page of 100,000 icons', '<link rel=icon href=x>'.repeat(60_000)],
    ['JSON-LD of brackets', `<script type="application/ld+json">${'['.repeat(400_000)}</script>`],
    [
      'JSON-LD of commas and blanks',
      `<script type="application/ld+json">{"a":${', '.repeat(100_000)}${' '.repeat(200_000)}--></script>`,
    ],
    ['sizes of a megabyte', `<link rel=icon href=/x sizes="${'1x1 '.repeat(250_000)}">`],
    ['redirects without end', { status: 302, headers: { location: '/' } }],
  ]
  for (const [at, [name, page]] of pages.entries())
    it(`${name} leaves the well-known paths`, async () => {
      const host = `page${at}.example`
      web.site(host, { '/': page ?? '', '/favicon.ico': good })
      assert.equal(await colorOf((await app.image(`/${host}`)).bytes), 'blue')
    })

  describe('that keep us waiting', { concurrency: true }, () => {
    it('a site that never answers costs its first asker ten seconds at most', async () => {
      web.site('silent.example', () => new Promise(() => {}))
      const startedMs = performance.now()
      const { headers } = await app.image('/silent.example')
      assert.equal(headers.get('x-image-source'), 'monogram')
      assert.ok(performance.now() - startedMs < stretched(10_000))
    })

    it('a well-known icon is served although the page never comes', async () => {
      web.site('slowpage.example', ({ path }) =>
        path === '/favicon.ico' ? good : path === '/' ? new Promise(() => {}) : { status: 404 },
      )
      assert.equal(await colorOf((await app.image('/slowpage.example')).bytes), 'blue')
    })
  })

  it('too many new sites at once are told to come again, cached images never are', async () => {
    web.site('icons.one.test', { '*': { status: 404 } })
    web.site('icons.two.test', { '*': { status: 404 } })
    const leaving = new AbortController()
    const mark = `?token=${app.publishableKey}`
    const cold = Array.from({ length: 480 }, (_, at) => {
      web.site(`crowd${at}.example`, () => new Promise(() => {}))
      return getImage(`${app.imageUrl}/crowd${at}.example${mark}`, { signal: leaving.signal }).then(
        answer => answer,
        () => undefined,
      )
    })
    const told = cold.map(async answer => {
      const { status } = (await answer) ?? {}
      return status === 503 ? answer : Promise.reject(new Error(`answered with ${status}`))
    })
    const first = await Promise.any(told)
    assert.ok(Number(first?.headers.get('retry-after')) > 0)
    assert.equal(first?.headers.get('access-control-allow-origin'), '*')
    for (let at = 0; at < 20; at++) assert.equal((await app.image('/acme.example')).status, 200)
    leaving.abort()
    await Promise.all(cold)
  })

  it('an SVG’s scripts and references are gone however it is asked for', async () => {
    const art = svg('blue').replace(
      '<ellipse',
      '<script>x()</script><image href="https://spy.test/"/><ellipse',
    )
    web.site('script.example', { '/': linked('/i.svg'), '/i.svg': art })
    for (const query of ['', '?theme=dark', '?format=png&size=2048']) {
      const { text } = await app.image(`/script.example${query}`)
      assert.doesNotMatch(text, /script|spy/)
    }
  })
})
