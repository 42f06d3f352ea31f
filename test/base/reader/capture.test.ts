import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { capturePage } from '../../../src/base/reader/capture.ts'
import { type Browsers, openBrowsers } from '../../../src/base/web/browser.ts'
import { createEgress, type Egress } from '../../../src/base/web/egress.ts'
import { findBrowser } from '../../../src/base/web/find-browser.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../../support/simulated-web.ts'

let web: SimulatedWeb
let egress: Egress
let browsers: Browsers
before(async () => {
  web = await createSimulatedWeb()
  egress = createEgress({ outbound: web.outbound })
  browsers = openBrowsers({ egress, find: () => findBrowser({ chromiumPath: undefined }) })
})
after(async () => {
  await browsers.close()
  await egress.close()
  await web.close()
})

const capture = (url: string): Promise<string> =>
  browsers.withPage({}, undefined, async visit => {
    await visit.open(url, { waitUntil: 'load' })
    return visit.read(capturePage)
  })

describe('what is in a frame', () => {
  const frame = (src: string) => `<iframe src="${src}" width="600" height="400"></iframe>`

  it('leads where it leads in the frame', async () => {
    web.site('outer.example', {
      '/a/b': `<p>Outer</p><a href="c">c</a>${frame('/in/side')}${frame('https://other.example/')}`,
      '/in/side': `<a href="next">next</a><a href="#here">here</a><a href="?q=1">ask</a>
        <a href="mailto:a@b.example">mail</a>
        <img src="../p.png" srcset="s.png 1x, /l.png 2x">`,
    })
    web.site('other.example', { '/': '<base href="/deep/"><a href="down">down</a>' })
    const html = await capture('https://outer.example/a/b')
    for (const written of [
      'href="c"',
      'href="https://outer.example/in/next"',
      'href="#here"',
      'href="https://outer.example/in/side?q=1"',
      'href="mailto:a@b.example"',
      'src="https://outer.example/p.png"',
      'srcset="https://outer.example/in/s.png 1x, https://outer.example/l.png 2x"',
      'href="https://other.example/deep/down"',
    ])
      assert.ok(html.includes(written), `${written}\n${html}`)
  })

  it('may be in a frame of that frame', async () => {
    web.site('nested.example', {
      '/': `<p>One</p>${frame('/two')}`,
      '/two': `<p>Two</p>${frame('/three')}`,
      '/three': '<p>Three</p>',
    })
    const html = await capture('https://nested.example/')
    assert.match(html, /One.*Two.*Three/s)
    assert.doesNotMatch(html, /siteray-frame n/)
  })

  it('begins where its body does, whatever its scripts write about one', async () => {
    web.site('script.example', {
      '/': frame('/inner'),
      '/inner': `<head><script>const page = "<body class=x>" + 'noise'</script></head>
        <body onload="if (2 > 1) window.quiet = true"><p>Inner</p></body>`,
    })
    const html = await capture('https://script.example/')
    assert.match(html, /<div><p>Inner<\/p>\s*<\/div>/)
    assert.doesNotMatch(html, /noise|quiet/)
  })
})
