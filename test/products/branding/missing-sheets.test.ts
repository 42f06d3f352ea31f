import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Reply } from '../../support/simulated-web.ts'
import {
  css,
  inBrowser,
  linked,
  page,
  second,
  setUpSheets,
  without,
} from './missing-sheets-setup.ts'

const ask = setUpSheets()

const image = { 'content-type': 'image/png' }
const faults: [path: string, reply: Reply, reason: string][] = [
  ['/a.css?1', { status: 403, body: 'no' }, 'status 403'],
  ['/a.css?2', { status: 404, body: css, headers: { 'content-type': 'text/css' } }, 'status 404'],
  ['/a.css?3', { status: 503, body: 'busy' }, 'status 503'],
  ['/a.css?4', { headers: image, body: 'not really one' }, 'image/png instead of CSS'],
]
const links = (paths: readonly string[]) =>
  page(paths.map(path => `<link rel=stylesheet href="${path}">`).join(''))

describe('a stylesheet that does not come', { concurrency: 2 }, () => {
  it('is told with its reason, asked for twice, and doubted', async () => {
    const pages = Object.fromEntries(faults.map(([path, reply]) => [path, reply]))
    const html = links(faults.map(([path]) => path))
    const reasons = faults.map(([, , reason]) => reason).join(', ')
    for (const include of [inBrowser, without]) {
      const { profile, asked } = await ask({ '/': html, ...pages }, include)
      assert.equal(
        profile.warning,
        `4 of 4 stylesheets could not be read (${reasons}), so values may be wrong.`,
      )
      // Chromium asks again by itself for what it looked ahead for and could not use.
      assert.ok(asked >= 8 && asked <= (include === inBrowser ? 12 : 8), String(asked))
      assert.ok((profile.colors?.background?.confidence ?? 1) < 0.5)
      const family = profile.typography?.families.primary
      assert.ok((family?.confidence ?? 0) < 0.5, family?.value)
    }
  })

  it('is told where it is the only one', async () => {
    for (const [path, reply, reason] of faults) {
      const { profile } = await ask({ '/': links([path]), [path]: reply }, without)
      const sentence = `One stylesheet could not be read (${reason}), so values may be wrong.`
      assert.equal(profile.warning, sentence)
    }
  })

  it('is forgotten where it comes the second time', async () => {
    for (const include of [inBrowser, without]) {
      const { profile } = await ask({ '/': linked, '/a.css': second() }, include)
      assert.equal(profile.warning, undefined)
      assert.equal(profile.colors?.action?.value, '#1144cc')
      if (include === inBrowser) assert.equal(profile.typography?.families.primary?.value, 'Inter')
    }
  })
})
