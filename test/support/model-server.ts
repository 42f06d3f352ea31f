import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FinishReason, ModelCall, ModelRequest, Protocol } from './model-protocol.ts'
import { openAi } from './openai-protocol.ts'
import type { SimulatedWeb } from './simulated-web.ts'

/**
 * A model provider on loopback. A test decides each answer, so it can play the model that obeys an
 * injection, refuses, breaks off or never answers; what the real endpoint would not take of a
 * request is refused in its own words before the test is asked.
 */
export type ModelServer = Omit<ModelScene, 'env'> & {
  env: ModelEnv & { LLM_BASE_URL: string }
  /** For LLM_BASE_URL. */
  baseUrl: string
  close: () => Promise<void>
}

export type ModelScene = {
  /** For starting the real app. */
  env: ModelEnv
  requests: readonly ModelRequest[]
  /** Replaces the script. */
  respond: (script: ModelScript) => void
}

type ModelEnv = { LLM_PROVIDER: string; LLM_MODEL: string; LLM_API_KEY: string }

export type { ModelRequest }
export type ModelScript = (request: ModelRequest, nth: number) => ModelReply | Promise<ModelReply>

export type ModelReply =
  | { content: unknown; finishReason?: FinishReason }
  | { refusal: string }
  /** An HTTP answer as given, such as a 429 or a 500; in the provider's own words if no body is. */
  | { status: number; headers?: Record<string, string>; body?: unknown; message?: string }
  | 'hang'
  /** The connection breaks in the middle of the answer. */
  | 'reset'

/** A server of its own, as operators have at LLM_BASE_URL. */
export const createModelServer = async (
  script: ModelScript,
  protocol: Protocol = openAi,
): Promise<ModelServer> => {
  const scene = createScene(protocol, script)
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const { url: path = '', headers } = incoming
    await scene.serve({ path, headers, body: parse(Buffer.concat(chunks)) }, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const baseUrl = `http://127.0.0.1:${port}${protocol.basePath}`
  return {
    ...scene,
    baseUrl,
    env: { ...scene.env, LLM_BASE_URL: baseUrl },
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/** The provider at its own address, which only the simulated web knows. */
export const hostModel = (
  web: SimulatedWeb,
  protocol: Protocol,
  script: ModelScript,
): ModelScene => {
  const scene = createScene(protocol, script)
  web.site(protocol.host, async ({ path, headers, body }, response) => {
    await scene.serve({ path, headers, body: parse(body) }, response)
    return undefined
  })
  return scene
}

const createScene = (protocol: Protocol, script: ModelScript) => {
  const requests: ModelRequest[] = []
  let current = script
  return {
    env: {
      LLM_PROVIDER: protocol.provider,
      LLM_MODEL: protocol.model,
      LLM_API_KEY: 'test-key',
    },
    requests,
    respond(next: ModelScript) {
      current = next
    },
    async serve(call: ModelCall, response: ServerResponse) {
      const request = { ...call, ...protocol.read(call) }
      requests.push(request)
      const reply = protocol.refuse(request) ?? (await current(request, requests.length))
      if (reply !== 'hang') answer(protocol, request, reply, response)
    },
  }
}

const parse = (body: Buffer): Record<string, unknown> => JSON.parse(body.toString() || '{}')

const answer = (
  protocol: Protocol,
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
    const { status, headers, message = `Scripted ${status}` } = reply
    sendJson(response, status, reply.body ?? protocol.error(status, message), headers)
    return
  }
  const said =
    'refusal' in reply
      ? { refusal: reply.refusal, finishReason: 'stop' as const }
      : { text: asText(reply.content), finishReason: reply.finishReason ?? 'stop' }
  if (request.stream && protocol.events) sendEvents(response, protocol.events(request, said))
  else sendJson(response, 200, protocol.answer(request, said))
}

const asText = (content: unknown): string =>
  typeof content === 'string' ? content : JSON.stringify(content)

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
