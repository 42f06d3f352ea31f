import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { BrandingProfile } from '../../../src/extraction/branding/profile.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../../support/simulated-web.ts'
import { marketingPage } from './pages.ts'

let web: SimulatedWeb
let app: TestApp
before(async () => {
  web = await createSimulatedWeb()
  app = await startApp(web.env)
})
after(async () => {
  await app.close()
  await web.close()
})

const ask = async (host: string, html: string, body = {}) => {
  web.site(host, { '*': html })
  const url = `http://${host}/`
  return app.api('/v1/branding', {
    method: 'POST',
    body: { url, include: ['components'], ...body },
  })
}

describe('a page that gets in the way of measuring', { concurrency: 2 }, () => {
  it('is measured although a form’s fields are called like properties', async () => {
    const fields = ['children', 'id', 'className', 'name'].map(name => `<input name="${name}">`)
    const html = marketingPage()
      .replace('<main>', `<form action="/book"><main>`)
      .replace('</main>', `${fields.join('')}</main></form>`)
    const { json } = await ask('booking.test', html)
    assert.equal((json as BrandingProfile).components?.buttonPrimary?.radius.topLeft, 10)
  })

  it('is refused, not a fault of ours, when it hides what its elements are', async () => {
    const body = '<form><input name="tagName"><input name="getAttribute"></form>'
    const answer = await ask('hidden.test', marketingPage({ body }))
    assert.equal(answer.headers.get('x-error-code'), 'page_unsupported', answer.text)
    assert.equal(answer.headers.get('x-credits-used'), '0')
  })

  it('never makes the server fail by moving on while it is looked at', async () => {
    const head = '<script>setTimeout(() => location.reload(), 450 + Math.random() * 300)</script>'
    const answer = await ask('restless.test', marketingPage({ head }), { timeout: 12_000 })
    assert.ok(answer.status === 200 || answer.status === 502, answer.text)
  })

  it('costs its own deadline and no more when it never comes to rest', async () => {
    const head = '<script>for (;;);</script>'
    const answer = await ask('endless.test', marketingPage({ head }), { timeout: 2_000 })
    assert.equal(answer.headers.get('x-error-code'), 'page_timeout', answer.text)
  })
})
