import assert from 'node:assert/strict'
import { request as httpRequest } from 'node:http'
import { describe, it } from 'node:test'
import { startImages } from '../../support/images.ts'
import { svg } from '../../support/pictures.ts'
import { createSimulatedWeb } from '../../support/simulated-web.ts'

describe('the image API on the port of the extraction API', () => {
  it('is told apart by its host name', async () => {
    const web = await createSimulatedWeb()
    web.site('acme.example', { '/': '<link rel=icon href=/i.svg>', '/i.svg': svg('blue') })
    const probe = await startImages(web)
    const port = new URL(probe.imageUrl).port
    await probe.close()
    const app = await startImages(web, {
      env: {
        PORT: port,
        IMAGE_PORT: port,
        PUBLIC_URL: 'http://api.siteray.test',
        IMAGE_PUBLIC_URL: 'http://img.siteray.test',
      },
    })
    const ask = (host: string, path: string) =>
      new Promise<number | undefined>(resolve => {
        httpRequest({ host: '127.0.0.1', port, path, headers: { host } }, answer => {
          answer.resume()
          resolve(answer.statusCode)
        }).end()
      })
    assert.equal(await ask('img.siteray.test', `/acme.example?token=${app.publishableKey}`), 200)
    assert.equal(await ask('IMG.siteray.test:80', `/acme.example?token=${app.publishableKey}`), 200)
    assert.equal(await ask('api.siteray.test', '/healthz'), 200)
    assert.equal(await ask('api.siteray.test', `/acme.example?token=${app.publishableKey}`), 404)
    await app.close()
    await web.close()
  })
})

describe('the role of a process', () => {
  it('image: images and health, nothing of the extraction API', async () => {
    const web = await createSimulatedWeb()
    web.site('acme.example', { '/': '<link rel=icon href=/i.svg>', '/i.svg': svg('blue') })
    const app = await startImages(web, { env: { ROLE: 'image' } })
    assert.equal((await app.image('/acme.example')).status, 200)
    assert.equal((await app.api('/healthz')).status, 200)
    assert.equal((await app.api('/v1/images/acme.example')).status, 404)
    await app.close()
    await web.close()
  })

  it('api: no images, but what is known of them', async () => {
    const web = await createSimulatedWeb()
    const app = await startImages(web, { env: { ROLE: 'api' } })
    await assert.rejects(app.image('/acme.example'))
    const { status, json } = await app.api('/v1/images/acme.example')
    assert.equal(status, 404)
    assert.match((json as { error: string }).error, /acme\.example/)
    await app.close()
    await web.close()
  })
})
