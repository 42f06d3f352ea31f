import { after, before } from 'node:test'
import { ensureFirstAccount } from '../../../src/base/accounts/first-run.ts'
import { createEgress } from '../../../src/base/web/egress.ts'
import { decodeIcon } from '../../../src/products/images/decode.ts'
import { pin, unpin } from '../../../src/products/images/pin.ts'
import type { Pinnable } from '../../../src/products/images/report.ts'
import { createDatabase, type TestDatabase } from '../../support/database.ts'
import { type ImageApp, startImages } from '../../support/images.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../../support/simulated-web.ts'
import { until } from '../../support/until.ts'

type World = {
  web: SimulatedWeb
  database: TestDatabase
  app: ImageApp
  second: ImageApp
  accountId: string
  egress: ReturnType<typeof createEgress>
}

/** For the tests of one suite: two processes that serve images, and what an operator pins. */
export const setUpPins = () => {
  const world = {} as World
  before(async () => {
    world.web = await createSimulatedWeb()
    world.database = await createDatabase()
    world.app = await startImages(world.web, { database: world.database })
    world.second = await startImages(world.web, { database: world.database })
    world.accountId = (await ensureFirstAccount(world.database.sql)).id
    world.egress = createEgress({ outbound: world.web.outbound })
  })
  after(async () => {
    await Promise.all([world.app.close(), world.second.close(), world.egress.close()])
    await world.web.close()
  })
  const deps = () => ({ sql: world.database.sql, egress: world.egress, decode: decodeIcon })
  const whose = () => ({ accountId: world.accountId, actor: 'operator' })
  return {
    world,
    put: (domain: string, what: Pinnable, value: string) =>
      pin(deps(), { domain, what, value, ...whose() }),
    undo: (domain: string, what: Pinnable) =>
      unpin(world.database.sql, { domain, what, ...whose() }),
    /** Whichever process is asked, as soon as it can have heard of it. */
    shows: async (target: string, source: string) => {
      for (const one of [world.app, world.second])
        await until(`${target} comes from ${source}`, async () => {
          return (await one.image(target)).headers.get('x-image-source') === source
        })
    },
  }
}

export const dataUrl = (bytes: Buffer | string, type = 'image/png') =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
