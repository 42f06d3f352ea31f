import { after, before } from 'node:test'
import { createDatabase, type TestDatabase } from '../../support/database.ts'
import { type ImageApp, startImages } from '../../support/images.ts'
import { type Color, colorOf, png } from '../../support/pictures.ts'
import { createSimulatedWeb, type Pages, type SimulatedWeb } from '../../support/simulated-web.ts'

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

type Shade = 'red' | 'blue' | 'green'
type World = {
  web: SimulatedWeb
  database: TestDatabase
  app: ImageApp
  second: ImageApp
  /** The time of both processes, which tests move on. */
  nowMs: number
}

/** For the tests of one suite: two processes that serve images from one database. */
export const setUpImageCaches = () => {
  const world = { nowMs: Date.parse('2030-01-01T00:00:00Z') } as World
  const icons = {} as Record<Shade, Buffer>
  before(async () => {
    world.web = await createSimulatedWeb()
    world.database = await createDatabase()
    const options = { database: world.database, seams: { now: () => world.nowMs } }
    world.app = await startImages(world.web, options)
    world.second = await startImages(world.web, options)
    for (const color of ['red', 'blue', 'green'] as const) icons[color] = await png(color)
  })
  after(async () => {
    await Promise.all([world.app.close(), world.second.close()])
    await world.web.close()
  })
  return {
    world,
    withIcon: (color: Shade): Pages => ({
      '/': '<html><link rel="icon" href="/i.png"></html>',
      '/i.png': icons[color],
    }),
    looks: (host: string) => world.web.requestsTo(host).filter(({ path }) => path === '/').length,
    colorAt: async (target: string, asked = world.app): Promise<Color | undefined> =>
      colorOf((await asked.image(target)).bytes),
  }
}

export const without: Pages = { '/': '<html><title>Bare</title></html>' }
