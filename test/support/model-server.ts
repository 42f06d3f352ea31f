import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A model provider on loopback that speaks OpenAI's `/v1/chat/completions` and `/v1/responses`, whole
 * or streamed. A test decides each answer, so it can play the model that obeys an injection, refuses,
 * breaks off or never answers.
 */
export type ModelServer = {
  /** For LLM_BASE_URL. */
  baseUrl: string
  /** The same as environment variables, for starting the real app. */
  env: { LLM_PROVIDER: string; LLM_MODEL: string; LLM_BASE_URL: string; LLM_API_KEY: string }
  requests: readonly ModelRequest[]
  /** Replaces the script. */
  respond: (script: ModelScript) => void
  close: () => Promise<void>
}

export type ModelRequest = {
  path: string
  headers: IncomingMessage['headers']
  /** The body as it came. */
  body: Record<string, unknown>
  model: string
  /** Text of the system (or developer) messages and of the user's. */
  system: string
  user: string
  /** The JSON Schema the answer must follow, where one was sent. */
  schema: unknown
  stream: boolean
}

export type ModelScript = (request: ModelRequest, nth: number) => ModelReply | Promise<ModelReply>

export type ModelReply =
  | { content: unknown; finishReason?: 'stop' | 'length' | 'content_filter' }
  | { refusal: string }
  /** An HTTP answer as given, such as a 429 or a 500. */
  | { status: number; headers?: Record<string, string>; body?: unknown }
  | 'hang'
  /** The connection breaks in the middle of the answer. */
  | 'reset'

export const createModelServer = async (script: ModelScript): Promise<ModelServer> => {
  const requests: ModelRequest[] = []
  let current = script
  const server = createServer(async (incoming, response) => {
    const request = await readRequest(incoming)
    requests.push(request)
    const reply = await current(request, requests.length)
    if (reply !== 'hang') answer(request, reply, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  return {
    baseUrl,
    env: {
      LLM_PROVIDER: 'openai',
      LLM_MODEL: 'scripted',
      LLM_BASE_URL: baseUrl,
      LLM_API_KEY: 'test-key',
    },
    requests,
    respond(next) {
      current = next
    },
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

type Message = { role?: string; content?: unknown }

const readRequest = async (incoming: IncomingMessage): Promise<ModelRequest> => {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  const body = JSON.parse(Buffer.concat(chunks).toString() || '{}')
  const input = body.messages ?? body.input ?? []
  const messages: Message[] = typeof input === 'string' ? [{ role: 'user', content: input }] : input
  const textOf = (roles: string[]) =>
    messages
      .filter(message => roles.includes(message.role ?? ''))
      .map(message => plainText(message.content))
      .join('\n')
  return {
    path: incoming.url ?? '',
    headers: incoming.headers,
    body,
    model: body.model ?? '',
    system: [body.instructions ?? '', textOf(['system', 'developer'])].filter(Boolean).join('\n'),
    user: textOf(['user']),
    schema: body.response_format?.json_schema?.schema ?? body.text?.format?.schema,
    stream: body.stream === true,
  }
}

const plainText = (content: unknown): string => {
  if (typeof content === 'string') return content
  const parts: { text?: string }[] = Array.isArray(content) ? content : []
  return parts.map(part => part.text ?? '').join('')
}

const answer = (
  request: ModelRequest,
  reply: Exclude<ModelReply, 'hang'>,
  response: ServerResponse,
): void => {
  if (reply === 'reset') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 })
    response.write('{"id":', () => response.destroy())
    return
  }
  if ('status' in reply) {
    const body = reply.body ?? { error: { message: `Scripted ${reply.status}`, type: 'scripted' } }
    sendJson(response, reply.status, body, reply.headers)
    return
  }
  const message = 'refusal' in reply ? { refusal: reply.refusal } : { text: asText(reply.content) }
  const finishReason = ('finishReason' in reply && reply.finishReason) || 'stop'
  const isChat = request.path.endsWith('/chat/completions')
  if (!isChat && !request.path.endsWith('/responses'))
    sendJson(response, 404, { error: 'no route' })
  else if (request.stream)
    sendEvents(
      response,
      isChat
        ? chatEvents(request, message, finishReason)
        : responseEvents(request, message, finishReason),
    )
  else
    sendJson(
      response,
      200,
      isChat
        ? chatAnswer(request, message, finishReason)
        : responseAnswer(request, message, finishReason),
    )
}

type Said = { text?: string; refusal?: string }
const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 }
const asText = (content: unknown): string =>
  typeof content === 'string' ? content : JSON.stringify(content)

const chatAnswer = (request: ModelRequest, said: Said, finishReason: string) => ({
  id: `chatcmpl-${randomUUID()}`,
  object: 'chat.completion',
  created: Math.floor(Date.now() / 1000),
  model: request.model,
  choices: [
    {
      index: 0,
      message: {
        role: 'assistant',
        content: said.text ?? null,
        refusal: said.refusal ?? null,
      },
      finish_reason: finishReason,
    },
  ],
  usage,
})

const chatEvents = (request: ModelRequest, said: Said, finishReason: string): unknown[] => {
  const chunk = (delta: object, finish: string | null = null) => ({
    id: 'chatcmpl-scripted',
    object: 'chat.completion.chunk',
    created: Math.floor(Date.now() / 1000),
    model: request.model,
    choices: [{ index: 0, delta, finish_reason: finish }],
  })
  return [
    chunk({ role: 'assistant', ...(said.refusal !== undefined && { refusal: said.refusal }) }),
    ...pieces(said.text).map(content => chunk({ content })),
    { ...chunk({}, finishReason), usage },
    '[DONE]',
  ]
}

const responseAnswer = (request: ModelRequest, said: Said, finishReason: string) => ({
  id: `resp_${randomUUID()}`,
  object: 'response',
  created_at: Math.floor(Date.now() / 1000),
  model: request.model,
  status: finishReason === 'stop' ? 'completed' : 'incomplete',
  incomplete_details:
    finishReason === 'stop'
      ? null
      : { reason: finishReason === 'length' ? 'max_output_tokens' : 'content_filter' },
  error: null,
  output: [
    {
      id: 'msg_scripted',
      type: 'message',
      role: 'assistant',
      status: 'completed',
      content: [
        said.refusal === undefined
          ? { type: 'output_text', text: said.text ?? '', annotations: [] }
          : { type: 'refusal', refusal: said.refusal },
      ],
    },
  ],
  usage: { input_tokens: 10, output_tokens: 5, total_tokens: 15 },
})

const responseEvents = (request: ModelRequest, said: Said, finishReason: string): unknown[] => {
  const whole = responseAnswer(request, said, finishReason)
  const place = { item_id: 'msg_scripted', output_index: 0, content_index: 0 }
  const [item] = whole.output
  const end = whole.status === 'completed' ? 'response.completed' : 'response.incomplete'
  return [
    { type: 'response.created', response: { ...whole, status: 'in_progress', output: [] } },
    { type: 'response.output_item.added', output_index: 0, item: { ...item, content: [] } },
    ...pieces(said.text).map(delta => ({ type: 'response.output_text.delta', ...place, delta })),
    { type: 'response.output_text.done', ...place, text: said.text ?? '' },
    { type: 'response.output_item.done', output_index: 0, item },
    { type: end, response: whole },
  ].map((event, sequence) => ({ ...event, sequence_number: sequence }))
}

const pieces = (text = ''): string[] => text.match(/[\s\S]{1,40}/g) ?? []

const sendJson = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text)
}

const sendEvents = (response: ServerResponse, events: readonly unknown[]): void => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const event of events) {
    const named = typeof event === 'object' && event !== null && 'type' in event
    if (named) response.write(`event: ${event.type}\n`)
    response.write(`data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`)
  }
  response.end()
}
