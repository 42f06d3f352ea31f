import { randomUUID } from 'node:crypto'
import {
  type ModelRequest,
  type Protocol,
  plainText,
  type Refusal,
  type Said,
  type SchemaNode,
  schemaNodes,
  tokens,
} from './model-protocol.ts'

/** OpenAI's `/v1/chat/completions` and `/v1/responses`, whole or streamed. */
export const openAi: Protocol = {
  provider: 'openai',
  model: 'scripted',
  host: 'api.openai.com',
  basePath: '/v1',

  read({ body }) {
    const input = body.messages ?? body.input ?? []
    const messages =
      typeof input === 'string' ? [{ role: 'user', content: input }] : (input as Message[])
    const textOf = (roles: string[]) =>
      messages
        .filter(message => roles.includes(message.role ?? ''))
        .map(message => plainText(message.content))
        .join('\n')
    return {
      model: String(body.model ?? ''),
      system: [body.instructions ?? '', textOf(['system', 'developer'])].filter(Boolean).join('\n'),
      user: textOf(['user']),
      schema: formOf(body)?.schema,
      stream: body.stream === true,
    }
  },

  refuse({ path, body }) {
    if (!isChat(path) && !path.endsWith('/responses'))
      return { status: 404, message: `Invalid URL (POST ${path})` }
    return refuseForm(formOf(body))
  },

  answer: (request, said) =>
    isChat(request.path) ? chatAnswer(request, said) : responseAnswer(request, said),
  events: (request, said) =>
    isChat(request.path) ? chatEvents(request, said) : responseEvents(request, said),
  error: (_status, message) => ({ error: { message, type: 'scripted', param: null, code: null } }),
}

const isChat = (path: string) => path.endsWith('/chat/completions')

type Message = { role?: string; content?: unknown }
type Form = { schema?: SchemaNode; strict?: boolean }

const formOf = (body: ModelRequest['body']): Form | undefined => {
  const chat = body.response_format as { json_schema?: Form } | undefined
  const response = body.text as { format?: Form } | undefined
  return chat?.json_schema ?? response?.format
}

/** The two rules of strict mode that callers' own schemas break most often. */
const refuseForm = (form: Form | undefined): Refusal | undefined => {
  if (!form?.schema || form.strict === false) return undefined
  for (const { type, properties = {}, required = [], ...rest } of schemaNodes(form.schema)) {
    if (type !== 'object') continue
    if (rest.additionalProperties !== false)
      return invalidForm("'additionalProperties' is required to be supplied and to be false.")
    if (Object.keys(properties).some(name => !required.includes(name)))
      return invalidForm("'required' is required to be an array including every key in properties.")
  }
  return undefined
}

const invalidForm = (message: string): Refusal => ({
  status: 400,
  message: `Invalid schema for response_format: ${message}`,
})

const usage = {
  prompt_tokens: tokens.in,
  completion_tokens: tokens.out,
  total_tokens: tokens.in + tokens.out,
}

const chatAnswer = (request: ModelRequest, said: Said) => ({
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
      finish_reason: said.finishReason,
    },
  ],
  usage,
})

const chatEvents = (request: ModelRequest, said: Said): unknown[] => {
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
    { ...chunk({}, said.finishReason), usage },
    '[DONE]',
  ]
}

const responseAnswer = (request: ModelRequest, said: Said) => ({
  id: `resp_${randomUUID()}`,
  object: 'response',
  created_at: Math.floor(Date.now() / 1000),
  model: request.model,
  status: said.finishReason === 'stop' ? 'completed' : 'incomplete',
  incomplete_details:
    said.finishReason === 'stop'
      ? null
      : { reason: said.finishReason === 'length' ? 'max_output_tokens' : 'content_filter' },
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
  usage: {
    input_tokens: tokens.in,
    output_tokens: tokens.out,
    total_tokens: tokens.in + tokens.out,
  },
})

const responseEvents = (request: ModelRequest, said: Said): unknown[] => {
  const whole = responseAnswer(request, said)
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
