import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { openBrowsers } from '../../../src/base/web/browser.ts'
import { launchBrowser } from '../../../src/base/web/browser-process.ts'
import { findContainment } from '../../../src/base/web/contain.ts'
import { createEgress, type Egress } from '../../../src/base/web/egress.ts'
import { findBrowser } from '../../../src/base/web/find-browser.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../../support/simulated-web.ts'

const run = promisify(execFile)
const isRoot = process.getuid?.() === 0
const find = () => findBrowser({ chromiumPath: undefined })

type Proc = { pid: number; parent: number; command: string; status: Map<string, string> }

const processes = (): Proc[] =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(pid => {
      try {
        const status = new Map(
          readFileSync(`/proc/${pid}/status`, 'utf8')
            .split('\n')
            .map(line => [line.split(':')[0] ?? '', line.slice(line.indexOf(':') + 1).trim()]),
        )
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        return [{ pid: Number(pid), parent: Number(status.get('PPid')), command, status }]
      } catch {
        return []
      }
    })

/** The browser's processes: all that descend from this one and are Chromium. */
const browserProcesses = (): Proc[] => {
  const all = processes()
  const parents = new Map(all.map(({ pid, parent }) => [pid, parent]))
  const isOurs = (pid: number): boolean => {
    for (let at = pid, depth = 0; at > 1 && depth < 20; at = parents.get(at) ?? 0, depth++)
      if (at === process.pid) return true
    return false
  }
  return all.filter(({ pid, command }) => isOurs(pid) && /chrom/i.test(command))
}

describe('the browser is contained', () => {
  let web: SimulatedWeb
  let egress: Egress
  before(async () => {
    web = await createSimulatedWeb()
    egress = createEgress({ outbound: web.outbound })
  })
  after(async () => {
    await egress.close()
    await web.close()
  })

  it('runs as a user of its own, without capabilities, sandboxed, and sees nothing of ours', async t => {
    const lines: string[] = []
    const log = {
      info: (line: string) => lines.push(line),
      warn: (line: string) => lines.push(line),
    }
    const browsers = openBrowsers({ egress, find, log })
    t.after(() => browsers.close())
    await browsers.withPage({ timeoutMs: 30_000 }, undefined, async ({ page }) => {
      await page.setContent('<p>hello')
      const found = browserProcesses()
      assert.ok(found.length >= 3, `${found.length} processes`)
      const namespaceOf = (pid: number | 'self') => readlinkSync(`/proc/${pid}/ns/user`)
      for (const { pid, status, command } of found) {
        const of = command.slice(0, 80)
        if (isRoot) assert.doesNotMatch(status.get('Uid') ?? '', /\b0\b/, of)
        assert.equal(status.get('NoNewPrivs'), '1', of)
        if (namespaceOf(pid) === namespaceOf('self'))
          assert.equal(Number(`0x${status.get('CapEff')}`), 0, of)
      }
      const renderers = found.filter(({ command }) => command.includes('--type=renderer'))
      assert.ok(renderers.length > 0)
      const { remarks } = browsers.status()
      if (remarks.length === 0)
        for (const { status, pid } of renderers) {
          assert.equal(status.get('Seccomp'), '2')
          assert.notEqual(namespaceOf(pid), namespaceOf('self'))
        }
      assert.deepEqual(
        lines.filter(line => !line.includes('created the system user')),
        remarks,
      )
      if (isRoot) await seesNothing(found[0]?.status.get('Uid')?.split('\t')[0] ?? '')
    })
  })

  /** What a program with the browser's user can read. */
  const seesNothing = async (uid: string) => {
    const folder = mkdtempSync(join(tmpdir(), 'contain-'))
    const key = join(folder, 'master.key')
    writeFileSync(key, 'secret', { mode: 0o600 })
    const cat = (file: string) => run('cat', [file], { uid: Number(uid), gid: Number(uid) })
    await assert.rejects(cat(key), /Permission denied/)
    await assert.rejects(cat(`/proc/${process.pid}/environ`), /Permission denied/)
    rmSync(folder, { recursive: true })
  }

  it('leaves no profile behind', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'contain-'))
    const executable = find() ?? ''
    const log = { info: () => {} }
    const containment = await findContainment({ log, maxMemoryBytes: 3_000_000_000 })
    const browser = await launchBrowser({ executable, flags: [], homeFolder: folder, containment })
    assert.ok(readdirSync(folder).some(name => name.startsWith('browser-')))
    await browser.close()
    await browser.gone
    assert.deepEqual(
      readdirSync(folder).filter(name => name.startsWith('browser-')),
      [],
    )
    rmSync(folder, { recursive: true })
  })

  it('knows that namespaces are no sandbox where chroot is forbidden in them', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'contain-'))
    chmodSync(folder, 0o755)
    const unshare = join(folder, 'unshare')
    const program = 'while case $1 in --*) ;; *) false ;; esac; do shift; done; exec "$@"'
    writeFileSync(unshare, `#!/bin/sh\n${program}\n`, { mode: 0o755 })
    const log = { info: () => {} }
    const containment = await findContainment({ log, maxMemoryBytes: 1, unshare })
    assert.equal(containment.hasSandbox, false)
    rmSync(folder, { recursive: true })
  })

  it('writes to control groups alone, never to a folder that is in their place', async t => {
    const folder = mkdtempSync(join(tmpdir(), 'contain-'))
    t.after(() => rmSync(folder, { recursive: true }))
    const [groupRoot, homeFolder] = [join(folder, 'groups'), join(folder, 'home')]
    mkdirSync(homeFolder)
    for (const line of readFileSync('/proc/self/cgroup', 'utf8').trim().split('\n')) {
      const [, kind = '', path = ''] = line.split(':')
      mkdirSync(join(groupRoot, kind, path), { recursive: true })
    }
    const before = readdirSync(groupRoot, { recursive: true })
    const log = { info: () => {} }
    const containment = await findContainment({ log, maxMemoryBytes: 1_000_000_000, groupRoot })
    const { env, cleanUp } = await containment.prepare('true', homeFolder)
    assert.equal(env.BROWSER_CGROUP, undefined)
    assert.deepEqual(readdirSync(groupRoot, { recursive: true }), before)
    await cleanUp()
  })

  it('says so in one line where the system allows no sandbox, and works', async () => {
    const log = { info: () => {} }
    const containment = await findContainment({
      ...{ log, maxMemoryBytes: 3_000_000_000, unshare: 'false' },
    })
    assert.equal(containment.hasSandbox, false)
    assert.equal(containment.remarks.length, 1)
    assert.match(containment.remarks[0] ?? '', /without its sandbox/)
    const folder = mkdtempSync(join(tmpdir(), 'contain-'))
    const executable = find() ?? ''
    const browser = await launchBrowser({ executable, flags: [], homeFolder: folder, containment })
    if (isRoot)
      for (const { status } of browserProcesses())
        assert.doesNotMatch(status.get('Uid') ?? '', /\b0\b/)
    await browser.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  })
})
