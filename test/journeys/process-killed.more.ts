import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { siteray, startServer, statusOf } from '../support/server.ts'
import { createSimulatedWeb } from '../support/simulated-web.ts'
import { until } from '../support/until.ts'

const folder = mkdtempSync(join(tmpdir(), 'siteray-process-'))
after(() => rmSync(folder, { recursive: true, force: true }))
// Longer than the kernel lets the path of a socket be.
const dataDir = join(folder, 'a-long-name-'.repeat(8), 'data')
/** The folder for temporary files of the servers here, so that what they leave can be told. */
const tempDir = join(folder, 'tmp')
mkdirSync(tempDir, { mode: 0o755 })
chmodSync(folder, 0o755)

type Process = { pid: number; command: string }
/** The first process of a browser: the others have a type. */
const isBrowser = ({ command }: Process) =>
  command.includes('--user-data-dir=') && !command.includes('--type=')
const isRenderer = ({ command }: Process) => command.includes('--type=renderer')

const commandOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

/** Every process that this one started, and those that they did. */
const descendants = (root: number): Process[] => {
  const pids = readdirSync('/proc').filter(name => /^\d+$/.test(name))
  const parents = new Map(
    pids.map(name => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'latin1')
        return [Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])]
      } catch {
        return [Number(name), 0]
      }
    }),
  )
  const isBelow = (pid: number): boolean => {
    for (let at = parents.get(pid) ?? 0; at > 1; at = parents.get(at) ?? 0)
      if (at === root) return true
    return false
  }
  return [...parents.keys()].filter(isBelow).map(pid => ({ pid, command: commandOf(pid) }))
}

describe('one process on its embedded database', () => {
  it('after kill -9 it starts again, with everything that was acknowledged and nothing left', async t => {
    const web = await createSimulatedWeb()
    t.after(() => web.close())
    web.site('example.test', { '/': '<script>setInterval(() => fetch("/"), 100)</script>' })
    const env = { DATA_DIR: dataDir, TMPDIR: tempDir, ...web.env }
    const first = await startServer(env)
    await first.ready()
    await until('the keys are printed', () => first.output().includes('pk_'))
    const secretKey = /sr_[A-Za-z0-9]{32}/.exec(first.output())?.[0] ?? ''
    assert.equal(await statusOf(first.apiUrl, secretKey), 200)
    first.kill('SIGTERM')
    assert.equal(await first.ended, 0)

    const killed = await startServer(env)
    await killed.ready()
    assert.doesNotMatch(killed.output(), /sr_/)
    const made = await siteray({ DATA_DIR: dataDir }, 'keys', 'create', '--kind', 'secret')
    const rendering = fetch(`${killed.apiUrl}/v1/scrape`, {
      method: 'POST',
      headers: { authorization: `Bearer ${made.key}`, 'content-type': 'application/json' },
      body: '{"url": "https://example.test/", "render": "always"}',
    }).catch(() => undefined)
    await until('a page is shown', () => descendants(killed.pid).some(isRenderer), 30_000)
    const left = descendants(killed.pid)
    // One that hangs: it does not notice that nobody talks to it any more.
    for (const { pid } of left.filter(isBrowser)) process.kill(pid, 'SIGSTOP')
    killed.kill('SIGKILL')
    assert.equal(await killed.ended, 'SIGKILL')
    await rendering
    const alive = () => left.filter(({ pid, command }) => commandOf(pid) === command)
    await until(
      'the browser has ended by itself',
      () => !alive().some(({ command }) => /chrom/i.test(command)),
      20_000,
    )
    assert.notDeepEqual(readdirSync(tempDir), [])

    const server = await startServer(env)
    await server.ready()
    assert.deepEqual(alive(), [])
    await until('one of each is there', () => readdirSync(tempDir).length === 4, 10_000)
    assert.equal(await statusOf(server.apiUrl, secretKey), 200)
    assert.equal(await statusOf(server.apiUrl, made.key), 200)
    server.kill('SIGTERM')
    assert.equal(await server.ended, 0)
    assert.deepEqual(readdirSync(tempDir), [])
  })
})
