import { readWaysFile } from '../base/ways/definition.ts'
import { tryWay } from '../base/ways/try-way.ts'
import { uncounted } from '../base/ways/uses.ts'
import { createWays } from '../base/ways/ways.ts'
import type { Egress } from '../base/web/egress.ts'
import type { Config } from '../config/config.ts'

type Finding = { part: string; state: 'good' | 'broken'; detail: string }

/** Each way out is tried with a page of the web. */
export const examineWays = async ({ waysFile }: Config, egress: Egress): Promise<Finding[]> => {
  let defined: ReturnType<typeof readWaysFile>
  try {
    defined = readWaysFile(waysFile)
  } catch (error) {
    return [{ part: 'ways', state: 'broken', detail: (error as Error).message }]
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
