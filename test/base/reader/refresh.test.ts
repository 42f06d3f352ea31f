import assert from 'node:assert/strict'
import { it } from 'node:test'
import { readPageRequest } from '../../../src/base/reader/page-request.ts'
import { readBytes } from '../../../src/base/reader/read-bytes.ts'
import { createReadPage, type ReaderDeps } from '../../../src/base/reader/read-page.ts'
import type { WayOut } from '../../../src/base/ways/ways.ts'
import { createEgress } from '../../../src/base/web/egress.ts'
import { createRobots } from '../../../src/base/web/robots.ts'
import { atEnd } from '../../support/at-end.ts'
import { createSimulatedWeb } from '../../support/simulated-web.ts'

it('a page that sends its visitors on by itself gets the cookies that it set', async () => {
  const web = await createSimulatedWeb()
  const egress = createEgress({ outbound: web.outbound })
  atEnd(async () => {
    await egress.close()
    await web.close()
  })
  web.site('asks.test', {
    '/': ({ headers }) =>
      headers.cookie === 'seen=1'
        ? '<p>What is behind the question for a cookie, said in a few words.</p>'
        : {
            headers: { 'content-type': 'text/html', 'set-cookie': 'seen=1; Path=/' },
            body: '<meta http-equiv="refresh" content="0; url=/back">',
          },
    '/back': '<meta http-equiv="refresh" content="0; url=/">',
  })
  const robots = createRobots(egress)
  const deps = {
    ways: { use: (_: unknown, work: (out: WayOut) => unknown) => work({ egress, robots }) },
    render: { isAvailable: () => false },
    verdicts: { note: () => undefined, failed: () => (error: unknown) => Promise.reject(error) },
  } as unknown as ReaderDeps
  const readPage = createReadPage({ ...deps, readBytes })
  const defaults = { formats: ['markdown'] as const, respectRobots: false }
  const asked = readPageRequest(egress.parseTarget, { url: 'https://asks.test/' }, defaults)
  const { markdown } = await readPage(asked, new AbortController().signal)
  assert.match(markdown ?? '', /behind the question/)
})
