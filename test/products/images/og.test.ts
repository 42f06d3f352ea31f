import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type ImageApp, startImages } from '../../support/images.ts'
import { type Color, colorOf, jpeg, png, sizeOf, svg } from '../../support/pictures.ts'
import { createSimulatedWeb, type Pages, type SimulatedWeb } from '../../support/simulated-web.ts'

describe('the Open Graph image', () => {
  let web: SimulatedWeb
  let app: ImageApp
  let files: Pages
  before(async () => {
    web = await createSimulatedWeb()
    app = await startImages(web)
    files = {
      '/red.jpg': await jpeg('red'),
      '/blue.jpg': await jpeg('blue'),
      '/green.png': await png('green', 600, 300),
      '/pixel.png': await png('red', 1),
      '/art.svg': svg('purple', 400, 200),
      '/favicon.ico': await png('red', 64),
      '/broken.jpg': (await jpeg('red')).subarray(0, 300),
    }
  })
  after(async () => {
    await app.close()
    await web.close()
  })
  const og = (property: string, content: string) =>
    `<meta property="${property}" content="${content}">`

  const cases: [name: string, head: string, expected: Color | 404, source?: string][] = [
    ['og:image', og('og:image', 'https://HOST/blue.jpg'), 'blue', 'og:image'],
    ['a relative address', og('og:image', '/blue.jpg'), 'blue'],
    ['relative to base', `<base href="/sub/">${og('og:image', '../blue.jpg')}`, 'blue'],
    ['name instead of property', '<meta name="og:image" content="/blue.jpg">', 'blue'],
    ['capitals', '<META PROPERTY="OG:Image" CONTENT="/blue.jpg">', 'blue'],
    [
      'the secure address first',
      og('og:image', '/red.jpg') + og('og:image:secure_url', '/blue.jpg'),
      'blue',
    ],
    ['image_src of an old page', '<link rel="image_src" href="/blue.jpg">', 'blue', 'image_src'],
    [
      'image_src after all others',
      `<link rel="image_src" href="/red.jpg">${og('twitter:image', '/blue.jpg')}`,
      'blue',
    ],
    ['og:image:url', og('og:image:url', '/blue.jpg'), 'blue'],
    ['the first of several', og('og:image', '/blue.jpg') + og('og:image', '/red.jpg'), 'blue'],
    [
      'the next when the first is missing',
      og('og:image', '/gone.jpg') + og('og:image', '/blue.jpg'),
      'blue',
    ],
    [
      'the next when the first is broken',
      og('og:image', '/broken.jpg') + og('og:image', '/blue.jpg'),
      'blue',
    ],
    [
      'the next when the first is a pixel',
      og('og:image', '/pixel.png') + og('og:image', '/blue.jpg'),
      'blue',
    ],
    [
      'the fifth when four are missing',
      [1, 2, 3, 4].map(at => og('og:image', `/gone${at}.jpg`)).join('') +
        og('og:image', '/blue.jpg'),
      'blue',
    ],
    [
      'og before twitter',
      `<meta name="twitter:image" content="/red.jpg">${og('og:image', '/blue.jpg')}`,
      'blue',
    ],
    [
      'twitter where there is no og',
      '<meta name="twitter:image" content="/blue.jpg">',
      'blue',
      'twitter:image',
    ],
    [
      'twitter when og is broken',
      `${og('og:image', '/gone.jpg')}<meta name="twitter:image:src" content="/blue.jpg">`,
      'blue',
    ],
    ['an SVG, drawn', og('og:image', '/art.svg'), 'purple'],
    ['never the icon instead', '<link rel="icon" href="/red.jpg">', 404],
    [
      'never the icon instead of a broken one',
      `${og('og:image', '/gone.jpg')}<link rel="icon" href="/red.jpg">`,
      404,
    ],
    ['an empty content', og('og:image', ''), 404],
  ]
  for (const [at, [name, head, expected, source]] of cases.entries())
    it(name, async () => {
      const host = `og${at}.example`
      web.site(host, {
        ...files,
        '/': `<html><head>${head.replaceAll('HOST', host)}</head></html>`,
      })
      const { status, headers, bytes } = await app.image(`/og/${host}`)
      if (expected === 404) {
        assert.equal(status, 404)
        assert.equal(headers.get('cache-control'), 'private, max-age=3600')
        return
      }
      assert.equal(status, 200)
      assert.equal(await colorOf(bytes), expected)
      assert.equal(headers.get('content-type'), 'image/png')
      assert.equal((await sizeOf(bytes)).width, 1200)
      if (source) assert.equal(headers.get('x-image-source'), source)
    })

  it('keeps its proportions at the width asked for', async () => {
    web.site('wide.example', { ...files, '/': og('og:image', '/green.png') })
    const shapes: [query: string, width: number, height: number, format: string][] = [
      ['', 1200, 600, 'png'],
      ['?size=300', 300, 150, 'png'],
      ['?size=300&retina=true', 600, 300, 'png'],
      ['?size=5000&format=webp', 2048, 1024, 'webp'],
      ['?size=100&format=jpg', 100, 50, 'jpeg'],
    ]
    for (const [query, ...shape] of shapes) {
      const { width, height, format } = await sizeOf(
        (await app.image(`/og/wide.example${query}`)).bytes,
      )
      assert.deepEqual([width, height, format], shape, query)
    }
  })

  it('falls back to a monogram only when asked to', async () => {
    web.site('none.example', { ...files, '/': '<title>None</title>' })
    assert.equal((await app.image('/og/none.example')).status, 404)
    const { status, headers } = await app.image('/og/none.example?fallback=monogram')
    assert.equal(status, 200)
    assert.equal(headers.get('x-image-source'), 'monogram')
  })

  it('is not a parent’s', async () => {
    web.site('parent.example', { ...files, '/': og('og:image', '/blue.jpg') })
    web.site('sub.parent.example', { '/': '<title>Sub</title>' })
    assert.equal((await app.image('/og/sub.parent.example')).status, 404)
  })
})
