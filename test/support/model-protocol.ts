import type { IncomingHttpHeaders } from 'node:http'

/** How one provider is spoken to: what its requests say and what its answers look like. */
export type Protocol = {
  provider: 'openai' | 'anthropic' | 'google'
  model: string
  /** Where the provider lives, and the path in front of every route. */
  host: string
  basePath: string
  read: (call: ModelCall) => Omit<ModelRequest, keyof ModelCall>
  /** What the real endpoint would have against the request, however the test is scripted. */
  refuse: (request: ModelRequest) => Refusal | undefined
  answer: (request: ModelRequest, said: Said) => unknown
  /** The same as server-sent events. */
  events?: (request: ModelRequest, said: Said) => unknown[]
  error: (status: number, message: string) => unknown
}

/** A request as it came. */
export type ModelCall = {
  path: string
  headers: IncomingHttpHeaders
  body: Record<string, unknown>
}

export type ModelRequest = ModelCall & {
  model: string
  /** Text of the system (or developer) messages and of the user's. */
  system: string
  user: string
  /** The JSON Schema the answer must follow, where one was sent. */
  schema: unknown
  stream: boolean
}

export type Refusal = { status: number; message: string }

export type FinishReason = 'stop' | 'length' | 'content_filter'
export type Said = { text?: string; refusal?: string; finishReason: FinishReason }

/** Names that an endpoint knows. */
export const namesIn = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** What a provider that counts says of each call. */
export const tokens = { in: 10, out: 5 }

export const plainText = (content: unknown): string => {
  if (typeof content === 'string') return content
  const parts: { text?: string }[] = Array.isArray(content) ? content : []
  return parts.map(part => part.text ?? '').join('')
}

/** As much of a JSON Schema as providers look at. */
export type SchemaNode = {
  [keyword: string]: unknown
  type?: string | string[]
  properties?: Record<string, SchemaNode>
  required?: string[]
  items?: SchemaNode
  anyOf?: SchemaNode[]
}

export function* schemaNodes(root: SchemaNode): Generator<SchemaNode> {
  yield root
  const below = [...Object.values(root.properties ?? {}), ...(root.anyOf ?? [])]
  for (const node of root.items ? [...below, root.items] : below) yield* schemaNodes(node)
}
