import assert from 'node:assert/strict'
import { it } from 'node:test'
import { crawled, sitePage, startCrawl } from '../../support/crawl.ts'
import { pictureOf, scanOf } from '../../support/scans.ts'
import { startWebApp } from '../../support/web-app.ts'

it('scans cost a crawl what they cost a batch: pages beyond the first too, failures nothing', async () => {
  const { web, app } = await startWebApp()
  const page = await pictureOf(['Sales of lamps', 'Invoice 2024-00731 was sent.'])
  const headers = { 'content-type': 'application/pdf' }
  web.site('scans-crawl.test', {
    '/': sitePage('Scans', ['/two.pdf', '/blank.pdf']),
    '/two.pdf': { headers, body: await scanOf([page, undefined, page]) },
    '/blank.pdf': { headers, body: await scanOf([undefined, undefined]) },
    '*': { status: 404, body: 'none' },
  })
  const state = await crawled(app, await startCrawl(app, { url: 'https://scans-crawl.test/' }))
  assert.deepEqual([state.completed, state.failed, state.creditsUsed], [2, 1, 1 + 2])
})
