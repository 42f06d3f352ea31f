import type { Document } from '../../base/http/openapi-document.ts'
import { contentTypes, formats } from './formats.ts'
import { fallbacks, type ImageKind, themes } from './request.ts'
import { maxSizePx, usualSizes } from './sizes.ts'

/** The image API as an OpenAPI document: it has no routes of a framework that could tell it. */
export const describeImages = (version: string, publicUrl: string): Document => ({
  openapi: '3.1.0',
  info: {
    title: 'Siteray image API',
    version,
    description:
      'Icons and Open Graph images by domain, for any web page. The token is a publishable key, `pk_…`: a parameter, or the first part of the path (the second server).',
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  // As paths of their own, those with a token could not be told from others (`/{token}/icon`, `/og/{domain}`).
  servers: [
    { url: publicUrl, description: 'The token is the parameter `token`' },
    {
      url: `${publicUrl}/{token}`,
      description: 'The token is part of the path, for clients that cannot add a parameter',
      variables: { token: { default: 'pk_yourkey', description: 'A publishable key' } },
    },
  ],
  tags: [{ name: 'images', description: 'Icons and Open Graph images' }],
  paths: { ...ownPaths(), ...borrowedPaths() },
  components: {
    securitySchemes: {
      publishableKey: {
        type: 'apiKey',
        in: 'query',
        name: 'token',
        description: 'A publishable key, `pk_…`',
      },
    },
    headers: imageHeaders,
    schemas: { ImageFormat: { enum: [...formats, 'auto'], default: 'png' } },
  },
  // None where the token is part of the path.
  security: [{ publishableKey: [] }, {}],
})

type Parameter = Record<string, unknown>

const text = { type: 'string' }
const query = (name: string, description: string, schema: object) => ({
  ...{ name, in: 'query', description, schema },
})
const required = (place: 'path' | 'query', name: string, description: string, example: string) => ({
  ...{ name, in: place, required: true, description, schema: text, example },
})
const yes = { type: 'boolean', default: false }
const length = { type: 'integer', minimum: 1, maximum: maxSizePx }
const sizeOf = (usual: number) => ({ ...length, default: usual })

const domain = required(
  'path',
  'domain',
  'A public domain name. A scheme, a path and a leading `www.` are ignored: with the token in the path, `github.com/icon.png` is Bitwarden’s form.',
  'github.com',
)
const iconSize = query('size', 'Width and height in pixels', sizeOf(usualSizes.icon))
const format = query(
  'format',
  '`jpg` is set on white; `auto` is the first of AVIF, WebP and PNG that `Accept` names',
  { $ref: '#/components/schemas/ImageFormat' },
)
const theme = query('theme', 'The surface it is shown on; `auto` is one SVG for both', {
  enum: [...themes, 'auto'],
  default: 'light',
})
const fallback = (kind: ImageKind) =>
  query('fallback', 'The response if there is no image', {
    enum: [...fallbacks[kind]],
    default: fallbacks[kind][0],
  })
const retina = query('retina', 'Twice the pixels at the same `size`', yes)
const anew = query('v', 'A new value makes us look at the site again', text)
const raster = query('raster', 'Pixels even where the icon is an SVG', yes)
const greyscale = query('greyscale', 'Without color', yes)

const iconParameters = [
  ...[iconSize, format, theme, fallback('icon'), retina, anew, raster, greyscale],
]
const ogParameters = [
  query('size', 'Width in pixels; the shape is kept', sizeOf(usualSizes.og)),
  ...[format, fallback('og'), retina, anew, greyscale],
]

const side = (name: 'width' | 'height') =>
  query(name, `The most pixels of its ${name}; the shape is kept`, length)
const sides = [side('width'), side('height')]
const logoParameters = [
  ...[...sides, format, theme, fallback('logo'), retina, anew, raster, greyscale],
]
const symbolParameters = [
  ...[iconSize, format, theme, fallback('symbol'), retina, anew, raster, greyscale],
]

/** What may stand in the place of a domain (docs/companies.md). */
const identified = [
  ['name', 'name', 'name', 'Coca-Cola'],
  ['ticker', 'symbol', 'ticker symbol', 'SAP.DE'],
  ['crypto', 'symbol', 'coin symbol', 'BTC'],
  ['email', 'address', 'mail address', 'joe@stripe.com'],
] as const

const ownPaths = () => ({
  '/{domain}': operations('icon', 'The icon of a company', [domain, ...iconParameters]),
  '/og/{domain}': operations('og', 'The Open Graph image of a site', [domain, ...ogParameters]),
  '/logo/{domain}': operations('logo', 'The logo of a company, as its site shows it', [
    domain,
    ...logoParameters,
  ]),
  '/symbol/{domain}': operations('symbol', 'The symbol of a company, without its name', [
    domain,
    ...symbolParameters,
  ]),
  ...Object.fromEntries(
    identified.map(([kind, part, what, example]) => [
      `/${kind}/{${part}}`,
      operations(`${kind}Icon`, `The icon of a company by its ${what}`, [
        required('path', part, `A ${what}; what fits two companies gets the fallback`, example),
        ...iconParameters,
      ]),
    ]),
  ),
})

type Shape = [path: string, id: string, whose: string, parameters: Parameter[]]

const px = (name: string) => ({
  ...{ name, in: 'path', required: true, description: 'Pixels' },
  ...{ schema: iconSize.schema, example: 64 },
})
const site = (name: string) => required('query', name, 'The site', 'github.com')

/** As their clients ask (docs/api.md, “Other ways to ask”). */
const borrowedPaths = () => {
  const shapes: Shape[] = [
    ['/s2/favicons', 'google', 'Google', [site('domain'), query('sz', 'Pixels', sizeOf(16))]],
    ['/faviconV2', 'gstatic', 'gstatic', [site('url'), query('size', 'Pixels', sizeOf(16))]],
    ['/ip3/{domain}.ico', 'duckDuckGo', 'DuckDuckGo', [domain]],
    [
      ...(['/icon', 'besticon', 'besticon'] as const),
      [site('url'), query('size', '`64`, or least..best..most', { ...text, default: '120' })],
    ],
    ['/icon/{domain}', 'iconHorse', 'icon.horse', [domain]],
    ['/domain/{domain}/w/{w}/h/{h}', 'brandfetch', 'Brandfetch', [domain, px('w'), px('h')]],
    ['/clearbit/{domain}', 'clearbit', 'Clearbit', [domain, iconSize, format, greyscale]],
  ]
  return Object.fromEntries(
    shapes.map(([path, id, whose, parameters]) => [
      path,
      { get: operation(`${id}Icon`, `An icon in the words of ${whose}`, parameters, pixels) },
    ]),
  )
}

const pixels: string[] = Object.values(contentTypes)
const anyImage = [...pixels, 'image/svg+xml']

const header = (description: string) => ({ description, schema: text })
const imageHeaders = {
  ETag: header('Strong; honoured in `If-None-Match`.'),
  'Cache-Control': header('`private`: for the browser, not for shared caches.'),
  'X-Image-Source': header('Where the image comes from.'),
  'X-Error-Code': header('The error’s code.'),
  'Retry-After': { description: 'Seconds', schema: { type: 'integer' } },
}
const refs = (names: (keyof typeof imageHeaders)[]) =>
  Object.fromEntries(names.map(name => [name, { $ref: `#/components/headers/${name}` }]))

const refused = (description: string) => ({
  description,
  headers: refs(['X-Error-Code']),
  content: { 'text/plain': { schema: text } },
})
const found = ['ETag', 'Cache-Control', 'X-Image-Source'] as const

const operations = (id: string, summary: string, parameters: Parameter[]) => ({
  get: operation(id, summary, parameters),
  head: operation(`${id}Head`, `${summary}: only the headers`, parameters),
})

const operation = (id: string, summary: string, parameters: Parameter[], types = anyImage) => ({
  operationId: id,
  tags: ['images'],
  summary,
  parameters,
  responses: {
    200: {
      description: 'The image',
      headers: refs([...found]),
      content: Object.fromEntries(types.map(type => [type, { schema: binary }])),
    },
    304: { description: 'It has not changed', headers: refs([...found]) },
    400: refused('Not a public domain name'),
    401: refused('`Invalid token`, or `Origin not allowed`'),
    404: { description: 'There is no image, with `fallback=404`', headers: refs([...found]) },
    503: {
      ...refused('The server is busy'),
      headers: refs(['X-Error-Code', 'Retry-After']),
    },
  },
})

const binary = { type: 'string', format: 'binary' }
