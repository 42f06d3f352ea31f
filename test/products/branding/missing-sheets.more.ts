import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { stretched } from '../../support/slowness.ts'
import {
  css,
  inBrowser,
  linked,
  never,
  page,
  second,
  setUpSheets,
  sheet,
  without,
} from './missing-sheets-setup.ts'

const ask = setUpSheets()

describe('a stylesheet that does not come', { concurrency: 2 }, () => {
  it('is told where it is too slow, within the caller’s time', async () => {
    for (const include of [inBrowser, without]) {
      const pages = { '/': linked, '/a.css': never }
      const { profile } = await ask(pages, include, {
        timeout: Math.min(120_000, Math.round(stretched(9_000))),
      })
      assert.match(profile.warning ?? '', /One stylesheet could not be read \(no answer in time\)/)
      assert.ok((profile.colors?.background?.confidence ?? 1) < 0.5)
    }
  })

  it('is also one that another imports', async () => {
    const importing = {
      headers: { 'content-type': 'text/css' },
      body: `@import "/b.css"; @import "/c.css"; ${css}`,
    }
    for (const include of [inBrowser, without]) {
      const { profile } = await ask(
        { '/': linked, '/a.css': importing, '/b.css': second() },
        include,
      )
      assert.match(profile.warning ?? '', /One stylesheet could not be read \(status 404\)/)
    }
  })

  it('is not missed where it is for print, switched off, or another frame’s', async () => {
    const head = `<style>${css}</style><link rel=stylesheet media=print href=/p.css>
      <link rel="alternate stylesheet" title=big href=/big.css>`
    const framed = page(head).replace('</main>', '<iframe src=/frame.html></iframe></main>')
    for (const include of [inBrowser, without]) {
      const { profile } = await ask(
        { '/': framed, '/frame.html': '<link rel=stylesheet href=/inner.css>' },
        include,
      )
      assert.equal(profile.warning, undefined)
    }
  })

  it('takes less from what many stylesheets say than from what none does', async () => {
    const many = page(
      `<style>${css}</style>${[1, 2, 3].map(at => `<link rel=stylesheet href=/${at}.css>`).join('')}<link rel=stylesheet href=/a.css>`,
    )
    const there = { '/1.css': sheet, '/2.css': sheet, '/3.css': sheet }
    for (const include of [inBrowser, without]) {
      const { profile } = await ask({ '/': many, ...there }, include)
      const confidence = profile.colors?.action?.confidence ?? 0
      assert.ok(confidence > 0.5 && confidence < 0.8, String(confidence))
    }
  })
})
