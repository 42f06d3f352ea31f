import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as EarlierStdio } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as EarlierHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

export const eras = ['2026', '2025'] as const
export type Era = (typeof eras)[number]

/** As much of an answer as tests look at. */
export type ToolAnswer = {
  isError?: boolean
  content: { type: string; text?: string; uri?: string; data?: string; mimeType?: string }[]
  structuredContent?: Record<string, unknown>
}
type CallOptions = {
  signal?: AbortSignal
  onprogress?: (progress: { progress: number; total?: number | undefined }) => void
}

/** The official client of an era, by the few calls that are the same in both. */
export type McpClient = {
  listTools(): Promise<{ tools: { name: string; inputSchema: unknown; description?: string }[] }>
  call(name: string, input: object, options?: CallOptions): Promise<ToolAnswer>
  read(uri: string): Promise<string>
  templates(): Promise<string[]>
  close(): Promise<void>
}

/** Over HTTP, or over the standard streams of a program that is started with these arguments. */
export type Way = { url: string; key: string } | { program: string[]; env: Record<string, string> }

const me = { name: 'test', version: '1' }

export const connect = (era: Era, way: Way): Promise<McpClient> =>
  era === '2026' ? connectModern(way) : connectEarlier(way)

const connectModern = async (way: Way): Promise<McpClient> => {
  const client = new Client(me, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
  await client.connect(
    'url' in way
      ? new StreamableHTTPClientTransport(new URL(way.url), requestOf(way.key))
      : new StdioClientTransport(programOf(way)),
  )
  return {
    listTools: () => client.listTools() as ReturnType<McpClient['listTools']>,
    call: async (name, input, options = {}) =>
      (await client.callTool({ name, arguments: { ...input } }, options)) as ToolAnswer,
    read: async uri => textOf(await client.readResource({ uri })),
    templates: async () =>
      (await client.listResourceTemplates()).resourceTemplates.map(
        ({ uriTemplate }) => uriTemplate,
      ),
    close: () => client.close(),
  }
}

const connectEarlier = async (way: Way): Promise<McpClient> => {
  const client = new EarlierClient(me)
  const transport =
    'url' in way
      ? new EarlierHttp(new URL(way.url), requestOf(way.key))
      : new EarlierStdio(programOf(way))
  await client.connect(transport as Parameters<EarlierClient['connect']>[0])
  return {
    listTools: () => client.listTools() as ReturnType<McpClient['listTools']>,
    call: async (name, input, options = {}) =>
      (await client.callTool({ name, arguments: { ...input } }, undefined, options)) as ToolAnswer,
    read: async uri => textOf(await client.readResource({ uri })),
    templates: async () =>
      (await client.listResourceTemplates()).resourceTemplates.map(
        ({ uriTemplate }) => uriTemplate,
      ),
    close: () => client.close(),
  }
}

const requestOf = (key: string) => ({
  requestInit: { headers: { authorization: `Bearer ${key}` } },
})

const programOf = ({ program, env }: Extract<Way, { program: string[] }>) => ({
  command: process.execPath,
  args: program,
  env: { ...(process.env as Record<string, string>), ...env },
})

const textOf = ({ contents }: { contents: object[] }): string =>
  contents.map(part => ('text' in part ? String(part.text) : '')).join('')
