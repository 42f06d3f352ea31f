/** A call of the API, to be written in several languages. */
export type Call = {
  apiUrl: string
  path: keyof typeof methods
  body: object
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

export const curl = ({ apiUrl, path, body }: Call): string => {
  if (path === '/v1/parse') return curlOfFile(apiUrl, body)
  return [
    `curl ${apiUrl}${path} \\`,
    '  -H "Authorization: Bearer $SITERAY_KEY" \\',
    '  -H "Content-Type: application/json" \\',
    `  -d ${quoted(JSON.stringify(body))}`,
  ].join('\n')
}

/** A form with the file, and the options as JSON. */
const curlOfFile = (apiUrl: string, body: object): string => {
  const { file = exampleFile, ...options } = body as { file?: string }
  return [
    `curl ${apiUrl}/v1/parse \\`,
    '  -H "Authorization: Bearer $SITERAY_KEY" \\',
    `  -F ${quoted(`file=@${file}`)}`,
    ...(Object.keys(options).length > 0
      ? [`  -F ${quoted(`options=${JSON.stringify(options)}`)}`]
      : []),
  ]
    .join('\n')
    .replace(/'\n/, "' \\\n")
}

const exampleFile = 'report.pdf'

/** Its name in our client, what that gives, and its name in our command, which has not all. */
const methods = {
  '/v1/scrape': { of: 'scrape', gives: 'page', named: 'scrape' },
  '/v1/map': { of: 'map', gives: '{ links }', named: 'map' },
  '/v1/search': { of: 'search', gives: '{ results }', named: undefined },
  '/v1/parse': { of: 'parse', gives: 'page', named: undefined },
  '/v1/extract': { of: 'extract', gives: '{ data, evidence }', named: 'extract' },
  '/v1/branding': { of: 'branding', gives: 'profile', named: 'brand' },
  '/v1/batch/scrape': { of: 'batch', each: 'page.markdown', named: 'batch' },
  '/v1/batch/extract': { of: 'batchExtract', each: 'page.data', named: 'extract' },
  '/v1/crawl': { of: 'crawl', each: 'page.markdown', named: 'crawl' },
} as const

/** With our own client, which has no dependencies. */
export const typescript = ({ apiUrl, path, body }: Call): string => {
  const method = methods[path]
  const call = `siteray.${method.of}(${argumentsOf(path, body)})`
  return [
    ...(path === '/v1/parse' ? ["import { openAsBlob } from 'node:fs'"] : []),
    "import { Siteray } from 'siteray'",
    '',
    `const siteray = new Siteray({ url: '${apiUrl}', key: process.env.SITERAY_KEY })`,
    ...('gives' in method
      ? [`const ${method.gives} = await ${call}`]
      : [`for await (const page of ${call}) {`, `  console.log(page.url, ${method.each})`, '}']),
  ].join('\n')
}

/** What comes first in the client stands first: an address, a query, a file. */
const argumentsOf = (path: Call['path'], body: object): string => {
  if (path === '/v1/batch/extract') return JSON.stringify(body, null, 2)
  if (path === '/v1/parse') {
    const { file: name = exampleFile, ...options } = body as { file?: string }
    return `await openAsBlob(${JSON.stringify(name)}), ${JSON.stringify({ name, ...options }, null, 2)}`
  }
  const { url, urls, query, ...rest } = body as Record<string, unknown>
  const options = Object.keys(rest).length > 0 ? `, ${JSON.stringify(rest, null, 2)}` : ''
  return `${JSON.stringify(url ?? urls ?? query)}${options}`
}

/** Fields that the command has options of its own for; the rest goes into `--options`. */
const flags: Record<string, (value: unknown) => string[]> = {
  formats: value => [`--format ${(value as string[]).join(',')}`],
  onlyMainContent: value => [value ? '--main-content' : '--whole-page'],
  render: value => [`--render ${value}`],
  waitFor: value => [`--wait-for ${value}`],
  timeout: value => [`--timeout ${value}`],
  mobile: () => ['--mobile'],
  maxAge: value => [`--max-age ${value}`],
  includeTags: value => (value as string[]).map(tag => `--include-tags ${quoted(tag)}`),
  excludeTags: value => (value as string[]).map(tag => `--exclude-tags ${quoted(tag)}`),
  headers: value =>
    Object.entries(value as object).map(
      ([name, text]) => `--header ${quoted(`${name}: ${String(text)}`)}`,
    ),
  schema: value => [`--schema ${quoted(JSON.stringify(value))}`],
  prompt: value => [`--prompt ${quoted(String(value))}`],
  evidence: value => (value ? ['--evidence'] : []),
  from: value => [`--from ${value}`],
  limit: value => [`--limit ${value}`],
  scope: value => [`--scope ${value}`],
  maxDepth: value => [`--max-depth ${value}`],
  sitemap: value => [`--sitemap ${value}`],
  delay: value => [`--delay ${value}`],
  ignoreQuery: () => ['--ignore-query'],
  way: value => [`--way ${value}`],
  retryWays: value => [`--retry-ways ${value}`],
  session: value => [`--session ${value}`],
  location: value => {
    const { country, languages, timeZone } = value as Record<string, string | string[]>
    return [
      ...(country ? [`--country ${country}`] : []),
      ...(Array.isArray(languages) ? [`--language ${languages.join(',')}`] : []),
      ...(timeZone ? [`--time-zone ${timeZone}`] : []),
    ]
  },
}

/** With our own command, once `siteray login` knows the server and the key. */
export const command = ({ apiUrl, path, body }: Call): string | undefined => {
  const { named } = methods[path]
  if (named === undefined) return undefined
  const { url, urls, respectRobots, ...rest } = body as Record<string, unknown>
  const lists: Record<string, string> = { include: '--include', exclude: '--exclude' }
  const others: Record<string, unknown> = {}
  const options: string[] = []
  for (const [name, value] of Object.entries(rest)) {
    const list = lists[name]
    if (list && path === '/v1/branding') options.push(`${list} ${(value as string[]).join(',')}`)
    else if (list) options.push(...(value as string[]).map(each => `${list} ${quoted(each)}`))
    else if (flags[name] && isPlain(value)) options.push(...flags[name](value))
    else others[name] = value
  }
  if (respectRobots === true) options.push('--robots')
  if (respectRobots === false) options.push('--no-robots')
  if (Object.keys(others).length > 0) options.push(`--options ${quoted(JSON.stringify(others))}`)
  const words = [url, ...((urls as string[] | undefined) ?? [])].filter(Boolean)
  const line = ['siteray', named, ...words.map(word => quoted(String(word)))].join(' ')
  return [`siteray login ${apiUrl}`, [line, ...options].join(' \\\n  ')].join('\n')
}

/** A list of more than words has no option that could say it. */
const isPlain = (value: unknown): boolean =>
  !Array.isArray(value) || value.every(part => typeof part === 'string')
