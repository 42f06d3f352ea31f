import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, describe, it } from 'node:test'
import { installClients, load } from '../support/client-packages.ts'
import { type FirecrawlWorld, pageUrl, startFirecrawl } from '../support/firecrawl.ts'

/**
 * Programs that stand on Firecrawl's API, against the real app. They bring 120 MB along and take
 * longer to start than to answer: `npm run test:clients`, and no part of the gate.
 */
let world: FirecrawlWorld
let folder: string
const home = mkdtempSync(join(tmpdir(), 'firecrawl-home-'))
before(async () => {
  ;[folder, world] = await Promise.all([installClients('firecrawl/tools'), startFirecrawl()])
})
after(async () => {
  await world.close()
  rmSync(home, { recursive: true, force: true })
})

const environment = () => ({
  PATH: process.env.PATH,
  HOME: home,
  FIRECRAWL_API_URL: world.base,
  FIRECRAWL_API_KEY: world.app.secretKey,
  FIRECRAWL_NO_TELEMETRY: '1',
  CI: '1',
})

describe('firecrawl-cli', () => {
  const run = async (...args: string[]): Promise<string> => {
    const child = spawn(join(folder, 'node_modules/.bin/firecrawl'), args, {
      env: environment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const told = { out: '', err: '' }
    child.stdout.on('data', chunk => (told.out += chunk))
    child.stderr.on('data', chunk => (told.err += chunk))
    const [code] = await once(child, 'close')
    assert.equal(code, 0, `firecrawl ${args.join(' ')}: ${told.err || told.out}`)
    return told.out
  }

  it('scrape', async () => {
    assert.match(await run('scrape', pageUrl('a')), /This is the page a/)
  })

  it('map', async () => {
    assert.match(await run('map', pageUrl(''), '--limit', '10'), /site\.test\/a/)
  })

  it('crawl, and the state of a job by its id', async () => {
    const told = await run('crawl', pageUrl(''), '--limit', '5', '--wait', '--poll-interval', '1')
    assert.match(told, /This is the page|site\.test\/a/)
    const started = await run('crawl', pageUrl(''), '--limit', '2')
    const [id] = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(started) ?? []
    assert.ok(id, started)
    assert.match(await run('crawl', id), /scraping|completed/)
  })

  it('search', async () => {
    assert.match(await run('search', 'lamps'), /Lamp/)
  })

  it('parse', async () => {
    const file = join(home, 'page.html')
    writeFileSync(file, '<h1>A file</h1><p>With some words in it, as files have them.</p>')
    assert.match(await run('parse', file), /# A file/)
  })

  it('credit-usage and --status', async () => {
    assert.match(await run('credit-usage'), /Remaining Credits: [\d,]+/)
    assert.match(await run('--status'), /\d/)
  })
})

describe('firecrawl-mcp', () => {
  it('its tools scrape, map, crawl, search and tell the credits', async () => {
    const child = spawn(join(folder, 'node_modules/.bin/firecrawl-mcp'), [], {
      env: environment(),
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    try {
      const ask = converse(child)
      await ask('initialize', {
        protocolVersion: '2025-03-26',
        capabilities: {},
        clientInfo: { name: 'test', version: '1' },
      })
      child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
      const use = async (name: string, given: object): Promise<string> => {
        const answer = await ask('tools/call', { name: `firecrawl_${name}`, arguments: given })
        const { content, isError } = answer as { content: { text: string }[]; isError?: boolean }
        const text = content.map(part => part.text).join('\n')
        assert.ok(!isError, `${name}: ${text}`)
        return text
      }
      const schema = { type: 'object', properties: { title: { type: 'string' } } }
      assert.match(await use('scrape', { url: pageUrl('a'), formats: ['markdown'] }), /the page a/)
      assert.match(await use('map', { url: pageUrl('') }), /site\.test\/a/)
      assert.match(await use('crawl', { url: pageUrl(''), limit: 3 }), /completed/)
      assert.match(await use('search', { query: 'lamps' }), /All about lamps/)
      const data = { url: pageUrl('a'), formats: ['json'], jsonOptions: { schema } }
      assert.match(await use('scrape', data), /"title": ?"a"/)
      assert.match(await use('credit_usage', {}), /remainingCredits/)
    } finally {
      child.kill()
    }
  })
})

/** JSON-RPC, a line each. */
const converse = (child: {
  stdin: NodeJS.WritableStream
  stdout: NodeJS.ReadableStream
}): ((method: string, params: object) => Promise<unknown>) => {
  const waiting = new Map<number, (answer: { result?: unknown; error?: unknown }) => void>()
  createInterface({ input: child.stdout }).on('line', line => {
    const answer = JSON.parse(line) as { id?: number; result?: unknown; error?: unknown }
    waiting.get(answer.id ?? -1)?.(answer)
  })
  let last = 0
  return async (method, params) => {
    const id = ++last
    const answered = new Promise<{ result?: unknown; error?: unknown }>(resolve =>
      waiting.set(id, resolve),
    )
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    const { result, error } = await answered
    assert.equal(error, undefined, JSON.stringify(error))
    return result
  }
}

describe('firecrawl-aisdk', () => {
  it('its tools scrape, map and search', async () => {
    type Tool = { execute(given: object, options: object): Promise<unknown> }
    const kit = await load<Record<string, (options: object) => Tool>>(folder, 'firecrawl-aisdk')
    const options = { apiKey: world.app.secretKey, apiUrl: world.base }
    const use = async (name: string, given: object): Promise<string> => {
      const tool = kit[name]?.(options)
      assert.ok(tool, `${name} is not among ${Object.keys(kit).join(', ')}`)
      return JSON.stringify(await tool.execute(given, { toolCallId: '1', messages: [] }))
    }
    assert.match(await use('scrape', { url: pageUrl('a') }), /This is the page a/)
    assert.match(await use('map', { url: pageUrl('') }), /site\.test\/a/)
    assert.match(await use('search', { query: 'lamps' }), /All about lamps/)
  })
})
