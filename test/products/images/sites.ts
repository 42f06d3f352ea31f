import { blank, type Color, flat, ico, png, svg } from '../../support/pictures.ts'
import type { Pages } from '../../support/simulated-web.ts'

/** A made-up site: its files, and which of them must win. */
export type Site = {
  name: string
  /** Without a dot: a domain of its own under `.example`. */
  host: string
  pages: Pages
  more?: Record<string, Pages>
  ask?: string
  expect: {
    source: string
    color?: Color
    dark?: Color
    /** A reason that the winner, or with `loser` the named loser, must have. */
    reason?: RegExp
    loser?: [path: string, reason: RegExp]
  }
}

const page = (head: string, body = '<h1>Welcome</h1><p>We make things.</p>') =>
  `<!doctype html><html><head><title>A site</title>${head}</head><body>${body}</body></html>`
const image = (body: Buffer | string, type = 'image/png') => ({
  headers: { 'content-type': type },
  body,
})
const drawing = (body: string) => image(body, 'image/svg+xml')
const dark = 'media="(prefers-color-scheme: dark)"'
const light = 'media="(prefers-color-scheme: light)"'
const manifest = (icons: unknown) =>
  image(JSON.stringify({ name: 'A site', icons }), 'application/manifest+json')

const [red16, red32, red64, red180, red512] = (await Promise.all(
  [16, 32, 64, 180, 512].map(px => png('red', px)),
)) as [Buffer, Buffer, Buffer, Buffer, Buffer]
const [blue16, blue32, blue48, blue128, blue180, blue512] = (await Promise.all(
  [16, 32, 48, 128, 180, 512].map(px => png('blue', px)),
)) as [Buffer, Buffer, Buffer, Buffer, Buffer, Buffer]
const [green32, green192, green512] = (await Promise.all(
  [32, 192, 512].map(px => png('green', px)),
)) as [Buffer, Buffer, Buffer]
const wide = await png('orange', 800, 160)
const nearlySquare = await png('teal', 256, 240)
const empty = await blank(180)
const grey = await flat('#c0c0c0', 180)

/** A one-color glyph, as Safari's pinned tabs ask for. */
const glyph =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="7"/></svg>'
const adaptive =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><style>circle{fill:#2f6fde}' +
  '@media (prefers-color-scheme: dark){circle{fill:#c8600a}}</style>' +
  '<circle cx="8" cy="8" r="7"/><rect x="6" y="1" width="2" height="3" fill="#888"/></svg>'

export const sites: Site[] = [
  {
    name: 'only a favicon at its usual place',
    host: 'plain',
    pages: { '/': page(''), '/favicon.ico': image(ico([red16, red32, red64])) },
    expect: { source: 'well-known', color: 'red', reason: /64×64 px/ },
  },
  {
    name: 'an SVG icon beats everything else',
    host: 'vector',
    pages: {
      '/': page(
        '<link rel="icon" href="/i.svg" type="image/svg+xml"><link rel="apple-touch-icon" href="/t.png"><link rel="icon" sizes="512x512" href="/b.png">',
      ),
      '/i.svg': drawing(svg('green')),
      '/t.png': image(red180),
      '/b.png': image(blue512),
    },
    expect: { source: 'link', color: 'green', reason: /SVG link icon/ },
  },
  {
    name: 'a touch icon beats a small favicon',
    host: 'touch',
    pages: {
      '/': page(
        '<link rel="icon" href="/s.png" sizes="32x32"><link rel="apple-touch-icon" href="/t.png">',
      ),
      '/s.png': image(red32),
      '/t.png': image(blue180),
    },
    expect: { source: 'touch', color: 'blue', reason: /touch icon/ },
  },
  {
    name: 'precomposed touch icon',
    host: 'precomposed',
    pages: {
      '/': page('<link rel="apple-touch-icon-precomposed" href="t.png">'),
      '/t.png': image(blue180),
      '/favicon.ico': image(ico([red32])),
    },
    expect: { source: 'touch', color: 'blue' },
  },
  {
    name: 'rel in any case and order of words',
    host: 'shouting',
    pages: { '/': page('<LINK HREF="/x.png" REL="ICON Shortcut">'), '/x.png': image(blue128) },
    expect: { source: 'link', color: 'blue' },
  },
  {
    name: 'sizes that lie: the true pixels decide',
    host: 'liar',
    pages: {
      '/': page(
        '<link rel="icon" sizes="512x512" href="/lie.png"><link rel="icon" sizes="16x16" href="/modest.png">',
      ),
      '/lie.png': image(red16),
      '/modest.png': image(blue512),
    },
    expect: { source: 'link', color: 'blue', loser: ['/lie.png', /16×16 px/] },
  },
  {
    name: 'several sizes in one attribute',
    host: 'sizes',
    pages: {
      '/': page(
        '<link rel="icon" sizes="16x16 32x32" href="/a.png"><link rel="icon" sizes="48X48 any" href="/b.png">',
      ),
      '/a.png': image(red32),
      '/b.png': image(blue128),
    },
    expect: { source: 'link', color: 'blue' },
  },
  {
    name: 'the manifest when the page has only a small icon',
    host: 'manifest',
    pages: {
      '/': page('<link rel="icon" href="/s.png"><link rel="manifest" href="/app/m.json">'),
      '/s.png': image(red32),
      '/app/m.json': manifest([
        { src: 'icons/192.png', sizes: '192x192' },
        { src: 'icons/512.png', sizes: '512x512' },
      ]),
      '/app/icons/192.png': image(green192),
      '/app/icons/512.png': image(blue512),
    },
    expect: { source: 'manifest', color: 'blue', reason: /manifest icon/ },
  },
  {
    name: 'maskable loses to any',
    host: 'maskable',
    pages: {
      '/': page('<link rel="manifest" href="/m.json">'),
      '/m.json': manifest([
        { src: '/mask.png', sizes: '512x512', purpose: 'maskable' },
        { src: '/any.png', sizes: '192x192', purpose: 'any' },
      ]),
      '/mask.png': image(red512),
      '/any.png': image(green192),
    },
    expect: { source: 'manifest', color: 'green' },
  },
  {
    name: 'a maskable icon is better than nothing',
    host: 'onlymaskable',
    pages: {
      '/': page('<link rel="manifest" href="/m.json">'),
      '/m.json': manifest([{ src: '/mask.png', purpose: 'maskable' }]),
      '/mask.png': image(red512),
    },
    expect: { source: 'manifest', color: 'red', reason: /maskable/ },
  },
  {
    name: 'a manifest with a comma too many',
    host: 'badcomma',
    pages: {
      '/': page('<link rel="manifest" href="/m.json">'),
      '/m.json': image('{"icons": [{"src": "/a.png", "sizes": "512x512",},]}', 'application/json'),
      '/a.png': image(blue512),
    },
    expect: { source: 'manifest', color: 'blue' },
  },
  {
    name: 'a manifest that is no JSON at all',
    host: 'badmanifest',
    pages: {
      '/': page('<link rel="manifest" href="/m.json"><link rel="icon" href="/a.png">'),
      '/m.json': '<html>Not found</html>',
      '/a.png': image(red64),
    },
    expect: { source: 'link', color: 'red' },
  },
  {
    name: 'a browserconfig tile',
    host: 'tiles',
    pages: {
      '/': page('<meta name="msapplication-config" content="/ms/browserconfig.xml">'),
      '/ms/browserconfig.xml': image(
        '<?xml version="1.0"?><browserconfig><msapplication><tile><square150x150logo src="tile.png"/><TileColor>#da532c</TileColor></tile></msapplication></browserconfig>',
        'application/xml',
      ),
      '/ms/tile.png': image(blue180),
    },
    expect: { source: 'tile', color: 'blue', reason: /tile/ },
  },
  {
    name: 'a tile in a meta element',
    host: 'metatile',
    pages: {
      '/': page(
        '<meta name="msapplication-TileImage" content="/tile.png"><link rel="icon" href="/s.png">',
      ),
      '/tile.png': image(blue180),
      '/s.png': image(red16),
    },
    expect: { source: 'tile', color: 'blue' },
  },
  {
    name: 'JSON-LD logo as a string',
    host: 'ldstring',
    pages: {
      '/': page(
        '<script type="application/ld+json">{"@type":"Organization","logo":"/logo.png"}</script>',
      ),
      '/logo.png': image(blue512),
    },
    expect: { source: 'json-ld', color: 'blue', reason: /JSON-LD logo/ },
  },
  {
    name: 'JSON-LD logo as an ImageObject in a graph of arrays',
    host: 'ldgraph',
    pages: {
      '/': page(
        `<script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"WebSite"},[{"@type":["Thing","Organization"],"logo":[{"@type":"ImageObject","url":"/logo.png"}]}]]}</script>`,
      ),
      '/logo.png': image(blue512),
    },
    expect: { source: 'json-ld', color: 'blue' },
  },
  {
    name: 'JSON-LD logo by reference',
    host: 'ldref',
    pages: {
      '/': page(
        '<script type="application/ld+json">{"@graph":[{"@type":"Organization","logo":{"@id":"#logo"}},{"@type":"ImageObject","@id":"#logo","contentUrl":"/logo.png"}]}</script>',
      ),
      '/logo.png': image(blue512),
    },
    expect: { source: 'json-ld', color: 'blue' },
  },
  {
    name: 'broken JSON-LD beside a good one',
    host: 'ldbroken',
    pages: {
      '/': page(
        '<script type="application/ld+json">{"logo": </script><script type="application/ld+json">{"@type":"Organization","logo":{"url":"/logo.png"},}</script>',
      ),
      '/logo.png': image(blue512),
    },
    expect: { source: 'json-ld', color: 'blue' },
  },
  {
    name: 'a microdata logo',
    host: 'microdata',
    pages: {
      '/': page(
        '',
        '<div itemscope itemtype="https://schema.org/Organization"><img itemprop="logo" src="/logo.png"></div>',
      ),
      '/logo.png': image(blue512),
    },
    expect: { source: 'microdata', color: 'blue' },
  },
  {
    name: 'a wide wordmark loses to a small square icon',
    host: 'wordmark',
    pages: {
      '/': page(
        '<script type="application/ld+json">{"@type":"Organization","logo":"/wide.png"}</script><link rel="icon" href="/s.png">',
      ),
      '/wide.png': image(wide),
      '/s.png': image(blue32),
    },
    expect: { source: 'link', color: 'blue', loser: ['/wide.png', /not square/] },
  },
  {
    name: 'a nearly square icon is not punished',
    host: 'nearly',
    pages: {
      '/': page('<link rel="icon" href="/n.png"><link rel="icon" href="/s.png">'),
      '/n.png': image(nearlySquare),
      '/s.png': image(red64),
    },
    expect: { source: 'link', color: 'teal' },
  },
  {
    name: 'a blank icon is no icon',
    host: 'blank',
    pages: {
      '/': page('<link rel="apple-touch-icon" href="/t.png"><link rel="icon" href="/s.png">'),
      '/t.png': image(empty),
      '/s.png': image(blue48),
    },
    expect: { source: 'link', color: 'blue', loser: ['/t.png', /nothing to see/] },
  },
  {
    name: 'a single color is no icon',
    host: 'flat',
    pages: {
      '/': page('<link rel="apple-touch-icon" href="/t.png"><link rel="icon" href="/s.png">'),
      '/t.png': image(grey),
      '/s.png': image(blue48),
    },
    expect: { source: 'link', color: 'blue', loser: ['/t.png', /single color/] },
  },
  {
    name: 'a tracking pixel is no icon',
    host: 'pixel',
    pages: {
      '/': page('<link rel="icon" href="/p.png">'),
      '/p.png': image(await png('red', 1)),
      '/favicon.ico': image(ico([blue48])),
    },
    expect: { source: 'well-known', color: 'blue', loser: ['/p.png', /1×1 px/] },
  },
  {
    name: 'a missing file makes way for the next',
    host: 'missing',
    pages: {
      '/': page(
        '<link rel="icon" type="image/svg+xml" href="/gone.svg"><link rel="icon" href="/s.png">',
      ),
      '/s.png': image(blue48),
    },
    expect: { source: 'link', color: 'blue', loser: ['/gone.svg', /status 404/] },
  },
  {
    name: 'a soft 404 under an image’s name',
    host: 'soft',
    pages: {
      '/': page('<link rel="apple-touch-icon" href="/t.png"><link rel="icon" href="/s.png">'),
      '/s.png': image(blue48),
      '*': page('', '<svg width="20" height="20"><circle r="9"/></svg><p>Not found</p>'),
    },
    expect: { source: 'link', color: 'blue' },
  },
  {
    name: 'a broken file makes way for the next',
    host: 'broken',
    pages: {
      '/': page('<link rel="apple-touch-icon" href="/t.png"><link rel="icon" href="/s.png">'),
      '/t.png': image(blue180.subarray(0, 200)),
      '/s.png': image(red64),
    },
    expect: { source: 'link', color: 'red' },
  },
  {
    name: 'a favicon.ico that is a PNG',
    host: 'masquerade',
    pages: { '/': page(''), '/favicon.ico': image(blue128, 'image/x-icon') },
    expect: { source: 'well-known', color: 'blue', reason: /128×128/ },
  },
  {
    name: 'an icon file whose directory lies',
    host: 'icolie',
    pages: {
      '/': page('<link rel="icon" href="/a.ico"><link rel="icon" href="/b.png">'),
      '/a.ico': image(ico([red16], 256), 'image/x-icon'),
      '/b.png': image(blue48),
    },
    expect: { source: 'link', color: 'blue', loser: ['/a.ico', /16×16/] },
  },
  {
    name: 'a base element moves relative addresses',
    host: 'base',
    pages: {
      '/': page('<base href="/assets/"><link rel="icon" href="i.png">'),
      '/assets/i.png': image(blue128),
      '/i.png': image(red512),
    },
    expect: { source: 'link', color: 'blue' },
  },
  {
    name: 'an icon in a data address',
    host: 'data',
    pages: {
      '/': page(`<link rel="icon" href="data:image/png;base64,${blue128.toString('base64')}">`),
    },
    expect: { source: 'link', color: 'blue' },
  },
  {
    name: 'an SVG in a data address, not encoded',
    host: 'datasvg',
    pages: {
      '/': page(
        `<link rel="icon" href='data:image/svg+xml,${svg('green').replaceAll('#', '%23')}'>`,
      ),
    },
    expect: { source: 'link', color: 'green' },
  },
  {
    name: 'a declared dark icon is used on dark, whatever its name says',
    host: 'themes',
    pages: {
      '/': page(
        `<link rel="icon" href="/favicon-light.png" ${dark}><link rel="icon" href="/favicon-dark.png" ${light}><link rel="apple-touch-icon" href="/t.png">`,
      ),
      '/favicon-light.png': image(blue32),
      '/favicon-dark.png': image(red32),
      '/t.png': image(await png('green', 180)),
    },
    expect: { source: 'touch', color: 'green', dark: 'blue' },
  },
  {
    name: 'an icon for dark beats even an SVG on dark, and never wins on light',
    host: 'darkpng',
    pages: {
      '/': page(
        `<link rel="icon" href="/d.png" ${dark}><link rel="icon" type="image/svg+xml" href="/i.svg">`,
      ),
      '/d.png': image(blue16),
      '/i.svg': drawing(svg('green')),
    },
    expect: { source: 'link', color: 'green', dark: 'blue' },
  },
  {
    name: 'an SVG with rules for dark is drawn for the theme asked for',
    host: 'adaptive',
    pages: {
      '/': page('<link rel="icon" type="image/svg+xml" href="/i.svg">'),
      '/i.svg': drawing(adaptive),
    },
    expect: { source: 'link', color: 'blue', dark: 'orange' },
  },
  {
    name: 'an icon for print is none',
    host: 'print',
    pages: {
      '/': page('<link rel="icon" href="/p.png" media="print"><link rel="icon" href="/s.png">'),
      '/p.png': image(red512),
      '/s.png': image(blue48),
    },
    expect: { source: 'link', color: 'blue' },
  },
  {
    name: 'a mask icon when there is nothing else, in its color',
    host: 'mask',
    pages: {
      '/': page('<link rel="mask-icon" href="/m.svg" color="#2f6fde">'),
      '/m.svg': drawing(glyph),
    },
    expect: { source: 'mask', color: 'blue', reason: /mask icon/ },
  },
  {
    name: 'a mask icon loses to a colored touch icon',
    host: 'maskloses',
    pages: {
      '/': page(
        '<link rel="mask-icon" href="/m.svg" color="#d63031"><link rel="apple-touch-icon" href="/t.png">',
      ),
      '/m.svg': drawing(glyph),
      '/t.png': image(blue180),
    },
    expect: { source: 'touch', color: 'blue' },
  },
  {
    name: 'a mark that is a wordmark yields to the site’s own icon of 64 px',
    host: 'ownlarge',
    more: {
      'samsung.com': { '/': page('<link rel="icon" href="/i.png">'), '/i.png': image(red64) },
    },
    pages: { '/': page('') },
    ask: 'samsung.com',
    expect: { source: 'link', color: 'red' },
  },
  {
    name: 'a drawing of one color that is lost on dark is tinted like a mask icon',
    host: 'lostondark',
    pages: {
      '/': page('<link rel="icon" href="/i.svg">'),
      '/i.svg': drawing(glyph.replace('<circle', '<circle fill="#10204f"')),
    },
    expect: { source: 'link', reason: /SVG/ },
  },
  {
    name: 'a fluid icon',
    host: 'fluid',
    pages: {
      '/': page('<link rel="fluid-icon" href="/f.png"><link rel="icon" href="/s.png">'),
      '/f.png': image(blue512),
      '/s.png': image(red32),
    },
    expect: { source: 'fluid', color: 'blue' },
  },
  {
    name: 'the touch icon at its usual place, undeclared',
    host: 'usualtouch',
    pages: {
      '/': page('<link rel="icon" href="/s.png">'),
      '/s.png': image(red32),
      '/apple-touch-icon.png': image(blue180),
    },
    expect: { source: 'well-known', color: 'blue' },
  },
  {
    name: 'a bot wall is no page, but the usual places answer',
    host: 'wall',
    pages: {
      '/': `<html><head><title>Just a moment...</title><link rel="icon" href="/wall.png"></head><body><p>Checking</p></body></html>`,
      '/wall.png': image(red512),
      '/favicon.ico': image(ico([blue48])),
    },
    expect: { source: 'well-known', color: 'blue' },
  },
  {
    name: 'an error page’s icon is not the site’s',
    host: 'forbidden',
    pages: {
      '/': { status: 403, body: page('<link rel="icon" href="/cdn.png">') },
      '/cdn.png': image(red512),
      '/apple-touch-icon.png': image(blue180),
    },
    expect: { source: 'well-known', color: 'blue' },
  },
  {
    name: 'a home page that moved to www, where its files are',
    host: 'moved',
    pages: { '/': { status: 301, headers: { location: 'https://www.moved.example/en/' } } },
    more: {
      'www.moved.example': {
        '/en/': page('<link rel="icon" href="i.png">'),
        '/en/i.png': image(blue128),
        '/favicon.ico': image(ico([red16])),
      },
    },
    expect: { source: 'link', color: 'blue' },
  },
  {
    name: 'well-known paths are tried where the home page really is',
    host: 'elsewhere',
    pages: { '/': { status: 302, headers: { location: 'https://www.elsewhere.example/' } } },
    more: { 'www.elsewhere.example': { '/': page(''), '/favicon.ico': image(ico([blue48])) } },
    expect: { source: 'well-known', color: 'blue' },
  },
  {
    name: 'only www answers',
    host: 'onlywww',
    pages: { '/': { status: 404, body: 'nothing here' } },
    more: {
      'www.onlywww.example': {
        '/': page('<link rel="icon" href="/i.png">'),
        '/i.png': image(blue128),
      },
    },
    expect: { source: 'link', color: 'blue' },
  },
  {
    name: 'a sub-domain’s own icon comes first',
    host: 'parentone',
    ask: 'app.parentone.example',
    pages: { '/': page('<link rel="apple-touch-icon" href="/t.png">'), '/t.png': image(red180) },
    more: {
      'app.parentone.example': {
        '/': page('<link rel="icon" href="/s.png">'),
        '/s.png': image(blue32),
      },
    },
    expect: { source: 'link', color: 'blue' },
  },
  {
    name: 'a sub-domain without an icon has its parent’s, never a neighbour’s',
    host: 'parenttwo',
    ask: 'app.parenttwo.example',
    pages: { '/': page('<link rel="apple-touch-icon" href="/t.png">'), '/t.png': image(blue180) },
    more: {
      'app.parenttwo.example': {
        '/': { status: 302, headers: { location: 'https://login.parenttwo.example/' } },
      },
      'login.parenttwo.example': {
        '/': page('<link rel="icon" href="/n.png">'),
        '/n.png': image(red512),
      },
    },
    expect: { source: 'touch', color: 'blue' },
  },
  {
    name: 'a neighbour’s icon is not taken by way of a well-known path either',
    host: 'parentthree',
    ask: 'app.parentthree.example',
    pages: { '/': page('<link rel="icon" href="/i.png">'), '/i.png': image(blue128) },
    more: {
      'app.parentthree.example': {
        '/': page(''),
        '/favicon.ico': {
          status: 302,
          headers: { location: 'https://login.parentthree.example/favicon.ico' },
        },
      },
      'login.parentthree.example': { '/favicon.ico': image(red512) },
    },
    expect: { source: 'link', color: 'blue' },
  },
  {
    name: 'a page that sends its visitors on is followed',
    host: 'refresh',
    pages: {
      '/': '<meta http-equiv="refresh" content="0; url=\'/en/\'">',
      '/en/': page('<link rel="icon" href="i.png">'),
      '/en/i.png': image(blue128),
    },
    expect: { source: 'link', color: 'blue' },
  },
  {
    name: 'an alternate icon is an icon',
    host: 'alternate',
    pages: { '/': page('<link rel="alternate icon" href="/x.png">'), '/x.png': image(blue128) },
    expect: { source: 'link', color: 'blue' },
  },
  {
    name: 'a white icon loses on light to one that can be seen',
    host: 'white',
    pages: {
      '/': page(
        '<link rel="icon" sizes="512x512" href="/w.png"><link rel="icon" sizes="180x180" href="/b.png">',
      ),
      '/w.png': image(
        await import('sharp').then(({ default: sharp }) =>
          sharp(
            Buffer.from(
              svg('red', 512).replaceAll('#d63031', '#ffffff').replaceAll('#888888', '#fafafa'),
            ),
          )
            .png()
            .toBuffer(),
        ),
      ),
      '/b.png': image(blue180),
    },
    expect: { source: 'link', color: 'blue', loser: ['/w.png', /hard to see on a light/] },
  },
  {
    name: 'many candidates: bounded, and the best among them wins',
    host: 'many',
    pages: {
      '/': page(
        `${Array.from({ length: 60 }, (_, at) => `<link rel="icon" sizes="32x32" href="/i${at}.png">`).join('')}<link rel="apple-touch-icon" sizes="180x180" href="/t.png">`,
      ),
      '/t.png': image(blue180),
      '*': image(green32),
    },
    expect: { source: 'touch', color: 'blue' },
  },
  {
    name: 'a site that speaks only HTTP',
    host: 'onlyhttp',
    pages: { '/': page('<link rel="icon" href="/i.png">'), '/i.png': image(blue128) },
    expect: { source: 'link', color: 'blue' },
  },
  {
    name: 'the manifest at its usual place when the page is behind a wall',
    host: 'wallmanifest',
    pages: {
      '/': { status: 503, body: 'Busy' },
      '/site.webmanifest': manifest([{ src: '/512.png', sizes: '512x512' }]),
      '/512.png': image(green512),
    },
    expect: { source: 'manifest', color: 'green' },
  },
]
