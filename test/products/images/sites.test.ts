// alone: its sites wait for their pictures while they are loaded
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sharp from 'sharp'
import { contrast, readColor } from '../../../src/page/css/color.ts'
import { type ImageApp, startImages } from '../../support/images.ts'
import { colorOf, png } from '../../support/pictures.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../../support/simulated-web.ts'
import { type Site, sites } from './sites.ts'

const blackDisc =
  '<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32"><circle cx="16" cy="16" r="12"/></svg>'

let web: SimulatedWeb
let app: ImageApp
type Candidate = { source: string; url: string; score: number | null; reasons: string[] }
type Report = { source: string; report: { light: Candidate[]; dark: Candidate[]; parent?: string } }

const check = async ({ host, ask = `${host}.example`, expect }: Site): Promise<void> => {
  const answer = await app.image(`/${ask}`)
  assert.equal(answer.status, 200)
  const { json } = await app.api(`/v1/images/${ask}`)
  const { report } = json as Report
  const told = JSON.stringify(report, undefined, 1)
  assert.equal(answer.headers.get('x-image-source'), expect.source, told)
  assert.equal(await colorOf(answer.bytes), expect.color, told)
  if (expect.dark) {
    const onDark = await app.image(`/${ask}?theme=dark`)
    assert.equal(await colorOf(onDark.bytes), expect.dark, told)
  }
  const winner = report.light[0]
  if (expect.reason) assert.match(winner?.reasons.join(', ') ?? '', expect.reason, told)
  if (expect.loser) {
    const [path, reason] = expect.loser
    const loser = report.light.find(({ url }) => url.endsWith(path))
    assert.match(loser?.reasons.join(', ') ?? '', reason, told)
  }
}

describe('a made-up site gets the right icon', () => {
  before(async () => {
    web = await createSimulatedWeb()
    for (const { host, pages, more = {} } of sites) {
      web.site(`${host}.example`, pages, host === 'onlyhttp' ? { certificate: 'untrusted' } : {})
      for (const [name, there] of Object.entries(more)) web.site(name, there)
    }
    app = await startImages(web)
  })
  after(async () => {
    await app.close()
    await web.close()
  })

  for (const site of sites) it(site.name, () => check(site))

  it('a wordmark stands where the site’s own icon is small', async () => {
    const files = { '/': '<link rel="icon" href="/i.png">', '/i.png': await png('red', 32) }
    web.site('siemens.com', files)
    const { headers } = await app.image('/siemens.com')
    assert.equal(headers.get('x-image-source'), 'mark')
  })

  it('what was tinted for dark can be seen there, and keeps its color on light', async () => {
    const paintsOf = async (theme: string) => {
      const { text } = await app.image(`/lostondark.example?theme=${theme}`)
      return [...text.matchAll(/fill="(#\w+)"/g)].map(([, hex]) => hex)
    }
    assert.deepEqual(await paintsOf('light'), ['#10204f'])
    const [onDark = ''] = await paintsOf('dark')
    const [seen, surface] = [readColor(onDark), readColor('#121212')]
    assert.ok(seen && surface && contrast(seen, surface) >= 3, onDark)
  })

  it('a black PNG is white on dark, as a black SVG is', async () => {
    const black = await sharp(Buffer.from(blackDisc), { density: 144 }).png().toBuffer()
    web.site('blackpng.example', { '/': '<link rel="icon" href="/i.png">', '/i.png': black })
    const middle = async (theme: string) => {
      const { bytes } = await app.image(`/blackpng.example?theme=${theme}&size=32`)
      const pixels = await sharp(bytes).ensureAlpha().raw().toBuffer()
      return pixels.toString('hex', (16 * 32 + 16) * 4, (16 * 32 + 17) * 4)
    }
    assert.equal(await middle('light'), '000000ff')
    assert.equal(await middle('dark'), 'ffffffff')
  })

  it('asks a page with sixty icons for few of them', () => {
    assert.ok(web.requestsTo('many.example').length < 30)
  })

  it('there are forty of them at least', () => assert.ok(sites.length >= 40))
})
