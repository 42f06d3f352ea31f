import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { parseAllDocuments } from 'yaml'
import { settings } from '../../src/config/settings.ts'
import { call, startApp, type TestApp } from '../support/app.ts'

/**
 * What `deploy/` says is held against what is there: settings, metrics, addresses, headers. That it
 * works is tried by `npm run test:deploy`, with the programs themselves.
 */
const read = (file: string) => readFileSync(file, 'utf8')
const yaml = (file: string): unknown[] =>
  parseAllDocuments(read(file), { merge: true }).map(document => {
    assert.deepEqual(document.errors, [], file)
    return document.toJS()
  })
const manifests = globSync('deploy/kubernetes/*.yaml').sort()
type Versions = Record<string, string>
const server = (): { dependencies: Versions; devDependencies: Versions } =>
  JSON.parse(read('package.json'))
const dashboardPackages = (): Versions => JSON.parse(read('ui/package.json')).devDependencies

describe('what deploy/ says', () => {
  describe('of metrics', () => {
    let app: TestApp
    /** Each family with the labels its samples have here; without samples none is known. */
    const families = new Map<string, { type: string; labels: Set<string> }>()
    before(async () => {
      app = await startApp({
        // Some metrics are only there with it; none is made while the test runs.
        BACKUP_DIR: '/nowhere',
        METRICS_PORT: '0',
        LLM_PROVIDER: 'openai',
        LLM_MODEL: 'm',
        LLM_API_KEY: 'k',
      })
      // A request that is measured, and one that is refused.
      await app.api('/v1/usage')
      for (const line of (await call(app.metricsUrl ?? '')).text.split('\n')) {
        const [, family, type] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? []
        if (family && type) families.set(family, { type, labels: new Set() })
        const [, name = '', labels = ''] = /^(\w+)\{(.*)\} /.exec(line) ?? []
        for (const [, label = ''] of labels.matchAll(/(\w+)="/g))
          families.get(familyOf(name))?.labels.add(label)
      }
    })
    after(() => app.close())

    const familyOf = (name: string) =>
      families.has(name) ? name : name.replace(/_(bucket|sum|count)$/, '')
    /** Of Prometheus itself, about every target. */
    const given = new Set(['instance', 'job', 'le'])

    const expressions = (): string[] => {
      const alerts = yaml('deploy/monitoring/alerts.yaml') as {
        groups: { rules: { expr: string }[] }[]
      }[]
      const board = JSON.parse(read('deploy/monitoring/dashboard.json')) as {
        panels: { targets?: { expr: string }[] }[]
        templating: { list: { query: unknown }[] }
      }
      const scaling = yaml('deploy/kubernetes/autoscaling.yaml') as {
        spec: { triggers?: { metadata: { query: string } }[] }
      }[]
      return [
        ...alerts.flatMap(({ groups }) => groups.flatMap(({ rules }) => rules.map(r => r.expr))),
        ...board.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
        ...board.templating.list.map(({ query }) => JSON.stringify(query)),
        ...scaling.flatMap(({ spec }) => (spec.triggers ?? []).map(t => t.metadata.query)),
      ]
    }

    it('every metric in alerts, dashboard and autoscaling is one that /metrics has', () => {
      const names = new Set(expressions().flatMap(text => text.match(/\bsiteray_\w+/g) ?? []))
      assert.ok(names.size > 20)
      assert.deepEqual(
        [...names].filter(name => !families.has(familyOf(name))),
        [],
      )
    })

    it('every label that is asked for is one that the metric has', () => {
      const wrong = expressions().flatMap(text =>
        [...text.matchAll(/\b(siteray_\w+)\{([^}]*)\}/g)].flatMap(([, name = '', inside = '']) => {
          const known = families.get(familyOf(name))?.labels ?? new Set()
          const asked = [...inside.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(
            ([, label = '']) => label,
          )
          // A counter that nothing was counted in yet has no sample, and so no labels to see.
          const isSeen = known.size > 0
          return asked.filter(label => isSeen && !given.has(label) && !known.has(label))
        }),
      )
      assert.deepEqual(wrong, [])
    })

    it('counters are asked for their rate, and nothing else is', () => {
      const rates = (text: string) =>
        new Set([...text.matchAll(/\b(?:rate|increase)\((siteray_\w+)/g)].map(([, name]) => name))
      for (const text of expressions())
        for (const name of text.match(/\bsiteray_\w+/g) ?? []) {
          const family = families.get(familyOf(name))
          const grows = family?.type === 'counter' || family?.type === 'histogram'
          assert.equal(rates(text).has(name), grows, text)
        }
    })

    it('docs/self-hosting.md names every metric of our own', () => {
      const docs = read('docs/self-hosting.md')
      const ours = [...families.keys()].filter(name => !/^siteray_(process|nodejs)_/.test(name))
      assert.deepEqual(
        ours.filter(name => !docs.includes(`\`${name}\``)),
        [],
      )
    })
  })

  it('alerts find the job by the name that the Prometheus operator gives it', () => {
    type Labelled = { kind: string; metadata: { labels?: Record<string, string> } }
    const [monitor] = yaml('deploy/kubernetes/monitoring.yaml') as { spec: { jobLabel: string } }[]
    const services = (manifests.flatMap(yaml) as Labelled[]).filter(one => one.kind === 'Service')
    assert.ok(services.length > 3)
    const jobs = services.map(({ metadata }) => metadata.labels?.[monitor?.spec.jobLabel ?? ''])
    const asked = [...read('deploy/monitoring/alerts.yaml').matchAll(/job="([^"]*)"/g)]
    for (const [, name] of asked) assert.deepEqual(new Set(jobs), new Set([name]))
    assert.ok(asked.length > 0)
  })

  describe('of settings', () => {
    type Container = { env?: { name: string }[] }
    const names = (): string[] => {
      const [compose] = yaml('deploy/compose.yaml') as {
        services: Record<string, { image?: string; environment?: Record<string, string> }>
      }[]
      const composed = Object.values(compose?.services ?? {})
        .filter(({ image }) => image?.startsWith('siteray'))
        .flatMap(({ environment = {} }) => Object.keys(environment))
      const pods = manifests.flatMap(yaml) as {
        kind?: string
        data?: object
        spec?: { template?: { spec: { containers: Container[] } } }
      }[]
      const containers = pods.flatMap(({ spec }) => spec?.template?.spec.containers ?? [])
      const docker = read('deploy/Dockerfile').matchAll(/^(?:ENV| {4}) ?([A-Z_]+)=/gm)
      const unit = read('deploy/siteray.service').match(/^Environment=.*$/m)?.[0] ?? ''
      return [
        ...composed,
        ...containers.flatMap(({ env = [] }) => env.map(({ name }) => name)),
        ...pods.flatMap(({ kind, data }) => (kind === 'ConfigMap' ? Object.keys(data ?? {}) : [])),
        ...[...docker].map(([, name = '']) => name),
        ...[...unit.matchAll(/([A-Z_]+)=/g)].map(([, name = '']) => name),
      ]
    }

    it('every one is a setting of ours, or of Node', () => {
      const known = new Set([...Object.keys(settings), 'NODE_ENV', 'NODE_COMPILE_CACHE'])
      const given = new Set(names())
      assert.ok(given.has('ROLE') && given.has('DATABASE_URL') && given.has('DATA_DIR'))
      assert.deepEqual(
        [...given].filter(name => !known.has(name)),
        [],
      )
    })

    it('none comes from Kubernetes, which would give IMAGE_PORT for a service named image', () => {
      type Pod = { spec?: { template?: { spec: { enableServiceLinks?: boolean } } } }
      const pods = (manifests.flatMap(yaml) as Pod[]).flatMap(({ spec }) => spec?.template ?? [])
      assert.equal(pods.length, 4)
      for (const { spec } of pods) assert.equal(spec.enableServiceLinks, false)
    })
  })

  it('the network policy refuses what src/base/web/address.ts refuses', () => {
    const source = read('src/base/web/address.ts')
    const listed = (name: string) => {
      const list = new RegExp(`const ${name} = \\[([^\\]]*)\\]`).exec(source)?.[1] ?? ''
      const ranges = [...list.matchAll(/^ {2}'([^']+)'/gm)].map(([, range = '']) => range)
      return ranges.map(range => (range.includes('/') ? range : `${range}/32`)).sort()
    }
    type Policy = {
      spec: { egress?: { to: { ipBlock?: { cidr: string; except: string[] } }[] }[] }
    }
    const blocks = (yaml('deploy/kubernetes/network.yaml') as Policy[])
      .flatMap(({ spec }) => spec.egress ?? [])
      .flatMap(({ to }) => to.flatMap(({ ipBlock }) => ipBlock ?? []))
    const excepted = Object.fromEntries(blocks.map(block => [block.cidr, block.except.toSorted()]))
    assert.ok(listed('specialV4').length > 10)
    assert.deepEqual(excepted, {
      '0.0.0.0/0': listed('specialV4'),
      '2000::/3': listed('specialV6'),
    })
  })

  it('a proxy lets the largest file through that the server reads', () => {
    const fileBytes = Number(settings.FILE_MAX_MB.default) * 1_000_000
    for (const [file, limit] of [
      ['deploy/nginx.conf', /client_max_body_size (\d+)m;/],
      ['deploy/kubernetes/ingress.yaml', /proxy-body-size: (\d+)m$/m],
    ] as const) {
      const [, megabytes] = limit.exec(read(file)) ?? []
      assert.ok(Number(megabytes) * 2 ** 20 > fileBytes + 2 ** 20, `${file}: ${megabytes}`)
    }
  })

  it('nginx and the image listener call the same things by the same names', () => {
    const conf = read('deploy/nginx.conf').toLowerCase()
    const edge = read('src/products/images/edge.ts').toLowerCase()
    const asked = [...conf.matchAll(/\$upstream_http_(x_siteray_\w+)/g)].map(([, name = '']) =>
      name.replaceAll('_', '-'),
    )
    assert.equal(asked.length, 4)
    for (const name of [...asked, 'x-siteray-ticket', 'x-original-uri', 'x-accel-expires'])
      assert.ok(edge.includes(`'${name}'`), name)
    assert.match(conf, /location = \/-\/authorize \{\s*internal;/)
    assert.match(conf, /auth_request \/-\/authorize;/)
    // A key in an address must reach neither a log nor the name of a cached image.
    assert.doesNotMatch(/log_format[^;]*/.exec(conf)?.[0] ?? '', /request_uri|\$request\b|\$args/)
    assert.match(conf, /proxy_cache_key \$siteray_image;/)
  })

  it('the image holds what runs, and nothing of the dashboard’s tools is imported by it', () => {
    const docker = read('deploy/Dockerfile')
    const gone = Object.keys(dashboardPackages()).filter(name => !(name in server().dependencies))
    for (const name of ['vite', 'tailwindcss', 'react', 'react-dom', 'lucide-react'])
      assert.ok(gone.includes(name), name)
    const imported = globSync('src/**/*.ts').filter(file => {
      const names = [...read(file).matchAll(/from '([^'.][^']*)'|import\('([^'.][^']*)'\)/g)]
      const isNamed = gone.some(name => read(file).includes(`'${name}/`))
      return isNamed || names.some(([, one, other]) => gone.includes(one ?? other ?? ''))
    })
    assert.deepEqual(imported, [])
    assert.match(docker, /^USER 1000:1000$/m)
    assert.match(docker, /^HEALTHCHECK /m)
    const last = docker.lastIndexOf('\nUSER ')
    assert.ok(docker.slice(last).startsWith('\nUSER 1000:1000'))
    const copied = [...docker.matchAll(/^COPY ([^-].*) \S+$/gm)].flatMap(([, list = '']) =>
      list.split(' '),
    )
    assert.ok(copied.includes('src') && copied.includes('docs'))
    for (const source of copied) assert.ok(existsSync(source), source)
  })

  it('the dashboard is built from its own packages and what the image’s first stage has', () => {
    const docker = read('deploy/Dockerfile')
    const sources = [...globSync('ui/src/**/*.{ts,tsx,css}'), 'scripts/build-ui.ts']
    const imported = sources.flatMap(file => {
      // Types are not there when it is built.
      const text = read(file).replace(/^(?:import|export) type [^']*'[^']*'/gm, '')
      const names = [...text.matchAll(/(?:from|@?import) ?\(?['"]([^'"]+)['"]/g)]
      return names.map(([, name = '']) => (name.startsWith('.') ? join(dirname(file), name) : name))
    })
    const packages = imported
      .filter(name => !/^(node:|ui\/|src\/|siteray\b)/.test(name))
      .map(name => name.split('/', name.startsWith('@') ? 2 : 1).join('/'))
    assert.ok(packages.includes('tailwindcss') && packages.includes('react'))
    const own = dashboardPackages()
    assert.deepEqual(
      [...new Set([...packages, 'vite'])].filter(name => !(name in own)),
      [],
    )
    const others = { ...server().devDependencies, ...server().dependencies }
    for (const [name, version] of Object.entries(own))
      assert.equal(others[name] ?? version, version, `two versions of ${name}`)
    const outside = new Set(imported.filter(name => name.startsWith('src/')))
    assert.ok(outside.size > 0)
    for (const name of outside) {
      assert.ok(docker.includes(`COPY ${name} ${name}`), name)
      // They are copied to where the packages are, and a change of one is a reason to build.
      assert.ok(read('scripts/build-ui.ts').includes(`'${name}',`), name)
    }
  })

  it('every file of deploy/ is named in docs/deploy.md', () => {
    const docs = read('docs/deploy.md')
    const files = globSync('deploy/**/*.*', { exclude: ['deploy/kubernetes/*'] })
    assert.deepEqual(
      files.filter(file => !docs.includes(file) && !docs.includes(file.replace(/^deploy\//, ''))),
      [],
    )
  })
})
