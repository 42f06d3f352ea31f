import { connectEmbedded, openEmbedded } from '../../../src/base/db/embedded.ts'
import { closeSql, openSql } from '../../../src/base/db/sql.ts'

/**
 * A process with the embedded database of a folder: `embedded.ts <folder> server|command`. Prints a
 * line of JSON when it is ready, closes cleanly on SIGINT or SIGTERM, exits at once on SIGUSR2.
 */
const [dataDir = '', purpose] = process.argv.slice(2)
const log = {
  info: (message: string) => console.error(message),
  warn: (message: string) => console.error(message),
}
const say = (what: object) => console.log(JSON.stringify(what))

try {
  const embedded = await (purpose === 'command' ? connectEmbedded : openEmbedded)({ dataDir, log })
  const sql = openSql(embedded.target, { name: 'program', maxConnections: 2 })
  await sql`create table if not exists kept (value text)`
  const close = async () => {
    // Proves that the server still answers while we are closing.
    await sql`insert into kept values ('closing')`
    await closeSql(sql)
    await embedded.close()
    say({ closed: true })
  }
  process.once('SIGINT', close).once('SIGTERM', close)
  process.once('SIGUSR2', () => process.exit(1))
  say({ ready: true, running: embedded.running, target: embedded.target })
  setInterval(() => undefined, 1000).unref()
  process.stdin.resume().once('end', close)
} catch (error) {
  say({ refused: String(Object(error).message) })
}
