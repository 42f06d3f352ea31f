import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ensureFirstAccount } from '../../src/base/accounts/first-run.ts'
import { createKey, deleteKey } from '../../src/base/accounts/keys.ts'
import { stretched } from '../support/slowness.ts'
import { until } from '../support/until.ts'
import { metricsToken, setUpImageProcesses } from './image-processes-setup.ts'

const { world, many, pidsOf, statusOnce } = setUpImageProcesses()

const metric = async (name: string): Promise<Map<string, number>> => {
  const answer = await fetch(`${world.server.apiUrl}/metrics`, {
    headers: { authorization: `Bearer ${metricsToken}` },
  })
  const lines = (await answer.text()).split('\n').filter(line => line.startsWith(name))
  return new Map(
    lines.map(line => {
      const [what = '', value] = line.split(' ')
      return [what.slice(name.length), Number(value)]
    }),
  )
}

/** An image process tells what it counted twice a second; what it has not told dies with it. */
const allTold = () =>
  until('all requests are in the metrics', async () => {
    const counts = await metric('siteray_image_requests_total')
    return [...counts.values()].reduce((sum, count) => sum + count, 0) === world.asked
  })

describe('several processes on one image port', () => {
  it('all of them serve, and what is not known is looked up once for all', async () => {
    assert.ok((await many(60)).every(status => status === 200))
    assert.equal(world.sitesAsked, 1)
    assert.equal(pidsOf().length, 3)
    await until('each has told of itself', async () => {
      const memory = await metric('siteray_image_process_resident_memory_bytes')
      return memory.size === 3 && [...memory.values()].every(bytes => bytes > 1e6)
    })
    await allTold()
    const ready = await fetch(`${world.server.apiUrl}/readyz`)
    assert.match(await ready.text(), /served by 3 of 3 processes/)
  })

  it('one that is killed is started again, and the others go on', async () => {
    const before = pidsOf()
    await allTold()
    process.kill(before[0] ?? 0, 'SIGKILL')
    await until('there is another', () => {
      const now = pidsOf()
      return now.length === 3 && !now.includes(before[0] ?? 0)
    })
    await until('it serves', async () =>
      (await fetch(`${world.server.apiUrl}/readyz`).then(answer => answer.text())).includes(
        '3 of 3',
      ),
    )
    assert.ok((await many(30)).every(status => status === 200))
    assert.deepEqual([...(await metric('siteray_image_process_restarts_total'))], [['', 1]])
  })

  it('a deleted key is refused by all of them within a second', async () => {
    const { id: accountId } = await ensureFirstAccount(world.database.sql)
    const wanted = { accountId, kind: 'publishable', name: 'short', actor: 'test' } as const
    const { id, key } = await createKey(world.database.sql, wanted)
    const all = () => Promise.all(Array.from({ length: 20 }, () => statusOnce(undefined, key)))
    await until('it is known to all', async () => (await all()).every(status => status === 200))
    await deleteKey(world.database.sql, { id, actor: 'test' })
    const startedMs = performance.now()
    await until('it is refused by all', async () => (await all()).every(status => status === 401))
    assert.ok(performance.now() - startedMs < stretched(2_500))
  })
})
