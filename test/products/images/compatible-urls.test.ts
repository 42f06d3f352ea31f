import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compatibleTarget } from '../../../src/products/images/compatible-urls.ts'
import { boxSvg, fitInto, frameSvg } from '../../../src/products/images/frame-svg.ts'

const asked = (typed: string, query = '', behindToken = false) => {
  const found = compatibleTarget(typed, new URLSearchParams(query), behindToken)
  return found && `${found.typed} ${found.query}`
}

describe('the address of another icon service', () => {
  it('names a site and a size, and is answered in pixels', () => {
    const cases: [typed: string, query: string, target: string][] = [
      ['s2/favicons', 'domain=a.example', 'a.example domain=a.example&size=16&raster=true'],
      [
        's2/favicons',
        'domain_url=a.example&sz=32',
        'a.example domain_url=a.example&sz=32&size=32&raster=true',
      ],
      [
        's2/favicons',
        'domain=a.example&domain_url=b.example',
        'a.example domain=a.example&domain_url=b.example&size=16&raster=true',
      ],
      ['s2/favicons', '', ' size=16&raster=true'],
      [
        'faviconV2',
        'url=https://a.example',
        'https://a.example url=https%3A%2F%2Fa.example&size=16&raster=true',
      ],
      ['ip3/a.example.ico', '', 'a.example size=64&raster=true'],
      ['ip2/a.example.ico', 'size=9', 'a.example size=64&raster=true'],
      ['icon', 'url=a.example&size=32..64..128', 'a.example url=a.example&size=64&raster=true'],
      ['icon', 'url=a.example&size=32..64', 'a.example url=a.example&size=32&raster=true'],
      ['icon', 'url=a.example&size=', 'a.example url=a.example&size=120&raster=true'],
      ['icon/a.example', '', 'a.example size=128&raster=true'],
      ['clearbit/a.example', 'size=5', 'a.example size=5&raster=true'],
    ]
    for (const [typed, query, target] of cases) assert.equal(asked(typed, query), target, typed)
    for (const own of [
      'a.example',
      's2/favicons/x',
      'ip4/a.example.ico',
      'ip3/a.example',
      'x/icon',
    ])
      assert.equal(asked(own), undefined, own)
  })

  it('is what password managers add, behind a token alone', () => {
    assert.equal(asked('a.example/icon.png'), undefined)
    assert.equal(asked('a.example/icon.png', '', true), 'a.example size=64&raster=true')
    assert.equal(asked('a.example/b/icon.png', '', true), undefined)
  })
})

describe('a drawing in a frame', () => {
  const svg = (width: number, height: number) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><path d="M1 1h8v8z"/></svg>`
  const text = ({ bytes, contentType }: { bytes: Buffer; contentType: string }) => {
    assert.equal(contentType, 'image/svg+xml')
    return bytes.toString()
  }
  it('is as large as was asked; an oblong one stands in the middle', () => {
    assert.match(
      text(frameSvg(svg(10, 10), { sizePx: 64 })),
      /^<svg [^>]*viewBox="0 0 10 10" width="64" height="64">/,
    )
    const wide = text(frameSvg(svg(40, 10), { sizePx: 64 }))
    assert.match(
      wide,
      /^<svg [^>]*width="64" height="64" viewBox="0 0 64 64"><g><svg x="0" y="24" /,
    )
    assert.match(wide, /x="0" y="24" [^>]*width="64" height="16"/)
    const tall = text(frameSvg(svg(10, 30), { sizePx: 100 }))
    assert.match(tall, /<svg x="33.335" y="0" [^>]*width="33.33" height="100"/)
    const grey = text(frameSvg(svg(10, 10), { sizePx: 64, greyscale: true }))
    assert.match(
      grey,
      /<filter id="siteray-grey".*<g filter="url\(#siteray-grey\)"><svg x="0" y="0" /,
    )
    assert.throws(() => frameSvg('<svg', { sizePx: 5 }), /A stored SVG is refused/)
  })

  it('keeps its proportions in a box', () => {
    assert.match(
      text(boxSvg(svg(40, 10), { box: { width: 80, height: 80 } })),
      /width="80" height="20"/,
    )
    const grey = text(boxSvg(svg(40, 10), { box: { width: 80, height: 80 }, greyscale: true }))
    assert.match(grey, /^<svg [^>]*width="80" height="20" viewBox="0 0 80 20"><filter/)
    const cases: [
      width: number,
      height: number,
      box: { width?: number; height?: number },
      density: 1 | 2,
      fits: string,
    ][] = [
      [100, 50, { width: 50 }, 1, '50×25'],
      [100, 50, { height: 10 }, 1, '20×10'],
      [100, 50, { width: 50, height: 10 }, 1, '20×10'],
      [100, 50, { width: 50 }, 2, '100×50'],
      [10, 5, {}, 1, '2048×1024'],
      [10, 5, { width: 5_000, height: 5_000 }, 1, '2048×1024'],
      [5, 10, {}, 1, '1024×2048'],
      [1_000, 1, { width: 100 }, 1, '100×1'],
    ]
    for (const [width, height, box, density, fits] of cases) {
      const size = fitInto({ width, height }, box as never, density)
      assert.equal(`${size.width}×${size.height}`, fits)
    }
  })
})
