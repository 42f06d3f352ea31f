import { imageLines } from './image-lines.ts'

export type Place = {
  apiUrl: string
  imageUrl: string
  /** Where clients of Firecrawl find a root of their own, if there is one. */
  firecrawlUrl: string | null
  secretKey: string
  publishableKey: string
}

export type ReadyLine = { client: string; note: string; text: string }
export type Group = { title: string; about: string; lines: ReadyLine[] }

/** For each client the line to change, with this server's own addresses in it. */
export const readyLines = (place: Place): Group[] => [
  {
    title: 'Your own programs',
    about: 'Pages, batches, crawls, data and branding, with a secret key.',
    lines: ownLines(place),
  },
  {
    title: 'Assistants',
    about: 'Siteray is an MCP server (Model Context Protocol): assistants read pages through it.',
    lines: assistantLines(place),
  },
  {
    title: 'Clients of Firecrawl',
    about: 'Your existing code keeps working: only the address and the key change.',
    lines: firecrawlLines(place),
  },
  {
    title: 'Icons',
    about: 'With a publishable key, which is safe in web pages.',
    lines: iconLines(place),
  },
]

const ownLines = ({ apiUrl, secretKey }: Place): ReadyLine[] => [
  {
    client: 'curl',
    note: 'Paste it into a terminal.',
    text: [
      `curl ${apiUrl}/v1/scrape \\`,
      `  -H "Authorization: Bearer ${secretKey}" \\`,
      '  -H "Content-Type: application/json" \\',
      '  -d \'{"url": "https://example.com"}\'',
    ].join('\n'),
  },
  {
    client: 'Command',
    note: 'Build the package with `npm pack` in the folder client/ and install it. The command asks for the key once and stores it.',
    text: [`siteray login ${apiUrl}`, 'siteray scrape https://example.com/ > page.md'].join('\n'),
  },
  {
    client: 'TypeScript',
    note: 'The client is in the same package. It has no dependencies.',
    text: [
      "import { Siteray } from 'siteray'",
      '',
      `const siteray = new Siteray({ url: '${apiUrl}', key: '${secretKey}' })`,
      "const { markdown } = await siteray.scrape('https://example.com/')",
    ].join('\n'),
  },
]

const assistantLines = ({ apiUrl, secretKey }: Place): ReadyLine[] => {
  const headers = { Authorization: `Bearer ${secretKey}` }
  return [
    {
      client: 'Claude Code',
      note: 'In a terminal.',
      text: `claude mcp add --transport http siteray ${apiUrl}/mcp --header "Authorization: Bearer ${secretKey}"`,
    },
    {
      client: 'Cursor',
      note: 'In ~/.cursor/mcp.json, or .cursor/mcp.json of a project.',
      text: json({ mcpServers: { siteray: { url: `${apiUrl}/mcp`, headers } } }),
    },
    {
      client: 'VS Code',
      note: 'In .vscode/mcp.json.',
      text: json({ servers: { siteray: { type: 'http', url: `${apiUrl}/mcp`, headers } } }),
    },
    {
      client: 'Others',
      note: 'For clients that start a program, such as Claude Desktop. Install the siteray command first.',
      text: json({
        mcpServers: {
          siteray: {
            command: 'siteray',
            args: ['mcp'],
            env: { SITERAY_URL: apiUrl, SITERAY_KEY: secretKey },
          },
        },
      }),
    },
  ]
}

const firecrawlLines = ({ apiUrl, firecrawlUrl, secretKey }: Place): ReadyLine[] => {
  const base = firecrawlUrl ?? `${apiUrl}/firecrawl`
  return [
    {
      client: 'JavaScript',
      note: 'The package firecrawl, also as @mendable/firecrawl-js.',
      text: `const firecrawl = new Firecrawl({ apiUrl: '${base}', apiKey: '${secretKey}' })`,
    },
    {
      client: 'Python',
      note: firecrawlUrl
        ? 'The package firecrawl-py.'
        : 'The package firecrawl-py drops the path of an address, so it needs a port: set FIRECRAWL_PORT=3002 on the server first.',
      text: `firecrawl = Firecrawl(api_url="${firecrawlUrl ?? ownPort(apiUrl)}", api_key="${secretKey}")`,
    },
    {
      client: 'CLI',
      note: 'The package firecrawl-cli.',
      text: [
        `export FIRECRAWL_API_URL=${base}`,
        `export FIRECRAWL_API_KEY=${secretKey}`,
        'firecrawl scrape https://example.com/',
      ].join('\n'),
    },
    {
      client: 'MCP',
      note: 'The package firecrawl-mcp. Siteray’s own MCP server, above, uses a tenth of the tokens.',
      text: json({
        mcpServers: {
          firecrawl: {
            command: 'npx',
            args: ['-y', 'firecrawl-mcp'],
            env: { FIRECRAWL_API_URL: base, FIRECRAWL_API_KEY: secretKey },
          },
        },
      }),
    },
    {
      client: 'n8n',
      note: 'In the credential of the Firecrawl node.',
      text: [`Base URL: ${base}/v2`, `API key: ${secretKey}`].join('\n'),
    },
  ]
}

/** The same host with the port that self-hosted Firecrawl has. */
const ownPort = (apiUrl: string): string => `http://${new URL(apiUrl).hostname}:3002`

const iconLines = ({ imageUrl, publishableKey }: Place): ReadyLine[] => [
  // Those for programs stand above, for everything.
  ...imageLines(imageUrl, publishableKey).filter(
    ({ client }) => client !== 'curl' && client !== 'TypeScript',
  ),
  {
    client: 'Vaultwarden',
    note: 'In its environment.',
    text: `ICON_SERVICE=${imageUrl}/{}?token=${publishableKey}&raster=true`,
  },
  {
    client: 'linkding',
    note: 'In its environment.',
    text: `LD_FAVICON_PROVIDER=${imageUrl}/{domain}?token=${publishableKey}`,
  },
  {
    client: 'Others',
    note: 'Use it instead of Google’s, DuckDuckGo’s or besticon’s address: put the key in the path and leave the rest.',
    text: [
      `${imageUrl}/${publishableKey}/s2/favicons?domain=github.com&sz=64`,
      `${imageUrl}/${publishableKey}/ip3/github.com.ico`,
      `${imageUrl}/${publishableKey}/icon?url=github.com&size=16..64..128`,
    ].join('\n'),
  },
]

const json = (value: object): string => JSON.stringify(value, null, 2)
