import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { home, start } from '../support/command.ts'

/** What came, and what is answered: here it is the command that is looked at, not the server. */
const came: { path: string; body: string; headers: IncomingMessage['headers'] }[] = []
const answers: Record<string, (response: ServerResponse) => void> = {
  '/v1/map': response => response.end('{"links": [{"url": "https://site.test/help"}]}'),
  '/v1/extract': response => response.end('{"data": {"name": "Lamp"}}'),
  '/v1/parse': response => response.end('{"url": "a.txt", "markdown": "Hello"}'),
  '/moved/v1/map': response => response.writeHead(301, { location: '/elsewhere' }).end(),
  '/picture.test': response => response.setHeader('content-type', 'image/png').end('PNG'),
  '/drawing.test': response => response.setHeader('content-type', 'image/svg+xml').end('<svg/>'),
}
const server = createServer(async (request, response) => {
  const path = request.url ?? ''
  came.push({ path, body: await textOf(request), headers: request.headers })
  const answer = answers[path.split('?')[0] ?? '']
  if (answer) answer(response)
  else response.writeHead(404, { 'x-error-code': 'not_found' }).end('{"error": "Not here."}')
})
let url = ''
let env: Record<string, string> = {}
before(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  env = { SITERAY_URL: url, SITERAY_KEY: 'sr_1', SITERAY_IMAGE_URL: url, SITERAY_TOKEN: 'pk_1' }
})
after(() => server.close())

const siteray = (args: string[], more: Record<string, string> = {}) => {
  came.length = 0
  return start(args, { env: { ...env, ...more } }).ended
}

describe('what is typed', () => {
  it('may have the word help in it', async () => {
    const { stdout } = await siteray(['map', 'https://site.test/', '--search', 'help'])
    assert.equal(stdout, 'https://site.test/help\n')
    assert.equal(JSON.parse(came[0]?.body ?? '').search, 'help')
    for (const line of [
      ['help', 'map'],
      ['map', 'help'],
      ['map', 'x', '--help'],
      ['map', '-h'],
    ])
      assert.match((await siteray(line)).stdout, /^Lists the URLs of a site[\s\S]*--search WORDS/)
  })

  it('is set by the environment only where a value is not empty', async () => {
    const folder = join(home, 'config')
    mkdirSync(join(folder, 'siteray'), { recursive: true })
    writeFileSync(join(folder, 'siteray', 'login.json'), JSON.stringify({ url, key: 'sr_kept' }))
    const empty = { XDG_CONFIG_HOME: folder, SITERAY_URL: '', SITERAY_KEY: '' }
    const { stdout, stderr } = await siteray(['map', 'https://site.test/'], empty)
    assert.equal(stdout, 'https://site.test/help\n', stderr)
    assert.equal(came[0]?.headers.authorization, 'Bearer sr_kept')
  })
})

describe('a file', () => {
  const schema = '{"type": "object", "properties": {"name": {"type": "string"}}}'

  it('of JSON may begin with a byte order mark, as Windows writes it', async () => {
    writeFileSync(join(home, 'schema.json'), `\ufeff${schema}`)
    const line = ['extract', 'https://site.test/', '--schema', 'schema.json']
    assert.equal((await siteray(line)).stdout, '{\n  "name": "Lamp"\n}\n')
  })

  it('that cannot be written is told before anything is paid for', async () => {
    const line = ['extract', 'https://site.test/a', 'https://site.test/b', '--schema', schema]
    const { code, stderr } = await siteray([...line, '--out', 'nowhere/data.jsonl'])
    assert.match(stderr, /^siteray: ENOENT[^\n]*nowhere\/data\.jsonl[^\n]*\n$/)
    assert.equal(code, 2)
    assert.deepEqual(came, [])
  })

  it('alone goes into a folder that is there, too', async () => {
    mkdirSync(join(home, 'read'))
    writeFileSync(join(home, 'a.txt'), 'Hello')
    const { code, stderr } = await siteray(['parse', 'a.txt', '--out', 'read'])
    assert.equal(code, 0, stderr)
    assert.equal(readFileSync(join(home, 'read', 'a.txt.md'), 'utf8'), 'Hello\n')
  })
})

describe('an icon', () => {
  it('is pixels where a format of pixels is asked for, by its name or by an option', async () => {
    const addressOf = async (...args: string[]) =>
      (await siteray(['icon', 'drawing.test', '--address', ...args])).stdout.split('?')[1]?.trim()
    assert.equal(await addressOf('-f', 'png'), 'format=png&raster=true&token=pk_1')
    assert.equal(await addressOf('-f', 'jpeg'), 'format=jpg&raster=true&token=pk_1')
    assert.equal(await addressOf('-o', 'a.webp'), 'format=webp&raster=true&token=pk_1')
    assert.equal(await addressOf('-o', 'a.webp', '-f', 'png'), 'format=png&raster=true&token=pk_1')
    assert.equal(await addressOf('--og', '-f', 'png'), 'format=png&token=pk_1')
    assert.equal(await addressOf('-o', 'a.svg'), 'token=pk_1')
  })

  it('that is pixels is not written as a drawing', async () => {
    const drawn = await siteray(['icon', 'drawing.test', '-o', 'drawing.svg'])
    assert.equal(drawn.code, 0, drawn.stderr)
    assert.equal(readFileSync(join(home, 'drawing.svg'), 'utf8'), '<svg/>')
    const { code, stderr } = await siteray(['icon', 'picture.test', '-o', 'picture.svg'])
    assert.match(stderr, /no SVG[^\n]*\.png/)
    assert.equal(code, 2)
    assert.equal(existsSync(join(home, 'picture.svg')), false)
  })
})

describe('a server that has moved', () => {
  it('is told, since a redirect takes the key and the body away', async () => {
    const { code, stderr } = await siteray([
      'map',
      'https://site.test/',
      '--server',
      `${url}/moved`,
    ])
    assert.match(stderr, /Not here\. .*redirected to http:\/\/127\.0\.0\.1:\d+\/elsewhere/)
    assert.equal(code, 2)
  })
})

describe('an early Node', () => {
  /** Tried with Node 18.19: an import by a name that it does not have ends every command. */
  const known = new Set(
    [
      'node:crypto createHash randomUUID',
      'node:fs appendFileSync chmodSync createWriteStream existsSync mkdirSync openSync readFileSync',
      'node:fs readdirSync renameSync rmSync statSync truncateSync writeFileSync',
      'node:os homedir platform',
      'node:path basename dirname extname join relative',
      'node:readline createInterface',
      'node:stream Writable',
      'node:stream/promises finished',
      'node:util parseArgs',
    ].flatMap(line => {
      const [module, ...names] = line.split(' ')
      return names.map(name => `${module} ${name}`)
    }),
  )

  it('has everything that is imported by its name', () => {
    const folder = join(import.meta.dirname, '../../client/src')
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('.ts'))
      .map(name => readFileSync(join(folder, name), 'utf8'))
    const imported = sources.flatMap(source =>
      [...source.matchAll(/^import (?:\w+, )?\{([^}]*)\} from '(node:[^']+)'/gm)].flatMap(
        ([, names = '', module]) =>
          names.split(',').flatMap(name => (name.trim() ? [`${module} ${name.trim()}`] : [])),
      ),
    )
    assert.ok(imported.length > 20)
    assert.deepEqual(
      imported.filter(name => !known.has(name)),
      [],
    )
  })
})
