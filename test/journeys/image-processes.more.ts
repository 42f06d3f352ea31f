import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startServer } from '../support/server.ts'
import { setUpImageProcesses } from './image-processes-setup.ts'

const { world, statusOnce, many, pidsOf } = setUpImageProcesses()

describe('several processes on one image port', () => {
  it('a refusal is what it is with one process', async () => {
    assert.equal(await statusOnce('/acme.example', `pk_${'unknown'.repeat(4)}`), 401)
    assert.equal(await statusOnce('/not%20a%20domain'), 400)
    world.asked++
  })

  it('another server does not get into the port', async () => {
    const port = new URL(world.server.imageUrl).port
    const second = await startServer({ ...world.env, IMAGE_PORT: port })
    assert.equal(await second.ended, 1)
    assert.match(second.output(), new RegExp(`The port ${port} is in use`))
  })

  it('a stop that reaches all of them drains in order: every request is counted', async () => {
    const children = pidsOf()
    await many(20)
    // As systemd and a terminal do.
    for (const pid of children) process.kill(pid, 'SIGTERM')
    await many(20)
    world.server.kill('SIGTERM')
    assert.equal(await world.server.ended, 0, world.server.output())
    assert.deepEqual(pidsOf(), [])
    const [row] = await world.database.sql`select sum(requests)::float8 as sum from usage`
    assert.equal(row?.sum, world.asked)
  })
})
