import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { after, before, describe, it } from 'node:test'
import { sketchProfile } from '../../../src/products/branding/sketch-profile.ts'
import { surveyPage } from '../../../src/products/branding/survey-page.ts'

const url = 'https://lamps.test/'
const html = `<!doctype html><title>Lamps</title><link rel=stylesheet href=/a.css>
  <link rel=manifest href=/m.json><header><a href=/><img src=/logo.png alt=Lamps></a></header>
  <main><h1>Light</h1>${'<p>A lamp for every desk, and a desk for every lamp.</p>'.repeat(6)}
  <a class=buy href=/buy>Buy now</a></main>`

let parses = 0
const count = () => {
  parses++
}
before(() => subscribe('siteray:parse', count))
after(() => unsubscribe('siteray:parse', count))

describe('a page that is surveyed and then sketched', () => {
  it('is none where its status says so', () => {
    const surveyed = (status: number) =>
      surveyPage({
        bytes: Buffer.from(html),
        origin: { requestedUrl: url, finalUrl: url, status, headers: {} },
      }).is
    assert.deepEqual([399, 400, 404, 500].map(surveyed), ['survey', 'status', 'status', 'status'])
    parses = 0
  })

  it('is none where it is a file', () => {
    const survey = (body: string, type: string) =>
      surveyPage({
        bytes: Buffer.from(body),
        origin: {
          ...{ requestedUrl: url, finalUrl: url, status: 200 },
          headers: { 'content-type': type },
        },
      })
    for (const [body, type] of [
      ['{"lamps": [1, 2]}', 'application/json'],
      ['{"lamps": [1, 2]}', 'text/html'],
      ['A lamp for every desk, and a desk for every lamp. '.repeat(9), 'text/plain'],
      ['<rss><channel><title>Lamps</title></channel></rss>', 'application/rss+xml'],
    ] as const)
      assert.throws(() => survey(body, type), {
        code: 'page_unsupported',
        message: 'lamps.test sent a file, not a page.',
      })
    assert.equal(survey(html, 'text/plain').is, 'survey')
    parses = 0
  })

  it('is parsed once, and sketched with the files that the survey named', async () => {
    const origin = { requestedUrl: url, finalUrl: url, status: 200, headers: {} }
    const survey = surveyPage({ bytes: Buffer.from(html), origin })
    if (survey.is !== 'survey') throw new Error(`it is "${survey.is}"`)
    const { sheets, manifestUrl, logoUrl, facts, packed } = survey
    assert.deepEqual(sheets, [{ is: 'link', url: `${url}a.css`, media: undefined }])
    assert.deepEqual([manifestUrl, logoUrl], [`${url}m.json`, `${url}logo.png`])
    const { colors } = await sketchProfile({
      ...{
        facts,
        packed,
        url,
        include: ['colors'],
        gaps: { missing: [], count: 0 },
        sprites: [],
        manifest: undefined,
      },
      sources: [{ css: '.buy { background: #cc2827; color: #fff }', media: undefined }],
      logo: undefined,
    })
    assert.equal(colors?.action?.value, '#cc2827')
    assert.equal(parses, 1)
  })
})
