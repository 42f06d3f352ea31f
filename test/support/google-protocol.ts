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

/** Google's generateContent of the Gemini API, with what it documents to refuse. */
export const google: Protocol = {
  provider: 'google',
  model: 'gemini-2.5-flash',
  host: 'generativelanguage.googleapis.com',
  basePath: '/v1beta',

  read: ({ path, body }) => ({
    model: /models\/([^:]+):/.exec(path)?.[1] ?? '',
    system: plainText((body.systemInstruction as Content | undefined)?.parts),
    user: contentsOf(body)
      .filter(({ role }) => role === 'user')
      .map(({ parts }) => plainText(parts))
      .join('\n'),
    schema: configOf(body).responseJsonSchema,
    stream: path.includes(':streamGenerateContent'),
  }),

  refuse({ path, headers, body }) {
    if (!/^\/v1beta\/models\/[\w.-]+:generateContent$/.test(path))
      return { status: 404, message: `${path} is not found for API version v1beta` }
    if (!headers['x-goog-api-key'])
      return { status: 403, message: "Method doesn't allow unregistered callers" }
    const unknown =
      Object.keys(body).find(name => !parameters.has(name)) ??
      Object.keys(configOf(body)).find(name => !configParameters.has(name))
    if (unknown)
      return invalid(`Invalid JSON payload received. Unknown name "${unknown}": Cannot find field.`)
    const contents = contentsOf(body)
    if (contents.length === 0) return invalid('* GenerateContentRequest.contents: not specified')
    if (contents.some(({ role }) => role !== 'user' && role !== 'model'))
      return invalid('Please use a valid role: user, model.')
    return refuseSchema(configOf(body))
  },

  answer(request, { text, refusal, finishReason }) {
    const usageMetadata = {
      promptTokenCount: tokens.in,
      candidatesTokenCount: tokens.out,
      totalTokenCount: tokens.in + tokens.out,
    }
    const rest = { usageMetadata, modelVersion: request.model, responseId: 'scripted' }
    if (refusal !== undefined)
      return { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' }, ...rest }
    const parts = text ? [{ text }] : undefined
    const candidate =
      finishReason === 'content_filter'
        ? { finishReason: 'SAFETY', index: 0 }
        : {
            content: { ...(parts && { parts }), role: 'model' },
            finishReason: finishReason === 'length' ? 'MAX_TOKENS' : 'STOP',
            index: 0,
          }
    return { candidates: [candidate], ...rest }
  },

  error: (status, message) => ({
    error: { code: status, message, status: errorNames[status] ?? 'UNKNOWN' },
  }),
}

const invalid = (message: string): Refusal => ({ status: 400, message })

type Content = { role?: string; parts?: unknown }
const contentsOf = (body: ModelRequest['body']) => (body.contents ?? []) as Content[]

type Config = { responseMimeType?: string; responseJsonSchema?: SchemaNode }
const configOf = (body: ModelRequest['body']) => (body.generationConfig ?? {}) as Config

const refuseSchema = ({
  responseMimeType,
  responseJsonSchema: schema,
}: Config): Refusal | undefined => {
  if (!schema) return undefined
  if (responseMimeType !== 'application/json')
    return invalid(
      'response_json_schema is only supported with response_mime_type application/json',
    )
  for (const node of schemaNodes(schema)) {
    const unknown = Object.keys(node).find(keyword => !keywords.has(keyword))
    if (unknown)
      return invalid(`Unknown name "${unknown}" at 'generation_config.response_json_schema'`)
  }
  const leaves = [...schemaNodes(schema)].length
  if (leaves > 300)
    return invalid(
      'The specified schema produces a constraint that has too many states for serving.',
    )
  return undefined
}

const keywords = namesIn(
  '$id $defs $ref $anchor type format title description enum items prefixItems minItems maxItems minimum maximum anyOf oneOf properties additionalProperties required propertyOrdering',
)
const parameters = namesIn(
  'contents systemInstruction generationConfig safetySettings tools toolConfig cachedContent',
)
const configParameters = namesIn(
  'maxOutputTokens temperature topP topK stopSequences seed responseMimeType responseJsonSchema responseSchema thinkingConfig candidateCount',
)
const errorNames: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
}
