import sharp from 'sharp'
import type { Pages } from '../../test/support/simulated-web.ts'

/** A site whose header shows a logo (with its name) or a symbol, among pictures of others. */
export type MadeSite = { name: string; kind: 'logo' | 'symbol'; pages: Pages }

/** Hues that no other part of a page has: of the site’s own mark, and of every other company’s. */
export const hues = { own: 141, other: 339 }
const own = '#0a7d32'
const other = '#c2185b'

type Drawing = { svg: string; inner: string; width: number; height: number }
type Form = (drawing: Drawing) => {
  header: string
  head?: string
  body?: string
  files?: Record<string, string | Buffer | Promise<Buffer>>
}

/** What a hostile page may put into a drawing. */
const harm =
  '<script>alert(1)</script><foreignObject><iframe src="https://evil.example/"></iframe></foreignObject><image href="https://evil.example/x.png" width="1" height="1"/>'

const draw = (kind: MadeSite['kind'], ink: string, accent = own): Drawing => {
  const letters = [60, 84, 108, 132, 156]
    .map((x, at) => `<rect x="${x}" y="${at % 2 ? 10 : 16}" width="16" height="24" fill="${ink}"/>`)
    .join('')
  const mark = `<path fill="${accent}" d="M4 4h40v40H4z"/><path fill="${ink}" d="M16 16h16v16H16z"/>`
  const [width, height] = kind === 'logo' ? [180, 48] : [48, 48]
  const inner = kind === 'logo' ? mark + letters : mark
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" onload="alert(1)">${inner}${harm}</svg>`
  return { svg, inner, width, height }
}

const pixels = ({ svg, width }: Drawing, times = 1): Promise<Buffer> =>
  sharp(Buffer.from(svg.replaceAll(harm, '')))
    .resize(width * times)
    .png()
    .toBuffer()

const box = ({ width, height }: Drawing) => `width="${width}" height="${height}"`
const home = (inside: string, attributes = '') => `<a href="/" ${attributes}>${inside}</a>`

/** The ways in which sites put a logo into their header. */
const forms: Record<string, Form> = {
  inline: ({ svg }) => ({ header: home(svg, 'class="logo" aria-label="Acme"') }),
  unnamedInline: ({ svg }) => ({ header: home(svg, 'title="Acme – home"') }),
  sprite: drawing => ({
    header: home(
      `<svg class="logo" ${box(drawing)} role="img"><title>Acme</title><use href="#logo"/></svg>`,
    ),
    body: `<svg style="display:none"><symbol id="menu" viewBox="0 0 9 9"><path d="M0 0h9v1H0z"/></symbol><symbol id="logo" viewBox="0 0 ${drawing.width} ${drawing.height}">${drawing.inner}</symbol></svg>`,
  }),
  spriteFile: drawing => ({
    header: home(
      `<svg class="site-logo" ${box(drawing)} aria-label="Acme"><use xlink:href="/sprite.svg#brand"></use></svg>`,
    ),
    files: {
      '/sprite.svg': `<svg xmlns="http://www.w3.org/2000/svg"><symbol id="brand" viewBox="0 0 ${drawing.width} ${drawing.height}">${drawing.inner}</symbol><symbol id="twitter" viewBox="0 0 9 9"><path fill="${other}" d="M0 0h9v9z"/></symbol></svg>`,
    },
  }),
  mask: drawing => ({
    header: home('<span class="brand"></span>', 'aria-label="Acme"'),
    head: `<style>.brand{display:block;width:${drawing.width}px;height:${drawing.height}px;background:${own};-webkit-mask:url(/logo.svg) no-repeat;mask:url(/logo.svg) no-repeat}</style>`,
    files: { '/logo.svg': drawing.svg },
  }),
  background: drawing => ({
    header: home('Acme', 'class="brand"'),
    head: `<style>.brand{display:block;width:${drawing.width}px;height:${drawing.height}px;text-indent:-999em;background:url("/img/acme.svg") left center no-repeat}</style>`,
    files: { '/img/acme.svg': drawing.svg },
  }),
  srcset: drawing => ({
    header: home(
      `<img src="/logo.png" srcset="/logo.png 1x, /logo@2x.png 2x" ${box(drawing)} alt="Acme">`,
    ),
    files: { '/logo.png': pixels(drawing), '/logo@2x.png': pixels(drawing, 2) },
  }),
  picture: drawing => ({
    header: home(
      `<picture><source media="(prefers-color-scheme: dark)" srcset="/dark.svg"><img class="header__logo" src="/light.svg" ${box(drawing)} alt="Acme"></picture>`,
    ),
    files: { '/dark.svg': drawing.svg, '/light.svg': drawing.svg },
  }),
  lazy: drawing => ({
    header: home(
      `<img class="lazyload logo" src="data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==" data-src="/acme.svg" ${box(drawing)} alt="Acme">`,
    ),
    files: { '/acme.svg': drawing.svg },
  }),
  plainImage: drawing => ({
    header: home(`<img src="/assets/brand.svg" ${box(drawing)} alt="Acme">`),
    files: { '/assets/brand.svg': drawing.svg },
  }),
  themeOfBlogs: drawing => ({
    header: `<div class="site-branding">${home(`<img class="custom-logo" src="/uploads/acme.png" ${box(drawing)} alt="Acme">`, 'class="custom-logo-link" rel="home"')}</div>`,
    files: { '/uploads/acme.png': pixels(drawing, 2) },
  }),
  centred: drawing => ({
    header: `<nav><a href="/shop">Shop</a><a href="/about">About</a></nav>${home(`<img src="/acme-mark.svg" ${box(drawing)} alt="Acme logo">`)}<nav><a href="/cart"><svg width="24" height="24" viewBox="0 0 24 24"><path d="M3 3h18v14H3z"/></svg></a></nav>`,
    files: { '/acme-mark.svg': drawing.svg },
  }),
}

const partner = draw('logo', '#1f2937', other).svg
const strangers = ['globex', 'initech', 'umbrella', 'hooli']

/** Pictures of others that stand near a logo, or look like one. */
const decoys: { top?: string; body: string }[] = [
  {
    body: `<section class="partners"><h2>Trusted by</h2>${strangers.map(name => `<img class="logo" src="/${name}.svg" width="180" height="48" alt="${name} logo">`).join('')}</section>`,
  },
  {
    top: `<a href="https://twitter.com/acme" aria-label="Twitter"><svg width="24" height="24" viewBox="0 0 24 24"><path fill="${other}" d="M2 2h20v20z"/></svg></a><img src="/badge.svg" width="135" height="40" alt="Download on the App Store">`,
    body: `<footer><img src="/globex.svg" width="180" height="48" alt="A Globex company"></footer>`,
  },
  {
    top: `<div class="topbar"><a href="https://globex.example/"><img src="/globex.svg" width="180" height="48" alt="Globex Group"></a></div>`,
    body: `<section class="awards"><img src="/badge.svg" width="135" height="40" alt="Award of the year"></section>`,
  },
  {
    body: `<section class="testimonials"><figure><img src="/avatar.svg" width="48" height="48" alt="Jane of Initech"><img src="/initech.svg" width="180" height="48" alt="Initech"></figure></section><footer><img src="/badge.svg" width="135" height="40" alt="Visa"></footer>`,
  },
]

const words =
  '<main><h1>Things that last</h1>' +
  '<p>Acme has made good things for good people since 1900, and will go on to do so.</p>'.repeat(8)

/** Each form as a logo and as a symbol, in a light and in a dark header. */
export const makeSites = (): MadeSite[] =>
  Object.entries(forms).flatMap(([form, make], at) =>
    [0, 1, 2, 3].map(variant => {
      const kind = variant % 2 === 0 ? 'logo' : 'symbol'
      const isDark = variant >= 2
      const {
        header,
        head = '',
        body = '',
        files = {},
      } = make(draw(kind, isDark ? '#ffffff' : '#1f2937'))
      const { top = '', body: beside = '' } = decoys[(at + variant) % decoys.length] ?? {}
      const look = isDark ? 'background:#0b1020;color:#fff' : 'background:#fff;color:#111'
      const html = `<!doctype html><html><head><title>Acme</title><meta property="og:site_name" content="Acme">${head}</head><body>${body}<header class="site-header" style="${look}">${header}<nav><a href="/a">Products</a><a href="/b">Prices</a></nav>${top}</header>${words}${beside}</main></body></html>`
      const others = [...strangers, 'badge', 'avatar'].map(name => [`/${name}.svg`, partner])
      const pages = { '/': html, ...Object.fromEntries(others), ...files } as Pages
      return { name: `${form.toLowerCase()}-${variant}`, kind, pages }
    }),
  )
