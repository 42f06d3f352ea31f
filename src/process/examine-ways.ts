import type { Sql } from '../base/db/sql.ts'
import { openVault } from '../base/db/vault.ts'
import { readWaysFile, type Way } from '../base/ways/definition.ts'
import { readMadeWays } from '../base/ways/open.ts'
import { tryWay } from '../base/ways/try-way.ts'
import { uncounted } from '../base/ways/uses.ts'
import { createWays } from '../base/ways/ways.ts'
import type { Egress } from '../base/web/egress.ts'
import { type Config, problemOf } from '../config/config.ts'

type Finding = { part: string; state: 'good' | 'broken'; detail: string }

/** Each way out is tried with a page of the web. */
export const examineWays = async (
  { waysFile }: Config,
  egress: Egress,
  made: readonly Way[] = [],
): Promise<Finding[]> => {
  let defined: Way[]
  try {
    const inFile = readWaysFile(waysFile)
    const others = made.filter(({ name }) => inFile.every(way => way.name !== name))
    defined = [...inFile, ...others]
  } catch (error) {
    return [{ part: 'ways', state: 'broken', detail: problemOf(error) }]
  }
  const ways = createWays({ egress, uses: uncounted }, defined)
  const { signal } = new AbortController()
  try {
    return await Promise.all(
      defined.map(async ({ name }): Promise<Finding> => {
        const { works, detail } = await tryWay(ways, name, signal)
        return { part: `way ${name}`, state: works ? 'good' : 'broken', detail }
      }),
    )
  } finally {
    await ways.close()
  }
}

/** Without a key that opens them there are none; the server itself says so when it starts. */
export const findMadeWays = async (config: Config, sql: Sql): Promise<Way[]> => {
  const vault = await openVault({ ...config, sql }).catch(() => undefined)
  return vault ? readMadeWays(sql, vault, () => undefined) : []
}
