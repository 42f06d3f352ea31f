/**
 * `siteray mcp`: a server of the Model Context Protocol on standard input and output, for clients
 * that start a program instead of calling an address. Each line is sent to `/mcp`, and what comes
 * back is written as lines; the protocol's own words pass through untouched.
 */
export type McpOptions = {
  /** Where Siteray is: `https://siteray.example.org`. */
  url: string
  /** A secret key, `sr_…`. */
  key: string
  input: AsyncIterable<Uint8Array | string>
  output: { write(text: string, done: (error?: Error | null) => void): unknown }
  fetch?: typeof fetch
}

type Id = string | number
type Message = {
  id?: Id
  method?: string
  params?: { [name: string]: unknown }
  result?: { protocolVersion?: unknown }
}

/** Resolves when the input has ended and what was asked until then is answered. */
export const runMcp = async (options: McpOptions): Promise<void> => {
  const write = createWriter(options.output)
  const pass = createPass(options, write)
  const open = new Map<Id, AbortController>()
  const running = new Set<Promise<void>>()
  for await (const line of linesOf(options.input)) {
    const message = parse(line)
    if (!message) {
      await write({ jsonrpc: '2.0', id: null, error: { code: -32700, message: notJson } })
      continue
    }
    if (message.method === 'notifications/cancelled') {
      // Who answers keeps nothing between requests: hanging up is how it learns of it.
      open.get(message.params?.requestId as Id)?.abort()
      continue
    }
    const hangUp = new AbortController()
    const { id } = message
    if (id !== undefined) open.set(id, hangUp)
    const passing = pass(message, hangUp.signal).finally(() => {
      running.delete(passing)
      if (id !== undefined) open.delete(id)
    })
    running.add(passing)
  }
  const impatience = setTimeout(() => {
    for (const hangUp of open.values()) hangUp.abort()
  }, graceMs)
  await Promise.allSettled(running)
  clearTimeout(impatience)
}

const notJson = 'Parse error: a line is not JSON.'
/** For what is under way when the input ends. */
const graceMs = 5_000

type Write = (message: object) => Promise<void>

const createWriter =
  (output: McpOptions['output']): Write =>
  message =>
    new Promise((resolve, reject) => {
      output.write(`${JSON.stringify(message)}\n`, error => (error ? reject(error) : resolve()))
    })

const createPass = ({ url, key, fetch: ask = fetch }: McpOptions, write: Write) => {
  const address = `${url.replace(/\/+$/, '')}/mcp`
  /** What the handshake of 2025 agreed on; later messages carry their own version. */
  let agreed: string | undefined
  return async (message: Message, signal: AbortSignal): Promise<void> => {
    const isRequest = message.id !== undefined && message.method !== undefined
    const fail = (text: string, data?: object) =>
      isRequest
        ? write({ jsonrpc: '2.0', id: message.id, error: { code: -32000, message: text, data } })
        : undefined
    let isAnswered = false
    try {
      const answer = await ask(address, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...headersOf(message, agreed),
        },
        body: JSON.stringify(message),
        signal,
      })
      for await (const said of messagesOf(answer)) {
        if (!isMessage(said)) {
          const { status, headers } = answer
          return await fail(sentenceOf(said, status), {
            status,
            code: headers.get('x-error-code') ?? undefined,
          })
        }
        if (said.method === undefined) isAnswered = true
        if (message.method === 'initialize' && typeof said.result?.protocolVersion === 'string')
          agreed = said.result.protocolVersion
        await write(said)
      }
      if (!isAnswered && !signal.aborted) await fail('Siteray’s answer broke off.')
    } catch {
      if (!signal.aborted && !isAnswered) await fail(`Siteray could not be reached at ${address}.`)
    }
  }
}

const versionKey = 'io.modelcontextprotocol/protocolVersion'
const nameFields: { [method: string]: string } = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
}

/** What the protocol wants to see in headers too. */
const headersOf = ({ method, params }: Message, agreed: string | undefined) => {
  const version = (params?._meta as { [key: string]: unknown } | undefined)?.[versionKey]
  if (typeof version !== 'string') return agreed ? { 'mcp-protocol-version': agreed } : {}
  const name = params?.[nameFields[method ?? ''] ?? '']
  return {
    'mcp-protocol-version': version,
    ...(method === undefined ? {} : { 'mcp-method': method }),
    ...(typeof name === 'string' ? { 'mcp-name': inHeader(name) } : {}),
  }
}

const inHeader = (text: string): string => {
  if (/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !text.startsWith('=?base64?'))
    return text
  const bytes = new TextEncoder().encode(text)
  return `=?base64?${btoa(String.fromCharCode(...bytes))}?=`
}

/** What an answer holds: one message, or several as server-sent events. */
const messagesOf = async function* (answer: Response): AsyncGenerator<unknown> {
  if (!answer.headers.get('content-type')?.includes('text/event-stream')) {
    const text = await answer.text()
    if (text !== '' || !answer.ok) yield parse(text) ?? {}
    return
  }
  let data: string[] = []
  for await (const line of linesOf(chunksOf(answer), true)) {
    if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''))
    if (line !== '' || data.length === 0) continue
    const message = parse(data.join('\n'))
    data = []
    if (message) yield message
  }
}

const chunksOf = async function* ({ body }: Response): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader()
  if (!reader) return
  for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value
}

const linesOf = async function* (
  chunks: AsyncIterable<Uint8Array | string>,
  withEmpty = false,
): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of chunks) {
    rest += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })
    const lines = rest.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines.map(text => text.replace(/\r$/, '')))
      if (withEmpty || line.trim() !== '') yield line
  }
  if (rest.trim() !== '') yield rest
}

const parse = (text: string): Message | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && 'jsonrpc' in value

const sentenceOf = (said: unknown, status: number): string => {
  const { error } = said as { error?: unknown }
  return typeof error === 'string' ? error : `Siteray answered ${status}.`
}
