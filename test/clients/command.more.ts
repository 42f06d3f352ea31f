import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { commands } from '../../client/src/command/commands.ts'
import { helpOf, overview } from '../../client/src/command/help.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { article } from '../support/batch.ts'
import { home, start } from '../support/command.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../support/simulated-web.ts'
import { until } from '../support/until.ts'

let web: SimulatedWeb
let app: TestApp
let env: Record<string, string>
let release = Promise.withResolvers<void>()
before(async () => {
  web = await createSimulatedWeb()
  const names = ['a', 'b', 'c']
  const links = names.map(name => `<a href="/${name}">${name}</a>`).join(' ')
  web.site('site.test', async ({ path }) => {
    if (path === '/held') await release.promise
    if (path === '/') return article('home').replace('</main>', `${links}</main>`)
    const known = names.includes(path.slice(1)) || path === '/held'
    return known ? article(path.slice(1)) : { status: 404, body: 'no' }
  })
  app = await startApp({ ...web.env, RATE_LIMIT_PER_MINUTE: '0' })
  env = { SITERAY_URL: app.apiUrl, SITERAY_KEY: app.secretKey }
})
after(async () => {
  release.resolve()
  await app.close()
  await web.close()
})

const url = (path: string) => `https://site.test/${path}`
const siteray = (args: string[], input?: string) =>
  start(args, { env, ...(input === undefined ? {} : { input }) }).ended
const inHome = (...path: string[]) => join(home, ...path)
const linesOf = (text: string) => text.split('\n').filter(line => line !== '')
const manifestOf = (folder: string) =>
  linesOf(readFileSync(inHome(folder, 'manifest.jsonl'), 'utf8')).map(line => JSON.parse(line))
const keptOf = (folder: string) =>
  JSON.parse(readFileSync(inHome(folder, '.siteray.json'), 'utf8')) as Record<string, unknown>
const asked = (path: string) =>
  web.requestsTo('site.test').filter(request => request.path === path).length
const batches = async () =>
  ((await app.api('/v1/batch/scrape')).json as { data: { id: string }[] }).data.map(({ id }) => id)

describe('files', () => {
  it('are read one by one, a folder with all that is in it; what fails is named', async () => {
    mkdirSync(inHome('papers', 'old'), { recursive: true })
    writeFileSync(inHome('papers', 'a.html'), '<h1>Lamps</h1><p>They shine.</p>')
    writeFileSync(inHome('papers', 'old', 'b.csv'), 'name,age\nAda,36\n')
    writeFileSync(inHome('papers', 'c.bin'), Buffer.from([0, 1, 2, 3]))
    writeFileSync(inHome('papers', '.hidden'), 'not for anybody')
    const [one, all, none] = await Promise.all([
      siteray(['parse', inHome('papers', 'a.html')]),
      siteray(['parse', inHome('papers'), '--out', inHome('read')]),
      siteray(['parse', inHome('papers')]),
    ])
    assert.equal(one.stdout, '# Lamps\n\nThey shine.\n')
    assert.match(all.stderr, /c\.bin: .*binary[\s\S]*2 read, 1 failed/)
    assert.equal(all.code, 1)
    assert.match(readFileSync(inHome('read', 'a.html.md'), 'utf8'), /^# Lamps/)
    assert.match(readFileSync(inHome('read', 'old', 'b.csv.md'), 'utf8'), /Ada/)
    assert.equal(existsSync(inHome('read', '.hidden.md')), false)
    assert.match(none.stderr, /--out DIR/)
    assert.equal(none.code, 2)
  })
})

describe('one page', () => {
  it('is text in a pipe, lines of links, or all of it as JSON', async () => {
    const [text, links, json, file] = await Promise.all([
      siteray(['scrape', url('a')]),
      siteray(['scrape', url(''), '--format', 'links']),
      siteray(['scrape', url('a'), '--json']),
      siteray(['scrape', url('a'), '-f', 'html', '-o', 'a.html', '--exclude-tags', 'p']),
    ])
    assert.match(text.stdout, /^# a\n\nThis is the page a\./)
    assert.deepEqual([text.code, text.stderr], [0, ''])
    assert.ok(linesOf(links.stdout).includes(url('b')), links.stdout)
    assert.equal(JSON.parse(json.stdout).metadata.title, 'a')
    assert.equal(file.stdout, '')
    const html = readFileSync(inHome('a.html'), 'utf8')
    assert.ok(html.includes('<h1>') && !html.includes('This is the page'), html)
  })

  it('that cannot be read is told with its code and request, as JSON where that is wanted', async () => {
    const [plain, json, typo, nowhere, nobody] = await Promise.all([
      siteray(['scrape', url('missing')]),
      siteray(['scrape', url('missing'), '--json']),
      siteray(['scrape', url('a'), '--fromat', 'html']),
      start(['scrape', url('a')]).ended,
      start(['scrape', url('a')], { env: { ...env, SITERAY_KEY: 'sr_unknown' } }).ended,
    ])
    assert.match(plain.stderr, /^siteray: .*404.* \(page_unreachable, req_\w+\)\n$/)
    assert.deepEqual([plain.code, plain.stdout], [2, ''])
    const told = JSON.parse(json.stderr)
    assert.deepEqual([told.code, told.status], ['page_unreachable', 502])
    assert.match(told.requestId, /^req_/)
    assert.match(typo.stderr, /no option --fromat\.\nSee: siteray scrape --help/)
    assert.equal(typo.code, 2)
    assert.match(nowhere.stderr, /siteray login/)
    assert.match(nobody.stderr, /\(invalid_key, req_/)
  })

  it('gives data, branding and icons', async () => {
    const images = {
      ...{ SITERAY_IMAGE_URL: app.imageUrl, SITERAY_TOKEN: app.publishableKey },
    }
    const schema = '{"type":"object","properties":{"title":{"type":"string"}}}'
    const [data, css, png, avif, found, both] = await Promise.all([
      siteray(['extract', url('a'), '--schema', schema]),
      siteray(['brand', url('a'), '--include', 'colors', '--css']),
      start(['icon', 'github.com', '-o', 'github.png'], { env: { ...env, ...images } }).ended,
      start(['icon', 'github.com', '-o', 'github.avif'], { env: { ...env, ...images } }).ended,
      start(['icon', 'github.com', '--address', '--size', '64'], {
        env: { ...env, SITERAY_TOKEN: app.publishableKey },
      }).ended,
      siteray(['brand', url('a'), '--css', '--dtcg']),
    ])
    assert.deepEqual(JSON.parse(data.stdout), { title: 'a' }, data.stderr)
    assert.match(css.stdout, /^:root \{/m)
    assert.equal(png.code, 0, png.stderr)
    assert.equal(readFileSync(inHome('github.png')).subarray(1, 4).toString(), 'PNG')
    assert.equal(avif.code, 0, avif.stderr)
    assert.equal(readFileSync(inHome('github.avif')).subarray(8, 12).toString(), 'avif')
    const token = app.publishableKey
    assert.equal(found.stdout, `${app.imageUrl}/github.com?size=64&token=${token}\n`)
    assert.match(both.stderr, /--css or --dtcg, not both/)
  })
})

describe('data of many pages', () => {
  const schema = '{"type":"object","properties":{"title":{"type":"string"}}}'
  const dataOf = (text: string) =>
    linesOf(text)
      .map(line => JSON.parse(line) as { url: string; data?: unknown; code?: string })
      .map(({ url, data, code }) => [url, data ?? code])
      .sort()

  it('comes a line for each, of addresses, of a file or of a batch that has ended', async () => {
    const lines = `${url('b')}\n${url('none')}\n`
    const [typed, file, batch] = await Promise.all([
      siteray(['extract', url('a'), url('b'), '--schema', schema]),
      siteray(['extract', '--urls', '-', '--schema', schema, '--out', 'data.jsonl'], lines),
      siteray(['batch', url('c')]),
    ])
    const both = [url('a'), url('b')].map(at => [at, { title: at.at(-1) }])
    assert.deepEqual([typed.code, dataOf(typed.stdout)], [0, both], typed.stderr)
    assert.deepEqual([file.code, file.stdout], [1, ''], file.stderr)
    assert.deepEqual(dataOf(readFileSync(inHome('data.jsonl'), 'utf8')), [
      [url('b'), { title: 'b' }],
      [url('none'), 'page_unreachable'],
    ])
    const [id = ''] = /batch_\w+/.exec(batch.stderr) ?? []
    const from = await siteray(['extract', '--from', id, '--schema', schema])
    assert.deepEqual(dataOf(from.stdout), [[url('c'), { title: 'c' }]], from.stderr)
    const [job = ''] = /extract_\w+/.exec(from.stderr) ?? []
    const again = await siteray(['jobs', job])
    assert.equal(again.stdout, from.stdout)
    assert.match((await siteray(['jobs'])).stdout, new RegExp(`^${job} +completed +1 `, 'm'))
    const twice = await siteray(['extract', url('a'), '--from', id, '--schema', schema])
    assert.match(twice.stderr, /Addresses, --urls or --from: one of them/)
  })
})

describe('many pages', () => {
  it('come out of a map into a folder with a manifest; some that failed are exit code 1', async () => {
    const map = await siteray([
      'map',
      url(''),
      '--sitemap',
      'skip',
      '--exclude',
      '/about',
      '--exclude',
      '/more/**',
    ])
    assert.deepEqual(linesOf(map.stdout).sort(), ['', 'a', 'b', 'c'].map(url))
    const batch = await siteray(
      ['batch', '--out', 'pages'],
      `# a list\n${map.stdout}${url('missing')}\n`,
    )
    assert.equal(batch.code, 1, batch.stderr)
    assert.match(batch.stderr, /^batch_\w+: 4 read, 1 failed, 4 credits\. Kept in pages\./)
    assert.equal(batch.stdout, '')
    assert.match(readFileSync(inHome('pages/site.test/a.md'), 'utf8'), /^# a\n/)
    assert.ok(existsSync(inHome('pages/site.test/index.md')))
    const manifest = manifestOf('pages')
    assert.equal(manifest.length, 5)
    assert.deepEqual(
      manifest.find(line => line.url === url('a')),
      { url: url('a'), state: 'done', file: 'site.test/a.md', title: 'a', statusCode: 200 },
    )
    const failed = manifest.find(line => line.state === 'failed')
    assert.deepEqual([failed.file, failed.code], [null, 'page_unreachable'])
    const before = await batches()
    const other = await siteray(['batch', url('a'), '--out', 'pages'])
    assert.match(other.stderr, /pages holds another job: go on with it by `siteray batch --resume/)
    const again = await siteray(['batch', '--resume', '--out', 'pages'])
    assert.match(again.stderr, /pages is complete: 4 read, 1 failed/)
    assert.equal(again.code, 1)
    assert.deepEqual(await batches(), before, 'nothing was begun')
  })

  it('are lines of JSON without a folder, and none that could be read is exit code 2', async () => {
    const [crawl, none, typed] = await Promise.all([
      siteray([
        'crawl',
        url(''),
        '--limit',
        '10',
        '--sitemap',
        'skip',
        '--include',
        're:^/[abc]$',
        '--exclude',
        '/c',
        '-q',
      ]),
      siteray(['batch', url('missing')]),
      siteray(['batch', 'no-such-file.txt']),
    ])
    const read = linesOf(crawl.stdout).map(line => JSON.parse(line).url)
    assert.deepEqual(read.sort(), ['', 'a', 'b'].map(url))
    assert.deepEqual([crawl.code, crawl.stderr], [0, ''])
    assert.equal(JSON.parse(none.stdout).code, 'page_unreachable')
    assert.equal(none.code, 2)
    assert.match(typed.stderr, /no-such-file\.txt cannot be read \(ENOENT\)/)
  })

  it('are never written over what somebody else keeps in a folder', async () => {
    mkdirSync(inHome('mine'))
    writeFileSync(inHome('mine/notes.txt'), 'mine')
    const refused = await siteray(['batch', url('a'), '--out', 'mine'])
    assert.match(refused.stderr, /mine is not empty, and not of siteray/)
    assert.equal(refused.code, 2)
  })
})

describe('a job that is left', () => {
  const list = ['a', 'b', 'held'].map(url).join('\n')
  /** A batch into a folder, all of it there but the page that does not answer. */
  const half = async (folder: string) => {
    release = Promise.withResolvers<void>()
    const first = start(['batch', '-', '--out', folder], { env, input: list })
    await until('two pages are there', () => {
      if (first.child.exitCode !== null) throw new Error('It has ended.')
      return existsSync(inHome(folder, 'manifest.jsonl')) && manifestOf(folder).length === 2
    })
    return first
  }

  it('by Ctrl-C goes on, and the same line comes back to it', async () => {
    const first = await half('stopped')
    first.child.kill('SIGINT')
    const { code, stderr } = await first.ended
    assert.equal(code, 130)
    const { id } = keptOf('stopped')
    assert.equal(
      stderr,
      `The batch ${id} goes on. Come back with: siteray batch --resume --out stopped\n`,
    )
    const times = ['/a', '/b', '/held'].map(asked)
    release.resolve()
    const again = await siteray(['batch', '-', '--out', 'stopped'], list)
    assert.equal(again.code, 0, again.stderr)
    assert.equal(keptOf('stopped').id, id)
    assert.deepEqual(['/a', '/b', '/held'].map(asked), times, 'no page was asked for again')
    assert.deepEqual(
      manifestOf('stopped')
        .map(line => line.file)
        .sort(),
      ['a', 'b', 'held'].map(name => `site.test/${name}.md`),
    )
  })

  it('by a crash is gone on with, whatever was half written', async () => {
    const first = await half('crashed')
    first.child.kill('SIGKILL')
    await first.ended
    const manifest = inHome('crashed/manifest.jsonl')
    truncateSync(manifest, statSync(manifest).size - 5)
    writeFileSync(inHome('crashed/site.test/held.md.part'), 'ha')
    release.resolve()
    const again = await siteray(['batch', '--resume', '--out', 'crashed'])
    assert.equal(again.code, 0, again.stderr)
    const urls = manifestOf('crashed').map(line => line.url)
    assert.deepEqual(urls.sort(), ['a', 'b', 'held'].map(url))
  })

  it('before its id was known begins no second one', async () => {
    const first = await half('unknown')
    first.child.kill('SIGKILL')
    await first.ended
    const { id, ...kept } = keptOf('unknown')
    writeFileSync(inHome('unknown/.siteray.json'), JSON.stringify(kept))
    const blind = await siteray(['batch', '--resume', '--out', 'unknown'])
    assert.match(blind.stderr, /give the whole line again/)
    release.resolve()
    const again = await siteray(['batch', '-', '--out', 'unknown'], list)
    assert.equal(again.code, 0, again.stderr)
    assert.equal(keptOf('unknown').id, id)
  })

  it('is listed, told of, followed from anywhere, and cancelled', async () => {
    release = Promise.withResolvers<void>()
    const first = start(['batch', '-'], { env, input: list })
    await until('two pages are there', () => linesOf(first.printed()).length === 2)
    const [id = ''] = await batches()
    first.child.kill('SIGINT')
    const left = await first.ended
    assert.match(
      left.stderr,
      new RegExp(`Come back with: siteray jobs ${id} --offset 2; stop it with`),
    )
    const [jobs, status] = await Promise.all([
      siteray(['jobs', '--running']),
      siteray(['jobs', id, '--status']),
    ])
    assert.match(jobs.stdout, new RegExp(`^${id} +scraping +2 +0 +3 +\\S+ \\S+ +${url('a')}$`, 'm'))
    assert.equal(JSON.parse(status.stdout).completed, 2)
    const rest = siteray(['jobs', id, '--offset', '2'])
    release.resolve()
    const { stdout, code } = await rest
    assert.deepEqual(
      linesOf(stdout).map(line => JSON.parse(line).url),
      [url('held')],
    )
    assert.equal(code, 0)
    const [files, late] = await Promise.all([
      siteray(['jobs', id, '--out', 'from-elsewhere']),
      siteray(['jobs', id, '--cancel']),
    ])
    assert.equal(files.code, 0, files.stderr)
    assert.ok(existsSync(inHome('from-elsewhere/site.test/held.md')))
    assert.match(late.stderr, /has already ended\. \(conflict, req_/)
  })

  it('by a pipe that has seen enough goes on, and says so, quiet or not', async () => {
    release = Promise.withResolvers<void>()
    const errors = inHome('errors.txt')
    const line = `"$0" "$1" batch -q "$2" "$3" 2> "$4" | head -n 1`
    const program = join(import.meta.dirname, '../../client/src/command/main.ts')
    const args = [process.execPath, program, url('a'), url('held'), errors]
    const { PATH = '' } = process.env
    const out = await new Promise<string>((resolve, reject) => {
      const options = { env: { PATH, HOME: home, ...env } }
      execFile('sh', ['-c', line, ...args], options, (error, stdout) =>
        error ? reject(error) : resolve(stdout),
      ).stdout?.once('data', () => release.resolve())
    })
    assert.equal(JSON.parse(out).url, url('a'))
    const [id] = await batches()
    assert.match(
      readFileSync(errors, 'utf8'),
      new RegExp(
        `^The batch ${id} goes on\\. Come back with: siteray jobs ${id} --offset \\d; stop it with: siteray jobs ${id} --cancel\\n$`,
      ),
    )
  })
})

describe('an assistant', () => {
  it('that starts the command has its lines answered, and ends it as it likes', async () => {
    const ping = '{"jsonrpc":"2.0","id":7,"method":"ping"}\n'
    const { code, stdout } = await siteray(['mcp'], ping)
    assert.equal(JSON.parse(stdout).id, 7)
    assert.equal(code, 0)
    const open = start(['mcp'], { env, input: ping, keepsInput: true })
    await until('it has answered', () => open.printed() !== '')
    open.child.kill('SIGTERM')
    assert.equal((await open.ended).code, 143)
  })
})

describe('signing in', () => {
  const file = inHome('.config/siteray/login.json')

  it('keeps the key where only its owner can read it, and prints it nowhere', async () => {
    const wrong = await start(['login', app.apiUrl], { input: 'sr_wrong\n' }).ended
    assert.match(wrong.stderr, /\(invalid_key, req_/)
    assert.ok(!existsSync(file))
    const args = ['login', app.apiUrl, '--token', app.publishableKey]
    const { code, stdout, stderr } = await start(args, { input: `${app.secretKey}\n` }).ended
    assert.equal(code, 0, stderr)
    assert.ok(!`${stdout}${stderr}`.includes(app.secretKey))
    assert.equal(statSync(file).mode & 0o777, 0o600)
    const [page, icon] = await Promise.all([
      start(['scrape', url('a')]).ended,
      start(['icon', 'github.com', '-f', 'png']).ended,
    ])
    assert.match(page.stdout, /^# a\n/)
    assert.equal(icon.code, 0, icon.stderr)
  })

  it('gives the key to no other server, and yields to the environment', async () => {
    const [other, set] = await Promise.all([
      start(['scrape', url('a'), '--server', 'https://other.test']).ended,
      start(['scrape', url('a')], { env: { SITERAY_KEY: 'sr_other' } }).ended,
    ])
    assert.match(other.stderr, /There is no key for https:\/\/other\.test/)
    assert.match(set.stderr, /\(invalid_key, req_/)
    appendFileSync(file, '}')
    assert.match((await start(['jobs']).ended).stderr, /cannot be read: run `siteray login` again/)
    await start(['logout']).ended
    assert.ok(!existsSync(file))
  })
})

describe('the help', () => {
  it('has every command, with examples and options that exist', async () => {
    const { stdout } = await siteray(['--help'])
    assert.equal(stdout, `${overview()}\n`)
    for (const [name, command] of Object.entries(commands)) {
      assert.match(stdout, new RegExp(`^  ${name} `, 'm'))
      const known = { ...command.options, ...(name === 'batch' ? commands.map?.options : {}) }
      for (const [line] of command.examples)
        for (const [, option = ''] of line.matchAll(/ --([a-z][a-z-]+)/g))
          assert.ok(option in known, `${option} in: ${line}`)
      assert.match(helpOf(name, command), /^Examples:\n {2}siteray /m)
    }
  })
})
