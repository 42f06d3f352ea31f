import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type ImageApp, startImages } from '../../support/images.ts'
import { colorOf, flat, png } from '../../support/pictures.ts'
import { createSimulatedWeb, type Handler, type SimulatedWeb } from '../../support/simulated-web.ts'

describe('the favicon services', () => {
  let web: SimulatedWeb
  let app: ImageApp
  let answers: Record<'one' | 'two', Handler>
  before(async () => {
    web = await createSimulatedWeb()
    web.site('icons.one.test', (...args) => answers.one(...args))
    web.site('icons.two.test', (...args) => answers.two(...args))
    app = await startImages(web)
  })
  after(async () => {
    await app.close()
    await web.close()
  })
  const nothing = () => ({ status: 404, body: 'no' })
  const bare = { '/': '<html><title>Bare</title></html>' }
  const asked = (host: string, about: string) =>
    web.requestsTo(host).filter(({ path }) => path.includes(about)).length

  it('are not asked when the site has an icon', async () => {
    answers = { one: nothing, two: nothing }
    web.site('own.example', { '/': '<link rel=icon href=/i.png>', '/i.png': await png('blue', 32) })
    assert.equal((await app.image('/own.example')).headers.get('x-image-source'), 'link')
    assert.equal(asked('icons.one.test', 'own.example'), 0)
  })

  it('are asked in their order, with domain and size, and the first real icon is used', async () => {
    const blue = await png('blue', 64)
    answers = { one: () => blue, two: nothing }
    web.site('first.example', bare)
    const { headers, bytes } = await app.image('/first.example')
    assert.equal(headers.get('x-image-source'), 'service')
    assert.equal(await colorOf(bytes), 'blue')
    assert.deepEqual(
      web
        .requestsTo('icons.one.test')
        .filter(({ path }) => path.includes('first'))
        .map(({ path }) => path),
      ['/first.example/128'],
    )
    assert.equal(asked('icons.two.test', 'first.example'), 0)
  })

  const placeholders: [name: string, answer: () => Promise<ReturnType<typeof nothing> | Buffer>][] =
    [
      [
        'a globe with status 404',
        async () => ({ status: 404, body: (await png('red', 64)) as never }),
      ],
      ['a globe of 16 px', () => png('red', 16)],
      ['a grey square', () => flat('#dddddd', 64)],
      ['a pixel', () => png('red', 1)],
      ['a page', async () => Buffer.from('<html>Nothing</html>')],
      ['nothing at all', async () => Buffer.alloc(0)],
    ]
  for (const [at, [name, answer]] of placeholders.entries())
    it(`${name} is not taken for the site’s icon`, async () => {
      const green = await png('green', 48)
      answers = { one: answer, two: () => green }
      web.site(`placeholder${at}.example`, bare)
      const { bytes } = await app.image(`/placeholder${at}.example`)
      assert.equal(await colorOf(bytes), 'green')
      answers = { one: answer, two: answer }
      web.site(`both${at}.example`, bare)
      const { headers } = await app.image(`/both${at}.example`)
      assert.equal(headers.get('x-image-source'), 'monogram')
    })

  it('answer for a site that cannot be reached', async () => {
    const blue = await png('blue', 64)
    answers = { one: nothing, two: () => blue }
    assert.equal(await colorOf((await app.image('/unreachable.example')).bytes), 'blue')
  })

  it('are asked for neither Open Graph images nor domains with a mark', async () => {
    answers = { one: nothing, two: nothing }
    web.site('noog.example', bare)
    assert.equal((await app.image('/og/noog.example')).status, 404)
    assert.equal(asked('icons.one.test', 'noog.example'), 0)
  })
})
