import { setTimeout as wait } from 'node:timers/promises'
import { ensureFirstAccount } from '../../../src/base/accounts/first-run.ts'
import { createKey, deleteKey } from '../../../src/base/accounts/keys.ts'
import { until } from '../../../test/support/until.ts'
import type { Edge, Fleet } from './fleet.ts'
import { ask } from './visitors.ts'

/** A key that both edges have just used. */
export const makeKey = async ({ sql, edges }: Fleet) => {
  const { id: accountId } = await ensureFirstAccount(sql)
  const made = await createKey(sql, {
    ...{ accountId, kind: 'publishable', name: 'a key to delete', actor: 'bench' },
  })
  for (const edge of edges)
    await until('the key is known', async () => (await ask(edge, made.key, 0)) === 200, 30_000)
  return {
    key: made.key,
    delete: () => deleteKey(sql, { id: made.id, actor: 'bench' }),
  }
}

/** Milliseconds until an edge refuses it. */
export const refusedAfter = async (edge: Edge, key: string): Promise<number> => {
  const startedMs = performance.now()
  while ((await ask(edge, key, 0)) !== 401) {
    await wait(5)
    if (performance.now() - startedMs > 400_000) throw new Error('A deleted key goes on.')
  }
  return performance.now() - startedMs
}
