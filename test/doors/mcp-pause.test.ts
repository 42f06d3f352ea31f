import assert from 'node:assert/strict'
import { it } from 'node:test'
import { startApp } from '../support/app.ts'

const legacy = { name: 'a stream', headers: { 'mcp-protocol-version': '2025-06-18' }, meta: {} }
const modern = {
  name: 'one body',
  headers: {
    ...{ 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'job' },
  },
  meta: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  },
}

for (const { name, headers, meta } of [legacy, modern])
  it(`/mcp says in Retry-After when a refused tool may be called again, with ${name}`, async () => {
    const app = await startApp({ RATE_LIMIT_PER_MINUTE: '1' })
    const callTool = async () => {
      const answer = await app.api('/mcp', {
        method: 'POST',
        headers: { ...headers, accept: 'application/json, text/event-stream' },
        body: {
          ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
          params: { name: 'job', arguments: { id: 'batch_none' }, _meta: meta },
        },
      })
      assert.equal(answer.status, 200, answer.text)
      return answer
    }
    const first = await callTool()
    assert.match(first.text, /not_found/)
    assert.equal(first.headers.get('retry-after'), null)
    const second = await callTool()
    const [, seconds] = /rate_limited: .* Try again in (\d+) s/.exec(second.text) ?? []
    assert.equal(second.headers.get('retry-after'), seconds)
    assert.ok(Number(seconds) > 0)
  })
