import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { here, type Place } from './place.ts'
import { until } from './until.ts'

/** Where Debian and others put it; undefined when it is not installed. */
export const findPgBouncer = (): string | undefined => {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/sbin']
  return folders
    .map(folder => join(folder, 'pgbouncer'))
    .find(file => {
      try {
        accessSync(file, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}

/** What a test says that cannot run. */
export const noPgBouncer =
  findPgBouncer() === undefined && 'PgBouncer is not installed: apt-get install pgbouncer'

type Options = {
  upstreamPort: number
  upstreamAddress?: string
  poolMode: 'transaction' | 'session'
  poolSize: number
  place?: Place
}

/** The real pooler in front of a server. */
export const startPgBouncer = async ({
  upstreamPort,
  upstreamAddress = here.address,
  poolMode,
  poolSize,
  place = here,
}: Options) => {
  const folder = await mkdtemp(join(tmpdir(), 'siteray-pgbouncer-'))
  const port = await freePort()
  await writeFile(join(folder, 'users.txt'), '"siteray" ""\n')
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${upstreamAddress} port=${upstreamPort}
[pgbouncer]
listen_addr = ${place.address}
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, 'users.txt')}
pool_mode = ${poolMode}
default_pool_size = ${poolSize}
max_client_conn = 300
server_login_retry = 1
`,
  )
  await chmod(folder, 0o755)
  // It refuses to run as root.
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  const child = place.spawn(findPgBouncer() ?? 'pgbouncer', ['-q', join(folder, 'pgbouncer.ini')], {
    ...nobody,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const ended = once(child, 'close')
  await until('PgBouncer listens', async () => {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended: ${said}`)
    const socket = connect(port, place.address)
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false)
    socket.destroy()
    return isOpen
  })
  return {
    port,
    url: (database: string) =>
      `postgres://siteray@${place.address}:${port}/${database}?sslmode=disable`,
    close: async () => {
      child.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
