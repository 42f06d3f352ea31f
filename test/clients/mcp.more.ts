import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { dynamicTool, generateText, jsonSchema, stepCountIs } from 'ai'
import { runMcp } from '../../client/src/mcp-stdio.ts'
import { startApp } from '../support/app.ts'
import { createCaller } from '../support/callers.ts'
import type { ToolAnswer } from '../support/mcp.ts'
import { createModelServer } from '../support/model-server.ts'
import { dataOf, type Page, setUpMcp, site, wordsOf } from './mcp-setup.ts'

const { world, connected, clientOf } = setUpMcp()

describe('standard output', () => {
  // By its lines: the official clients forget what they read together with the answer.
  it('tells how far a crawl is before it answers', async () => {
    const answered = Promise.withResolvers<void>()
    const said: { id?: number; method?: string; params?: { progress?: number } }[] = []
    const input = async function* () {
      const params = {
        name: 'crawl',
        arguments: { url: 'https://small.test/a', limit: 2, sitemap: 'skip', wait: 50 },
        _meta: { progressToken: 'far' },
      }
      yield `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })}\n`
      await answered.promise
    }
    const write = (line: string, done: () => void) => {
      const message = JSON.parse(line)
      said.push(message)
      if (message.id === 1) answered.resolve()
      done()
    }
    await runMcp({
      url: world.app.apiUrl,
      key: world.app.secretKey,
      input: input(),
      output: { write },
    })
    const told = said.filter(({ method }) => method === 'notifications/progress')
    assert.equal(told.at(-1)?.params?.progress, 2)
    assert.equal(said.at(-1)?.id, 1)
  })
})

describe('the door', () => {
  it('shows a page to the account that read it, in any process, and to nobody else', async () => {
    const page = dataOf<Page>(
      await clientOf('2025').call('scrape', { url: site('long'), maxLength: 1_000 }),
    )
    const other = await startApp(
      { ...world.web.env, RATE_LIMIT_PER_MINUTE: '4' },
      world.app.database,
    )
    const elsewhere = await connected('2025', {
      url: `${other.apiUrl}/mcp`,
      key: world.app.secretKey,
    })
    const next = await elsewhere.call('scrape', { url: page.page?.next })
    assert.match(dataOf<Page>(next).markdown, /Paragraph 20/)
    // The handshake was two calls of the key's four, this one the third.
    const more = Array.from({ length: 8 }, () => elsewhere.call('icon', { domain: 'github.com' }))
    const [first, ...rest] = await Promise.all(more)
    assert.ok(first && !first.isError)
    const over = rest.find(({ isError }) => isError)
    assert.match(over ? wordsOf(over) : '', /^rate_limited: .* Try again in \d+ s\.$/)
    const id = page.page?.uri.split('/').at(-1)
    assert.equal((await world.app.api(`/v1/scrape/${id}`)).status, 200)
    const stranger = await createCaller(world.app, 'unlimited', 'stranger')
    assert.equal((await stranger.api(`/v1/scrape/${id}`)).status, 404)
  })
})

describe('an agent', () => {
  it('reads a page to its end and answers, as its model says', async () => {
    const client = clientOf('2026')
    const { tools } = await client.listTools()
    const shown: ToolAnswer[] = []
    const agentTools = Object.fromEntries(
      tools.map(({ name, description = '', inputSchema }) => [
        name,
        dynamicTool({
          description,
          inputSchema: jsonSchema(inputSchema as object),
          async execute(input) {
            const answer = await client.call(name, input as object)
            shown.push(answer)
            return wordsOf(answer)
          },
        }),
      ]),
    )
    // Plays a model: maps the site, reads what it found, and reads on where the text says how.
    const model = await createModelServer(({ body }) => {
      const messages = body.messages as { role: string; content: unknown }[]
      const last = messages.at(-1)
      const text = last?.role === 'tool' ? String(last.content) : ''
      const [, next] = /scrape with url (siteray:\S+?)\]/.exec(text) ?? []
      if (last?.role === 'user') return calls('map', { url: site(''), sitemap: 'skip' })
      if (text.startsWith('4 URLs') || /URLs of/.test(text))
        return calls('scrape', { url: site('long') })
      if (next) return calls('scrape', { url: next })
      return { content: `The last paragraph is ${text.match(/Paragraph \d+/g)?.at(-1)}.` }
    })
    const provider = createOpenAICompatible({ name: 'scripted', baseURL: model.baseUrl })
    const { text, steps } = await generateText({
      model: provider('scripted'),
      tools: agentTools,
      stopWhen: stepCountIs(8),
      prompt: 'Which is the last paragraph of the long page of site.test?',
    })
    await model.close()
    assert.equal(text, 'The last paragraph is Paragraph 399.')
    assert.ok(steps.length >= 4)
    assert.ok(shown.every(({ isError }) => !isError))
    const [first] = model.requests
    const offered = (first?.body.tools ?? []) as unknown[]
    assert.equal(offered.length, tools.length)
  })
})

/** A turn of the scripted model that calls a tool. */
const calls = (name: string, input: object) => ({
  status: 200,
  body: {
    id: 'chatcmpl-scripted',
    object: 'chat.completion',
    created: 0,
    model: 'scripted',
    choices: [
      {
        index: 0,
        finish_reason: 'tool_calls',
        message: {
          role: 'assistant',
          content: null,
          tool_calls: [
            {
              id: `call_${name}_${JSON.stringify(input).length}`,
              type: 'function',
              function: { name, arguments: JSON.stringify(input) },
            },
          ],
        },
      },
    ],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  },
})
