import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { tellVersion } from '../../src/commands/version.ts'
import { version } from '../../src/kit/version.ts'
import { setUpFolder, shared, write } from './versions-setup.ts'

const { env, folder, git, run, place } = setUpFolder()

describe('before anything starts', () => {
  it('whoever forgot npm ci gets a sentence', () => {
    const root = place('bare', 'preflight.cjs')
    const { status, output } = run(root, ['scripts/preflight.cjs'])
    assert.equal(status, 1)
    assert.equal(output, 'The packages of Siteray are not installed yet. Run: npm ci\n')
  })

  it('and so does whoever has a wrong Node', () => {
    const root = place('old', 'preflight.cjs')
    write(root, { 'node_modules/fastify/package.json': '{}' })
    const older = "Object.defineProperty(process.versions, 'node', { value: '20.11.0' })"
    const preflight = "require('./scripts/preflight.cjs')"
    const { status, output } = run(root, ['-e', `${older}; ${preflight}`])
    assert.equal(status, 1)
    assert.match(output, /^This is Node 20\.11\.0, and Siteray needs Node 24\. /)
    assert.equal(run(root, ['scripts/preflight.cjs']).status, 0)
  })

  it('in production a start builds no dashboard, and says where there is none', () => {
    const root = place('production', 'build-ui.ts')
    write(root, { 'package-lock.json': '{}', 'ui/index.html': '', ...shared })
    const { status, output } = run(root, ['scripts/build-ui.ts'], { NODE_ENV: 'production' })
    assert.equal(status, 0)
    assert.match(output, /^The dashboard is not built, and in production a start builds nothing/)
    assert.ok(!existsSync(join(root, 'ui/dist')))
  })

  it('packages of the dashboard that are not installed come for its build alone', () => {
    const root = place('omitted', 'build-ui.ts')
    write(root, {
      'package.json': '{"type": "module"}',
      'package-lock.json': '{}',
      '.npmrc': '',
      'ui/package.json': '{}',
      'ui/index.html': 'the page',
      ...shared,
      // Stands in for npm, which would ask a registry.
      'npm.cjs': `const { mkdirSync, writeFileSync } = require('node:fs')
        writeFileSync('${root}/called', process.argv.slice(2).join(' '))
        const packages = {
          '@vitejs/plugin-react': 'export default () => {}',
          '@tailwindcss/vite': 'export default () => {}',
          vite: \`import { cpSync } from 'node:fs'
            export const build = ({ root, build: { outDir } }) =>
              cpSync(root + '/index.html', outDir + '/index.html')\`,
        }
        for (const [name, code] of Object.entries(packages)) {
          mkdirSync('node_modules/' + name, { recursive: true })
          writeFileSync('node_modules/' + name + '/index.js', code)
          writeFileSync('node_modules/' + name + '/package.json', '{"type": "module"}')
        }`,
    })
    write(root, { 'tmp/.keep': '' })
    const { status, output } = run(root, ['scripts/build-ui.ts', '--strict'], {
      npm_execpath: join(root, 'npm.cjs'),
      TMPDIR: join(root, 'tmp'),
    })
    assert.equal(status, 0, output)
    assert.match(readFileSync(join(root, 'called'), 'utf8'), /^ci --workspace=ui --include=dev /)
    assert.equal(readFileSync(join(root, 'ui/dist/index.html'), 'utf8'), 'the page')
    assert.deepEqual(readdirSync(join(root, 'tmp')), ['.keep'])
    assert.ok(!existsSync(join(root, 'node_modules')))
  })
})

describe('version --check', () => {
  it('compares a clone of a remote without tags with its main branch', async () => {
    const [remote, copy] = [join(folder, 'main'), join(folder, 'clone')]
    const commit = (latest: string) => {
      write(remote, { 'package.json': JSON.stringify({ version: latest }) })
      git(remote, 'add', '-A')
      git(remote, 'commit', '-q', '--allow-empty', '-m', latest)
    }
    mkdirSync(remote)
    git(remote, 'init', '-q')
    commit(version)
    git(folder, 'clone', '-q', '--depth=1', `file://${remote}`, copy)
    const check = () => tellVersion({ folder: copy, env }, true)
    assert.equal((await check()).text, `${version} is the newest.`)
    commit(version)
    const same = await check()
    assert.deepEqual(same.json, { version, latest: version, commitsBehind: 1 })
    assert.match(same.text, /the main branch is ahead by 1 commit\. .* git pull && npm ci/)
    commit('99.0.0')
    const { ok, text } = await check()
    assert.equal(ok, false)
    assert.match(text, /ahead by 99\.0\.0 \(2 commits\)/)
    git(copy, 'pull', '-q')
    assert.equal((await check()).ok, true)
    // What was committed on top here is no reason to upgrade.
    git(copy, 'commit', '-q', '--allow-empty', '-m', 'own')
    assert.equal((await check()).ok, true)
  })

  it('asks the git remote for tags of releases, and nobody else', async () => {
    const remote = join(folder, 'remote.git')
    const copy = join(folder, 'copy')
    execFileSync('git', ['init', '-q', '--bare', remote], { env })
    mkdirSync(copy)
    git(copy, 'init', '-q')
    const place = { folder: copy, env }
    assert.equal((await tellVersion(place, false)).text, version)
    const alone = await tellVersion(place, true)
    assert.deepEqual([alone.ok, alone.json], [false, { version, latest: null }])
    git(copy, 'remote', 'add', 'origin', remote)
    git(copy, 'commit', '-q', '--allow-empty', '-m', 'first')
    git(copy, 'tag', 'v0.0.9')
    git(copy, 'tag', 'nightly')
    git(copy, 'push', '-q', 'origin', '--tags')
    assert.match((await tellVersion(place, true)).text, /is the newest\.$/)
    for (const tag of ['v99.9.0', 'v99.10.0']) git(copy, 'tag', tag)
    git(copy, 'push', '-q', 'origin', '--tags')
    const told = await tellVersion(place, true)
    assert.deepEqual([told.ok, told.json], [false, { version, latest: '99.10.0' }])
    assert.match(told.text, /99\.10\.0 is out/)
  })
})
