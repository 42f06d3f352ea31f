/** The sites that the pictures of the dashboard are taken of. */

/** What lamps cost today. */
export const today = { price: '39.00' }
const lamps = ['desk', 'floor', 'wall', 'garden', 'ceiling']
const stories = ['on-shades', 'on-bulbs', 'on-candles']

/** A small shop with a few of everything: a file, a page that is gone, one that robots.txt forbids. */
export const shop = ({ path }: { path: string }) => {
  if (path === '/robots.txt') return 'User-agent: *\nDisallow: /account'
  const page = (title: string, links: readonly string[], words = sentence.repeat(3)) =>
    `<!doctype html><html lang="en"><head><title>${title}</title></head><body><nav>${links.map(link => `<a href="${link}">${link}</a> `).join('')}</nav><main><article><h1>${title}</h1><p>${words}</p></article></main></body></html>`
  if (path === '/')
    return page('The lamp shop', ['/lamps/', '/stories/', '/account/login', '/price-list.zip'])
  if (path === '/lamps/')
    return page(
      'Lamps',
      lamps.map(name => `/lamps/${name}`),
    )
  if (path === '/stories/')
    return page(
      'Stories',
      [...stories, 'lost'].map(name => `/stories/${name}`),
    )
  const name = path.split('/').at(-1) ?? ''
  if (path.startsWith('/lamps/') && lamps.includes(name))
    return page(
      `The ${name} lamp`,
      ['/lamps/', '/'],
      `The ${name} lamp costs ${today.price} euros.`,
    )
  if (path.startsWith('/stories/') && stories.includes(name))
    return page(name.replaceAll('-', ' '), ['/stories/', '/'])
  return { status: 404, body: 'Not here' }
}

export const icon = {
  headers: { 'content-type': 'image/svg+xml' },
  body: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><circle cx="32" cy="32" r="30" fill="#0284c7"/><path d="M8 38c12-10 20 8 32-2s12-2 16 0" stroke="#fff" stroke-width="6" fill="none"/></svg>',
}
/** What links to the article show. */
export const shared =
  '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"><rect width="1200" height="630" fill="#e0f2fe"/><path d="M0 430c220-90 380 90 600 0s380-90 600 0v200H0z" fill="#0284c7"/><path d="M0 510c220-70 380 70 600 0s380-70 600 0v120H0z" fill="#075985"/><text x="90" y="230" font-family="sans-serif" font-size="110" font-weight="700" fill="#0c4a6e">On rivers</text></svg>'
const sentence =
  'Rivers carry water from the hills to the sea, and with it stones, sand and stories. '
export const article = `<!doctype html><html lang="en"><head><title>On rivers</title><link rel="icon" href="/icon.svg">
  <meta property="og:image" content="/shared.png">
  <meta name="description" content="How rivers shape the land."></head><body><main><article>
  <h1>On rivers</h1><p>${sentence.repeat(4)}</p><h2>Their banks</h2><p>${sentence.repeat(3)}</p>
  <ul><li>Gravel banks</li><li>Steep banks</li></ul>
  <p>See <a href="/lakes">the lakes</a>.</p></article></main></body></html>`

export const product = `<!doctype html><html lang="en"><head><title>Brass desk lamp | Lumen</title></head><body><main>
  <h1>Brass desk lamp</h1><p>Price: <b>$39.99</b></p><dl><dt>Weight</dt><dd>2.4 kg</dd><dt>Material</dt><dd>Brass</dd></dl>
  <p>This lamp stands on desks all over the world and lights whatever people read there at night.</p></main></body></html>`
export const productSchema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    price: { type: 'number' },
    weight: { type: 'string' },
    material: { type: 'string' },
  },
  required: ['name', 'price'],
}
