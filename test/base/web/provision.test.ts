import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { findBrowser } from '../../../src/base/web/find-browser.ts'
import { provisionBrowser } from '../../../src/base/web/provision.ts'

const makeFolder = (t: TestContext) => {
  const folder = mkdtempSync(join(tmpdir(), 'provision-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const script = (name: string, text: string) => {
    const path = join(folder, name)
    writeFileSync(path, `#!/bin/sh\n${text}\n`)
    chmodSync(path, 0o755)
    return path
  }
  return { folder, script }
}

const debian = 'PRETTY_NAME="Debian GNU/Linux 12"\nID=debian\n'

describe('the browser', () => {
  it('is the one of CHROMIUM_PATH or none', t => {
    const { folder, script } = makeFolder(t)
    const chromiumPath = script('my-browser', 'true')
    assert.equal(findBrowser({ chromiumPath }), chromiumPath)
    assert.equal(findBrowser({ chromiumPath: join(folder, 'none') }), undefined)
  })

  it('is looked for in PATH first', t => {
    const { folder, script } = makeFolder(t)
    const own = script('chromium', 'true')
    assert.equal(findBrowser({ chromiumPath: undefined, searchPath: `/nowhere:${folder}` }), own)
  })
})

describe('a machine without a browser', () => {
  // A browser that is nowhere else: the search is limited to a path that apt-get will fill.
  const start = (t: TestContext, aptGet: (target: string) => string, machine = {}) => {
    const { folder, script } = makeFolder(t)
    const said: string[] = []
    const apt = script('apt-get', aptGet(join(folder, 'chromium')))
    const provision = provisionBrowser({
      search: { chromiumPath: undefined, searchPath: folder, only: true },
      say: line => said.push(line),
      machine: {
        ...{ isRoot: true, osRelease: debian, aptGet: apt, installFolder: join(folder, 'marks') },
        ...machine,
      },
    })
    return { folder, said, provision }
  }
  const installs = (target: string) => `case "$*" in *install*) cp /bin/true ${target};; esac`

  it('gets one from apt-get, and is told so before', async t => {
    const { folder, said, provision } = start(t, installs)
    assert.deepEqual(await provision, { executable: join(folder, 'chromium') })
    assert.match(said[0] ?? '', /installing Chromium with apt-get/)
  })

  it('is told how to get one where that fails', async t => {
    const { said, provision } = start(t, () => 'echo "Unable to locate package" >&2; exit 100')
    assert.deepEqual(await provision, {
      instruction: 'Pages that need a browser: run `apt-get install -y chromium` as root.',
    })
    assert.match(said.at(-1) ?? '', /Unable to locate package/)
  })

  it('gets one when another package manager is done', async t => {
    const locked = (target: string) => `case "$*" in *update*)
        [ -e ${target}.tried ] && exit 0
        touch ${target}.tried
        echo "E: Could not get lock /var/lib/apt/lists/lock. It is held by process 0" >&2
        echo "E: Unable to lock directory /var/lib/apt/lists/" >&2
        exit 100;;
      esac
      ${installs(target)}`
    const { folder, provision } = start(t, locked)
    assert.deepEqual(await provision, { executable: join(folder, 'chromium') })
    assert.match(readFileSync(join(folder, 'marks/log'), 'utf8'), /at work: waiting for it/)
  })

  it('is not harmed when we end meanwhile, and the next start waits for what was begun', async t => {
    const { folder, script } = makeFolder(t)
    const runs = join(folder, 'runs')
    const aptGet = script(
      'apt-get',
      `case "$*" in *install*)
        trap 'echo signalled >> ${runs}' INT TERM HUP PIPE
        echo begun >> ${runs}
        while [ ! -e ${folder}/go ]; do sleep 0.05; done
        echo still here
        cp /bin/true ${folder}/chromium
        echo done >> ${runs};;
      esac`,
    )
    const program = new URL('../../support/programs/provision.ts', import.meta.url)
    const child = fork(program, [folder, aptGet], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
    while (!existsSync(runs)) await pause(20)
    // As a terminal does it: the whole group of the process, then the process itself.
    child.kill('SIGINT')
    child.kill('SIGKILL')
    await once(child, 'exit')
    const said: string[] = []
    const next = provisionBrowser({
      search: { chromiumPath: undefined, searchPath: folder, only: true },
      say: line => said.push(line),
      machine: { isRoot: true, osRelease: debian, aptGet, installFolder: join(folder, 'marks') },
    })
    await pause(100)
    writeFileSync(join(folder, 'go'), '')
    assert.deepEqual(await next, { executable: join(folder, 'chromium') })
    assert.equal(readFileSync(runs, 'utf8'), 'begun\ndone\n')
    assert.match(said.join('\n'), /was begun before goes on/)
  })

  it('is mended first where the machine itself ended in the middle of it', async t => {
    const { folder, script } = makeFolder(t)
    script('dpkg', `[ "$*" = "--configure -a" ] && touch ${folder}/whole`)
    const aptGet = script(
      'apt-get',
      `case "$*" in *install*)
        [ -e ${folder}/whole ] || { echo "dpkg was interrupted"; exit 100; }
        cp /bin/true ${folder}/chromium;;
      esac`,
    )
    const installFolder = join(folder, 'marks')
    const provision = () =>
      provisionBrowser({
        search: { chromiumPath: undefined, searchPath: folder, only: true },
        say: () => {},
        machine: { isRoot: true, osRelease: debian, aptGet, installFolder },
      })
    // Somebody else's interrupted installation is theirs to mend.
    assert.ok('instruction' in (await provision()))
    // Ours: it left its mark and no end, and its number is nobody's or another's now.
    rmSync(join(installFolder, 'ended'))
    writeFileSync(join(installFolder, 'pid'), `${process.pid}\n`)
    assert.deepEqual(await provision(), { executable: join(folder, 'chromium') })
  })

  it('is left as it is without the right to install', async t => {
    for (const machine of [{ isRoot: false }, { osRelease: 'ID=fedora' }, { aptGet: '/none' }]) {
      const { said, provision } = start(t, installs, machine)
      assert.match('instruction' in (await provision) ? 'told' : '', /told/)
      assert.deepEqual(said, [])
    }
  })

  it('keeps to a CHROMIUM_PATH that leads nowhere', async () => {
    const provision = await provisionBrowser({
      search: { chromiumPath: '/no/such/browser' },
      say: () => assert.fail('nothing is to be installed'),
    })
    assert.match('instruction' in provision ? provision.instruction : '', /CHROMIUM_PATH/)
  })
})
