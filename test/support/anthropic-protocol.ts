import { randomUUID } from 'node:crypto'
import {
  type ModelRequest,
  namesIn,
  type Protocol,
  plainText,
  type Refusal,
  type SchemaNode,
  schemaNodes,
  tokens,
} from './model-protocol.ts'

/** Anthropic's Messages API, with what it documents to refuse. */
export const anthropic: Protocol = {
  provider: 'anthropic',
  model: 'claude-sonnet-4-5',
  host: 'api.anthropic.com',
  basePath: '/v1',

  read({ body }) {
    const messages = messagesOf(body)
    return {
      model: String(body.model),
      system: plainText(body.system),
      user: messages
        .filter(({ role }) => role === 'user')
        .map(({ content }) => plainText(content))
        .join('\n'),
      schema: formatOf(body)?.schema ?? toolOf(body)?.input_schema,
      stream: body.stream === true,
    }
  },

  refuse(request) {
    const { path, headers, body } = request
    if (path !== '/v1/messages') return { status: 404, message: `Not found: ${path}` }
    if (!headers['x-api-key']) return { status: 401, message: 'x-api-key header is required' }
    if (!headers['anthropic-version']) return invalid('anthropic-version: header is required')
    const unknown = Object.keys(body).find(name => !parameters.has(name))
    if (unknown) return invalid(`${unknown}: Extra inputs are not permitted`)
    if (!Number.isInteger(body.max_tokens)) return invalid('max_tokens: Field required')
    return refuseMessages(body) ?? refuseSchema(formatOf(body)?.schema)
  },

  answer(request, { text, refusal, finishReason }) {
    const isRefused = refusal !== undefined || finishReason === 'content_filter'
    const input = isRefused ? undefined : toolInput(request, text)
    const block = input
      ? { type: 'tool_use', id: `toolu_${randomUUID()}`, name: 'json', input }
      : { type: 'text', text: text ?? '' }
    const stopReason = input ? 'tool_use' : 'end_turn'
    return {
      id: `msg_${randomUUID()}`,
      type: 'message',
      role: 'assistant',
      model: request.model,
      content: isRefused ? [] : [block],
      stop_reason: isRefused ? 'refusal' : finishReason === 'length' ? 'max_tokens' : stopReason,
      stop_sequence: null,
      usage: {
        input_tokens: tokens.in,
        output_tokens: tokens.out,
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 0,
      },
    }
  },

  error: (status, message) => ({
    type: 'error',
    error: { type: errorTypes[status] ?? 'api_error', message },
    request_id: 'req_scripted',
  }),
}

const invalid = (message: string): Refusal => ({ status: 400, message })

type Message = { role?: string; content?: unknown }
const messagesOf = (body: ModelRequest['body']) => (body.messages ?? []) as Message[]

type Format = { type: string; schema: SchemaNode }
const formatOf = (body: ModelRequest['body']) =>
  (body.output_config as { format?: Format } | undefined)?.format

type Tool = { name: string; input_schema: unknown }
const toolOf = (body: ModelRequest['body']) => (body.tools as Tool[] | undefined)?.[0]

/** What goes through a tool is an object already, unless the model breaks off or writes prose. */
const toolInput = ({ body }: ModelRequest, text = ''): object | undefined => {
  try {
    return toolOf(body) ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}

const refuseMessages = (body: ModelRequest['body']): Refusal | undefined => {
  const messages = messagesOf(body)
  if (messages.length === 0) return invalid('messages: at least one message is required')
  if (messages.some(({ role }, at) => role !== (at % 2 === 0 ? 'user' : 'assistant')))
    return invalid('messages: roles must alternate between "user" and "assistant"')
  if (messages.some(({ content }) => plainText(content).trim() === ''))
    return invalid('messages: text content blocks must be non-empty')
  return undefined
}

const refuseSchema = (schema: SchemaNode | undefined): Refusal | undefined => {
  if (!schema) return undefined
  const nodes = [...schemaNodes(schema)]
  for (const node of nodes) {
    const unknown = Object.keys(node).find(keyword => !keywords.has(keyword))
    if (unknown) return invalid(`output_config.format.schema: ${unknown} is not supported`)
    if (node.type === 'object' && node.additionalProperties !== false)
      return invalid(
        "output_config.format.schema: For 'object' type, 'additionalProperties' must be explicitly set to false",
      )
  }
  const unions = nodes.filter(({ type, anyOf }) => Array.isArray(type) || anyOf).length
  if (unions > 16)
    return invalid(
      `Schemas contains too many parameters with union types (${unions} parameters with type arrays or anyOf, limit: 16)`,
    )
  const optional = nodes.reduce(
    (sum, { properties = {}, required = [] }) =>
      sum + Object.keys(properties).length - required.length,
    0,
  )
  if (optional > 12)
    return invalid('The compiled grammar is too large, which would cause performance issues.')
  return undefined
}

const keywords = namesIn(
  '$ref $defs type properties required items anyOf allOf enum const format description title default additionalProperties',
)
const parameters = namesIn(
  'model max_tokens messages system temperature top_p top_k stop_sequences stream tools tool_choice output_config metadata thinking service_tier',
)
const errorTypes: Record<number, string> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  529: 'overloaded_error',
}
