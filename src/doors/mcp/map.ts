import { closed, optional, Type } from '../../kit/schema.ts'
import { MapAnswer, MapRequest } from '../../products/crawl/map-request.ts'
import { defineTool, isData, said } from './tool.ts'
import { whereFromToo } from './where.ts'

const { search, scope, include, exclude, sitemap } = MapRequest.properties

export const mapTool = defineTool({
  name: 'map',
  title: 'List the pages of a site',
  description: `The URLs of a site, from sitemaps and links, not read. With search, the fitting ones first. 1 credit. ${isData}`,
  input: closed({
    url: Type.String({ maxLength: 8_192 }),
    limit: optional.Integer({ minimum: 1, maximum: 1_000, default: 100 }),
    search: said(search, 'Words: what has them comes first.'),
    scope: said(scope, 'The host, below its folder, or all hosts of the domain.'),
    include: said(include, 'Paths such as /docs/**, or re:<RE2>.'),
    exclude: said(exclude, 'Paths to leave out.'),
    sitemap: said(sitemap, 'Use sitemaps too, only, or not.'),
    ...whereFromToo,
  }),
  output: MapAnswer,
  outlined: 3,
  readsOnly: true,
  showsPages: true,
  async run({ ask }, { limit = 100, ...options }) {
    const data = (await ask('POST', '/map', { ...options, limit })).json as MapAnswer
    const lines = data.links.map(({ url, title }) => `- ${url}${title ? ` ${title}` : ''}`)
    return { data, text: [`${lines.length} URLs of ${data.url}:`, ...lines].join('\n') }
  },
})
