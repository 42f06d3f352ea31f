import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ConfigError, readConfig } from '../../src/config/config.ts'

const problemsOf = (env: Record<string, string>): string[] => {
  try {
    readConfig(env)
    return []
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    return [...error.problems]
  }
}

describe('settings', () => {
  it('need nothing: an empty environment is a whole configuration', () => {
    const config = readConfig({})
    assert.equal(config.host, '127.0.0.1')
    assert.equal(config.publicUrl, 'http://127.0.0.1:3000')
    assert.equal(config.imagePublicUrl, 'http://127.0.0.1:3001')
    assert.equal(config.role, 'all')
    assert.equal(config.llm, undefined)
    assert.equal(config.faviconServices.length, 2)
    assert.deepEqual(config.notices, [])
  })

  it('an empty or blank value is the same as none', () => {
    assert.deepEqual(readConfig({ PORT: '', ROLE: '  ', LLM_PROVIDER: '' }), readConfig({}))
  })

  it('say where, when and how many back-ups are kept', () => {
    assert.equal(readConfig({}).backups, undefined)
    assert.deepEqual(readConfig({ BACKUP_DIR: '/b', BACKUP_AT: '23:05' }).backups, {
      ...{ dir: '/b', count: 7, atMinute: 23 * 60 + 5 },
    })
    assert.match(problemsOf({ BACKUP_AT: '25:00' }).join(), /BACKUP_AT "25:00" is not a time/)
    assert.match(problemsOf({ BACKUP_KEEP: '0' }).join(), /BACKUP_KEEP/)
  })

  it('say where large objects are, and never with the secret in a problem', () => {
    const url = 'http://key:a%2Fsecret@10.0.0.7:9000/bucket/some/folder?region=eu-1'
    assert.deepEqual(readConfig({ S3_URL: url, S3_PUBLIC_URL: 'https://s3.example.com' }).s3, {
      ...{ origin: 'http://10.0.0.7:9000', bucket: 'bucket', prefix: 'some/folder/' },
      ...{ region: 'eu-1', accessKeyId: 'key', secretAccessKey: 'a/secret' },
      publicOrigin: 'https://s3.example.com',
    })
    for (const bad of ['ftp://', 'x', url.replace('/bucket/some/folder', ''), `${url}&x=1`])
      assert.match(problemsOf({ S3_URL: bad }).join(), /^S3_URL is not https:/)
    assert.doesNotMatch(problemsOf({ S3_URL: `${url}&x=1` }).join(), /secret@|%2F/)
    assert.match(problemsOf({ LEDGER_KEEP_MONTHS: '1' }).join(), /LEDGER_KEEP_MONTHS "1"/)
  })

  it('read headers of traces as OpenTelemetry writes them, percent-encoded', () => {
    const headersOf = (value: string) =>
      readConfig({
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
        OTEL_EXPORTER_OTLP_HEADERS: value,
      }).traces?.headers
    assert.deepEqual(headersOf('Authorization=Basic%20aWQ6a2V5%3D%3D, x-scope = a%2Cb'), {
      ...{ Authorization: 'Basic aWQ6a2V5==', 'x-scope': 'a,b' },
    })
    assert.deepEqual(headersOf('x-key=let me in,x-share=100%'), {
      ...{ 'x-key': 'let me in', 'x-share': '100%' },
    })
  })

  it('of other hosts belong together', () => {
    const url = 'postgres://siteray@pool:6432/siteray'
    const direct = { DATABASE_URL: url, DATABASE_DIRECT_URL: 'postgres://siteray@db1,db2/siteray' }
    assert.equal(readConfig(direct).databaseDirectUrl, 'postgres://siteray@db1,db2/siteray')
    assert.match(problemsOf({ DATABASE_DIRECT_URL: url }).join(), /set DATABASE_URL too/)
    const keys = { MASTER_KEY: 'k'.repeat(40), MASTER_KEY_FILE: '/run/secrets/key' }
    assert.match(problemsOf(keys).join(), /set one of them/)
    assert.equal(readConfig({ MASTER_KEY_FILE: '/key' }).masterKeyFile, '/key')
    const here = { BROWSER_WS: 'http://127.0.0.1:9222' }
    assert.deepEqual(readConfig(here).remoteBrowser, {
      ...{ urls: [here.BROWSER_WS], proxy: undefined },
    })
    const there = { BROWSER_WS: 'wss://chrome.internal:3000/?token=t' }
    assert.match(problemsOf(there).join(), /BROWSER_WS leads to another machine: set BROWSER_PROXY/)
    const proxied = { ...there, BROWSER_PROXY: 'http://10.0.0.5:3128' }
    assert.deepEqual(readConfig(proxied).remoteBrowser, {
      ...{ urls: [there.BROWSER_WS], proxy: { url: 'http://10.0.0.5:3128', port: 3128 } },
    })
    assert.match(
      problemsOf({ BROWSER_PROXY: 'http://10.0.0.5:3128' }).join(),
      /set both or neither/,
    )
    const lent = { BROWSER_PORT: '3003', BROWSER_TOKEN: 't'.repeat(16) }
    assert.deepEqual(readConfig(lent).lentBrowsers, { port: 3003, token: 't'.repeat(16) })
    assert.match(problemsOf({ BROWSER_PORT: '3003' }).join(), /BROWSER_TOKEN belong together/)
    assert.doesNotMatch(problemsOf({ BROWSER_WS: 'ftp://x/?token=t' }).join(), /token/)
  })

  it('report every problem together', () => {
    const problems = problemsOf({
      PORT: 'http',
      ROLE: 'boss',
      PUBLIC_URL: 'ftp://x',
      DATABASE_URL: 'mysql://x',
      BOOTSTRAP_SECRET_KEY: 'sr_short',
      OUTBOUND_ALLOW: '10.0.0.0/33, 10.0.0.0/8',
      LLM_API_KEY: 'k',
      ADMIN_EMAIL: 'a@b.c',
      LOG_LEVEL: 'loud',
    })
    for (const name of [
      'PORT',
      'ROLE',
      'PUBLIC_URL',
      'DATABASE_URL',
      'BOOTSTRAP_SECRET_KEY',
      'OUTBOUND_ALLOW',
      'LLM_PROVIDER',
      'ADMIN_PASSWORD',
      'LOG_LEVEL',
    ])
      assert.ok(
        problems.some(problem => problem.includes(name)),
        `${name} is not reported in ${problems.join(' ')}`,
      )
  })

  it('of the metrics: a port of their own, a long token, and no list of addresses any more', () => {
    assert.deepEqual(readConfig({ METRICS_PORT: '0' }).metrics, { port: 0, token: undefined })
    assert.match(problemsOf({ METRICS_PORT: '3000' }).join(), /another port than PORT/)
    assert.match(problemsOf({ METRICS_TOKEN: 'short' }).join(), /METRICS_TOKEN .*16 characters/)
    const [gone = ''] = problemsOf({ METRICS_ALLOW: '10.0.0.0/8' })
    assert.match(gone, /METRICS_ALLOW is gone.*METRICS_PORT.*METRICS_TOKEN/)
  })

  it('never repeat a secret in a problem', () => {
    const text = problemsOf({
      DATABASE_URL: 'mysql://user:hunter2@x/y',
      BOOTSTRAP_SECRET_KEY: 'sr_hunter2',
      SMTP_URL: 'http://user:hunter2@x',
      OUTBOUND_PROXY: 'socks://hunter2',
      ADMIN_EMAIL: 'a@b.c',
      ADMIN_PASSWORD: 'hunter2',
    }).join('\n')
    assert.doesNotMatch(text, /hunter2/)
    assert.equal(text.split('\n').length, 5)
  })

  it('point out misspelt names and suggest the right one', () => {
    const { notices } = readConfig({
      OUTBOUND_ALOW: 'x',
      DATBASE_URL: 'x',
      log_level: 'x',
      PUBLCI_URL: 'x',
      OUTBOUND_COLOUR: 'x',
      PATH: '/bin',
      HOSTNAME: 'x',
      PORTS: 'x',
    })
    assert.deepEqual(
      notices.map(notice => notice.replace(/^(\S+).*?(mean (\S+)\?|$)/, '$1 $3')),
      [
        'OUTBOUND_ALOW OUTBOUND_ALLOW',
        'DATBASE_URL DATABASE_URL',
        'log_level LOG_LEVEL',
        'PUBLCI_URL PUBLIC_URL',
        'OUTBOUND_COLOUR ',
      ],
    )
  })

  it('say nothing of the variables that the docs give to the command', () => {
    const { notices } = readConfig({
      ...{ SITERAY_URL: 'x', SITERAY_KEY: 'x', SITERAY_IMAGE_URL: 'x', SITERAY_TOKEN: 'x' },
      SITERAY_COLOUR: 'x',
    })
    assert.deepEqual(
      notices.map(notice => notice.split(' ')[0]),
      ['SITERAY_COLOUR'],
    )
  })

  it('read static name resolution, IPv6 targets and wildcards', () => {
    const { outbound } = readConfig({
      OUTBOUND_RESOLVE: 'Example.com:80=127.0.0.1:8080, *:443=[::1]:8443',
      OUTBOUND_ALLOW: '10.1.0.0/16,fd00::/8,192.0.2.7',
    })
    assert.deepEqual(outbound.resolve, [
      { host: 'example.com', port: 80, address: '127.0.0.1', targetPort: 8080 },
      { host: '*', port: 443, address: '::1', targetPort: 8443 },
    ])
    assert.deepEqual(outbound.allow, ['10.1.0.0/16', 'fd00::/8', '192.0.2.7/32'])
  })

  for (const rule of [
    '10.0.0.1:80=127.0.0.1:80',
    'a.com:80=b.com:80',
    'a.com=127.0.0.1:1',
    'a:0=1.1.1.1:1',
    // Would never match: only `*` alone stands for other names.
    '*.example.com:443=10.0.0.5:443',
  ])
    it(`refuse the resolution "${rule}"`, () => {
      assert.match(problemsOf({ OUTBOUND_RESOLVE: rule }).join(), /host:port=address:port/)
    })

  it('one port for both APIs needs two host names', () => {
    assert.match(problemsOf({ IMAGE_PORT: '3000' }).join(), /IMAGE_PUBLIC_URL/)
    const shared = {
      IMAGE_PORT: '3000',
      PUBLIC_URL: 'https://a.test',
      IMAGE_PUBLIC_URL: 'https://b.test',
    }
    assert.deepEqual(problemsOf(shared), [])
  })

  it('the door for clients of Firecrawl has a port or a host name that nobody else has', () => {
    assert.equal(readConfig({}).firecrawl, undefined)
    const { firecrawl } = readConfig({ FIRECRAWL_PORT: '3002' })
    assert.deepEqual(firecrawl, { port: 3002, publicUrl: 'http://127.0.0.1:3002' })
    const named = { FIRECRAWL_PUBLIC_URL: 'https://fc.test' }
    assert.deepEqual(readConfig(named).firecrawl, { port: undefined, publicUrl: 'https://fc.test' })
    assert.match(problemsOf({ FIRECRAWL_PORT: '3000' }).join(), /FIRECRAWL_PORT must be another/)
    const same = { PUBLIC_URL: 'https://a.test', FIRECRAWL_PUBLIC_URL: 'https://a.test' }
    assert.match(problemsOf(same).join(), /another host name/)
    const metrics = { FIRECRAWL_PORT: '3002', METRICS_PORT: '3002' }
    assert.match(problemsOf(metrics).join(), /METRICS_PORT must be another/)
  })

  it('a model needs its name, and a key unless it is a server of one’s own', () => {
    assert.match(problemsOf({ LLM_PROVIDER: 'openai' }).join(), /LLM_MODEL.*LLM_API_KEY/s)
    const local = {
      LLM_PROVIDER: 'openai',
      LLM_MODEL: 'qwen',
      LLM_BASE_URL: 'http://127.0.0.1:1/v1',
    }
    assert.deepEqual(problemsOf(local), [])
  })

  it('an IPv6 host is written in brackets in the addresses', () => {
    assert.equal(readConfig({ HOST: '::1' }).publicUrl, 'http://[::1]:3000')
  })
})
