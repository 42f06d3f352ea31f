// alone: its sites wait for their pictures while they are loaded
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import sharp from 'sharp'
import { contrast, readColor } from '../../../src/page/css/color.ts'
import { checkSite, isCommon, startSites } from '../../support/image-sites.ts'
import type { ImageApp } from '../../support/images.ts'
import { png } from '../../support/pictures.ts'
import type { SimulatedWeb } from '../../support/simulated-web.ts'
import { sites } from './sites.ts'

const blackDisc =
  '<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32"><circle cx="16" cy="16" r="12"/></svg>'

let web: SimulatedWeb
let app: ImageApp
before(async () => {
  ;({ web, app } = await startSites())
})

describe('a made-up site gets the right icon', () => {
  for (const site of sites.filter(site => !isCommon(site)))
    it(site.name, () => checkSite(app, site))

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
})
