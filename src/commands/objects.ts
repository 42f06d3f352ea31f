import type { Sql } from '../base/db/sql.ts'
import { openS3, type S3 } from '../base/objects/s3.ts'
import { objectStore } from '../base/objects/store.ts'
import { createEgress } from '../base/web/egress.ts'
import type { Config } from '../config/config.ts'
import { AppError } from '../kit/errors.ts'

/** Somebody may be writing right now: a row is there before its object, but clocks differ. */
const oldMs = 86_400_000

/**
 * What is in the store and no row knows: after a restore, what was written since the back-up. The
 * sweep cannot see it, since it goes by rows; and only the operator knows that nobody else uses the
 * same bucket and folder.
 */
export const clearStrays = async (
  { sql, config }: { sql: Sql; config: Config },
  { yes = false }: { yes?: boolean },
) => {
  const { s3: place } = config
  if (!place) throw new AppError('not_configured', 'S3_URL is not set: there is no store.')
  const egress = createEgress({ outbound: config.outbound })
  try {
    const s3 = openS3(place, egress.trust(place.origin).fetch)
    const strays = await findStrays(sql, s3, yes)
    const what = `${strays} objects in ${place.origin}/${place.bucket}/${place.prefix} are older than a day and known to no row`
    const text = yes
      ? `${what}: they were removed.`
      : `${what}.${strays > 0 ? ' If no other installation uses this place, --yes removes them.' : ''}`
    return { text, json: { strays, removed: yes } }
  } finally {
    await egress.close()
  }
}

const findStrays = async (sql: Sql, s3: S3, removes: boolean): Promise<number> => {
  let strays = 0
  for (let after = ''; ; ) {
    const listed = await s3.list(after)
    const last = listed.at(-1)
    if (!last) return strays
    const old = listed.filter(({ at }) => at.getTime() < Date.now() - oldMs)
    const unknown = await objectStore.unknown(
      sql,
      old.map(({ key }) => key),
    )
    strays += unknown.length
    if (removes) for (const key of unknown) await s3.remove(key)
    after = last.key
  }
}
