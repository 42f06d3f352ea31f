import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { parseAllDocuments } from 'yaml'

/** The files of deploy/ in the hands of the programs they are for; those that are missing are said. */
const folder = mkdtempSync(join(tmpdir(), 'siteray-deploy-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const has = (program: string): boolean => {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
const without = (program: string) => (has(program) ? false : `${program} is not installed`)
const run = (program: string, args: string[], cwd = folder): string =>
  execFileSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

describe('Prometheus', { skip: without('promtool') }, () => {
  it('reads the rules, and they fire when they should', () => {
    cpSync('deploy/monitoring', folder, { recursive: true })
    writeFileSync(join(folder, 'metrics-token'), 'x')
    assert.match(run('promtool', ['check', 'config', 'prometheus.yaml']), /SUCCESS: 11 rules/)
    assert.match(run('promtool', ['test', 'rules', 'alerts.test.yaml']), /SUCCESS/)
  })
})

describe('systemd', { skip: without('systemd-analyze') }, () => {
  it('knows every line of the unit, and finds little exposed', () => {
    const unit = join(folder, 'siteray.service')
    const text = readFileSync('deploy/siteray.service', 'utf8')
    // The program is not installed here; everything else is looked at.
    writeFileSync(unit, text.replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true'))
    const said = execFileSync('sh', ['-c', `systemd-analyze verify ${unit} 2>&1; true`], {
      encoding: 'utf8',
    })
    const ours = said.split('\n').filter(line => line.includes('siteray'))
    assert.deepEqual(ours, [])
    const exposed = run('systemd-analyze', ['security', '--offline=true', unit])
    const [, level = '10'] = /Overall exposure level for \S+: ([\d.]+)/.exec(exposed) ?? []
    assert.ok(Number(level) < 3, level)
  })
})

describe('Caddy', { skip: without('caddy') }, () => {
  it('takes the lines of docs/deploy.md', () => {
    const docs = readFileSync('docs/deploy.md', 'utf8')
    const [, lines = ''] = /^```\n(api\.example\.com \{[^`]*)```$/m.exec(docs) ?? []
    assert.notEqual(lines, '')
    const file = join(folder, 'Caddyfile')
    writeFileSync(file, lines)
    run('caddy', ['adapt', '--validate', '--config', file, '--adapter', 'caddyfile'])
  })
})

const models = resolve('.cache/kubernetes/node_modules')
const packages = {
  'keda.sh': '@kubernetes-models/keda',
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator',
}
const install = `npm install --prefix .cache/kubernetes --no-save kubernetes-models@5 ${Object.values(packages).join(' ')}`

describe('Kubernetes', {
  skip: existsSync(models) ? false : `${install} brings its schemas`,
}, () => {
  it('every manifest is what its schema says', async () => {
    type Manifest = { apiVersion: string; kind: string }
    const files = globSync('deploy/kubernetes/*.yaml')
    const manifests = files
      .filter(file => !file.endsWith('kustomization.yaml'))
      .flatMap(file => parseAllDocuments(readFileSync(file, 'utf8')).map(one => one.toJS()))
    assert.ok(manifests.length > 15)
    for (const manifest of manifests as Manifest[]) {
      const { apiVersion, kind } = manifest
      const [group = ''] = apiVersion.split('/')
      const name = Object.entries(packages).find(([known]) => known === group)?.[1]
      const file = join(models, name ?? 'kubernetes-models', apiVersion, `${kind}.js`)
      const module = await import(pathToFileURL(file).href)
      assert.doesNotThrow(() => new module[kind](manifest).validate(), JSON.stringify(manifest))
    }
  })

  it('kustomization.yaml names every file, or says when it is for', () => {
    const text = readFileSync('deploy/kubernetes/kustomization.yaml', 'utf8')
    const named = [...text.matchAll(/^#? {1,2}- (\S+\.yaml)$/gm)].map(([, file = '']) => file)
    const there = globSync('*.yaml', { cwd: 'deploy/kubernetes' })
    assert.deepEqual([...named, 'kustomization.yaml'].sort(), there.sort())
  })
})
