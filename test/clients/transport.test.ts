import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createSend } from '../../client/src/transport.ts'

/** A server that takes its time, and hears when nobody waits any more. */
const slowly: typeof fetch = async (_, { signal } = {}) => {
  await pause(30, undefined, signal ? { signal } : {})
  return Response.json({ ok: true })
}

it('the client waits as long as it was told to, also for ever', async () => {
  const ask = (timeoutMs: number) =>
    createSend({ url: 'https://a.example', key: 'sr_x', retries: 0, timeoutMs, fetch: slowly })('/')
  for (const timeoutMs of [Infinity, 30 * 86_400_000, 60_000])
    assert.deepEqual(await (await ask(timeoutMs)).json(), { ok: true }, String(timeoutMs))
  await assert.rejects(ask(1), { code: 'timeout' })
})
