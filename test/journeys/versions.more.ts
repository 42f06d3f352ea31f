import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { setUpFolder, shared, write } from './versions-setup.ts'

const { folder, git, run, place } = setUpFolder()

describe('before anything starts', () => {
  it('builds of the dashboard at once leave a whole one, and none of them fails', async () => {
    const root = place('builds', 'build-ui.ts')
    const builds = 6
    write(root, {
      'package.json': '{"type": "module"}',
      'package-lock.json': '{}',
      'ui/index.html': '',
      ...shared,
      'node_modules/@vitejs/plugin-react/index.js': 'export default () => {}',
      'node_modules/@tailwindcss/vite/index.js': 'export default () => {}',
      // All of them are done in the same moment.
      'node_modules/vite/index.js': `import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
        export const build = async ({ build: { outDir } }) => {
          for (const name of ['index.html', 'a.js', 'b.js']) writeFileSync(outDir + '/' + name, 'x')
          mkdirSync('arrived/' + process.pid, { recursive: true })
          for (let ms = 0; readdirSync('arrived').length < ${builds} && ms < 30_000; ms += 5)
            await new Promise(done => setTimeout(done, 5))
        }`,
    })
    const build = () =>
      promisify(execFile)(process.execPath, ['scripts/build-ui.ts', '--strict'], {
        ...{ cwd: root, timeout: 60_000 },
      })
    await Promise.all(Array.from({ length: builds }, build))
    assert.deepEqual(readdirSync(join(root, 'ui')).sort(), ['dist', 'index.html'])
    const files = readdirSync(join(root, 'ui/dist')).sort()
    assert.deepEqual(files, ['a.js', 'b.js', 'fingerprint', 'index.html'])
  })
})

describe('a release', () => {
  it('is refused with every reason at once, then tagged and packed', () => {
    const root = place('release', 'release.ts')
    const openapi = (version: string) => JSON.stringify({ info: { version } })
    const build = `import { mkdirSync, writeFileSync } from 'node:fs'
      mkdirSync('ui/dist/assets', { recursive: true })
      for (const file of ['index.html', 'fingerprint', 'assets/app.js']) writeFileSync('ui/dist/' + file, 'built')`
    write(root, {
      '.gitignore': 'ui/dist/\n',
      'package.json': '{"version": "0.2.0", "type": "module"}',
      'package-lock.json': '{"version": "0.1.0"}',
      'docs/openapi.json': openapi('0.1.0'),
      'client/package.json': '{"version": "0.1.0"}',
      'CHANGELOG.md': '# Changelog\n\n## Unreleased\n\n- New.\n',
      'scripts/build-ui.ts': build,
      'src/main.ts': '',
      'test/a.test.ts': '',
    })
    git(root, 'init', '-q')
    const refused = run(root, ['scripts/release.ts', join(folder, 'out')])
    assert.equal(refused.status, 1)
    assert.match(refused.output, /^0\.2\.0 cannot be released:/)
    for (const reason of [
      /"Unreleased"/,
      /package-lock/,
      /openapi/,
      /client\/package/,
      /not committed/,
    ])
      assert.match(refused.output, reason)

    write(root, {
      'package-lock.json': '{"version": "0.2.0"}',
      'docs/openapi.json': openapi('0.2.0'),
      'client/package.json': '{"version": "0.2.0"}',
      'CHANGELOG.md': '# Changelog\n\n## 0.2.0 (2026-11-16)\n\n- New.\n',
    })
    git(root, 'add', '-A')
    git(root, 'commit', '-q', '-m', 'release')
    const done = run(root, ['scripts/release.ts', join(folder, 'out')])
    assert.equal(done.status, 0, done.output)
    assert.equal(git(root, 'tag').trim(), 'v0.2.0')
    const packed = execFileSync('tar', ['tzf', join(folder, 'out/siteray-0.2.0.tar.gz')], {
      encoding: 'utf8',
    })
    for (const file of [
      'src/main.ts',
      'package-lock.json',
      'ui/dist/index.html',
      'ui/dist/assets/app.js',
    ])
      assert.ok(packed.includes(`siteray-0.2.0/${file}\n`), file)
    assert.doesNotMatch(packed, /test\//)
    assert.match(run(root, ['scripts/release.ts']).output, /The tag v0\.2\.0 exists already/)
  })
})
