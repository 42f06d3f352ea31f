// alone: its sites wait for their pictures while they are loaded
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { checkSite, isCommon, startSites } from '../../support/image-sites.ts'
import type { ImageApp } from '../../support/images.ts'
import type { SimulatedWeb } from '../../support/simulated-web.ts'
import { sites } from './sites.ts'

let web: SimulatedWeb
let app: ImageApp
before(async () => {
  ;({ web, app } = await startSites())
})

describe('a made-up site gets the right icon', () => {
  for (const site of sites.filter(isCommon)) it(site.name, () => checkSite(app, site))

  it('asks a page with sixty icons for few of them', () => {
    assert.ok(web.requestsTo('many.example').length < 30)
  })

  it('there are forty of them at least, and the common ones are among them', () => {
    assert.ok(sites.length >= 40)
    assert.equal(sites.filter(isCommon).length, 15)
  })
})
