import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureFirstAccount } from '../../src/base/accounts/first-run.ts'
import { createKey } from '../../src/base/accounts/keys.ts'
import { connectionOptions } from '../../src/base/db/target.ts'
import { createDatabase } from './database.ts'
import { openDistance } from './distance.ts'
import { getImage, type ImageApp, startImages } from './images.ts'
import { png } from './pictures.ts'
import { createSimulatedWeb } from './simulated-web.ts'

export type Edge = Awaited<ReturnType<typeof openEdge>>

/** `ROLE=image` and two dozen sites here, and the database so far away. */
export const openEdge = async (eachWayMs: number) => {
  const web = await createSimulatedWeb()
  const icon = await png('blue', 64)
  let sitesAsked = 0
  for (let number = 0; number < 24; number++)
    web.site(`site${number}.example`, ({ path }) => {
      sitesAsked++
      return path.endsWith('.png') ? icon : '<link rel=icon href=/i.png sizes=64x64>'
    })
  const database = await createDatabase()
  const { sql } = database
  const { path = '', user, database: name } = connectionOptions(database.target)
  const distance = await openDistance({ path }, eachWayMs)
  const folder = mkdtempSync(join(tmpdir(), 'siteray-edge-'))
  const target = {
    kind: 'url' as const,
    url: `postgres://${user}@${distance.place}/${name}?sslmode=disable`,
  }
  const start = (): Promise<ImageApp> =>
    startImages(web, {
      env: { ROLE: 'image', IMAGE_CACHE_DIR: folder },
      database: { ...database, target },
    })
  let app = await start()
  return {
    ...{ sql, distance, folder },
    app: () => app,
    sitesAsked: () => sitesAsked,
    image: (target: string) => app.image(target),
    /**
     * The smallest number of round trips: now and then the counts are written meanwhile, on a slow
     * machine nearly always. `enough` ends it.
     */
    async fewestTurns(
      times: number,
      work: (time: number) => Promise<unknown>,
      enough = 0,
    ): Promise<number> {
      let fewest = Number.POSITIVE_INFINITY
      for (let time = 0; time < times && fewest > enough; time++) {
        const before = distance.turns('siteray')
        await work(time)
        fewest = Math.min(fewest, distance.turns('siteray') - before)
      }
      return fewest
    },
    async newKey() {
      const { id: accountId } = await ensureFirstAccount(sql)
      return createKey(sql, { accountId, kind: 'publishable', name: 'edge', actor: 'test' })
    },
    statusWith: async (key: string): Promise<number> =>
      (await getImage(`${app.imageUrl}/site0.example?token=${key}`)).status,
    stop: () => app.close(),
    async startAgain() {
      app = await start()
    },
    async close() {
      distance.heal()
      await app.close()
      await distance.close()
      await web.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
