/**
 * A cached icon beside a bare node:http server that sends the same bytes: requests a second and
 * latency, key and origin check on. Both servers run on one core, the client on another. On a busy
 * machine the CPU time of the main thread for each request is the steadier figure (Linux only).
 *
 *   node bench/icon-cached.ts [seconds a round, 4] [rounds, 5]
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { png } from '../test/support/pictures.ts'
import { createSimulatedWeb } from '../test/support/simulated-web.ts'

type Result = { perSecond: number; p50Ms: number; p99Ms: number; answers: number; cpuUs?: number }

const [mode = '', ...rest] = process.argv.slice(2)
if (mode === 'bare') serveBare(rest[0] ?? '')
else if (mode === 'client') await load(rest)
else await compare(Number(mode || 4), Number(rest[0] || 5))

async function compare(seconds: number, rounds: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'siteray-bench-'))
  const web = await createSimulatedWeb()
  web.site('acme.example', { '/': '<link rel=icon href=/i.png>', '/i.png': await png('blue', 256) })
  const [port, imagePort] = [await freePort(), await freePort()]
  const env = { ...process.env, ...web.env, DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn' }
  const siteray = spawn(process.execPath, ['src/main.ts'], {
    env: { ...env, PORT: `${port}`, IMAGE_PORT: `${imagePort}` },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  try {
    await untilAnswers(`http://127.0.0.1:${port}/readyz`)
    const created = execFileSync(
      process.execPath,
      [
        'src/cli.ts',
        'keys',
        'create',
        '--kind',
        'publishable',
        '--name',
        'bench',
        '--origins',
        'shop.example.com',
        '--json',
      ],
      { env },
    )
    const { key } = JSON.parse(created.toString()) as { key: string }
    const path = `/acme.example?token=${key}&size=128`
    const target = `http://127.0.0.1:${imagePort}${path}`
    const image = await fetch(target, { headers: { origin: 'https://shop.example.com' } })
    if (image.headers.get('x-image-source') !== 'link')
      throw new Error(
        `${image.status} ${image.headers.get('x-image-source')} ${await image.text()}`,
      )
    const file = join(folder, 'image.png')
    writeFileSync(file, Buffer.from(await image.arrayBuffer()))
    const bare = spawn(process.execPath, [import.meta.filename, 'bare', file], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [first] = await once(bare.stdout, 'data')
    const bareUrl = `http://127.0.0.1:${String(first).trim()}${path}`
    for (const pid of [siteray.pid, bare.pid]) pin(pid, 0)
    const ratios: number[] = []
    const pairs: { ours: Result; theirs: Result }[] = []
    await untilQuiet(siteray.pid)
    await measure(target, 8, siteray.pid)
    await measure(bareUrl, 8, bare.pid)
    for (let round = 0; round < rounds; round++) {
      const theirs = await measure(bareUrl, seconds, bare.pid)
      const ours = await measure(target, seconds, siteray.pid)
      pairs.push({ ours, theirs })
      ratios.push(ours.perSecond / theirs.perSecond)
      console.log(
        `round ${round + 1}: siteray ${show(ours)}; bare ${show(theirs)}; ratio ${ratios.at(-1)?.toFixed(2)}`,
      )
    }
    const byCpu = pairs.map(({ ours, theirs }) => (theirs.cpuUs ?? 0) / (ours.cpuUs ?? 0))
    console.log(
      `image ${readFileSync(file).length} bytes; median ratio ${median(ratios)} by throughput, ${median(byCpu)} by CPU time (at least 0.70, aim 0.86)`,
    )
    bare.kill()
  } finally {
    siteray.kill('SIGTERM')
    await once(siteray, 'exit')
    await web.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function median(values: number[]): string {
  return (values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0).toFixed(2)
}

/** What it costs Node to send these bytes at all. */
function serveBare(file: string): void {
  const bytes = readFileSync(file)
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'image/png', 'content-length': bytes.length })
    response.end(bytes)
  })
  server.listen(0, '127.0.0.1', () => {
    console.log((server.address() as AddressInfo).port)
  })
}

async function measure(url: string, seconds: number, pid: number | undefined): Promise<Result> {
  const cpuBefore = cpuSeconds(pid)
  const client = spawn(
    process.execPath,
    [import.meta.filename, 'client', url, `${seconds}`, '32'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  pin(client.pid, 1)
  let text = ''
  client.stdout.on('data', part => {
    text += part
  })
  await once(client, 'close')
  const result = JSON.parse(text) as Result
  return { ...result, cpuUs: ((cpuSeconds(pid) - cpuBefore) * 1e6) / result.answers }
}

/** What a start leaves to do (a browser to be found, code to be loaded) is not what is measured. */
async function untilQuiet(pid: number | undefined): Promise<void> {
  for (let second = 0; second < 30; second++) {
    const before = cpuSeconds(pid)
    await pause(1_000)
    if (!(cpuSeconds(pid) - before > 0.05)) return
  }
}

/** User and system time of a process's main thread so far; compilers and collectors run beside it. */
function cpuSeconds(pid: number | undefined): number {
  try {
    const fields =
      readFileSync(`/proc/${pid}/task/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) / 100
  } catch {
    return Number.NaN
  }
}

/** Raw sockets: every answer has the length of the first, so nothing needs to be parsed. */
async function load([target = '', seconds = '4', connections = '32']: string[]): Promise<void> {
  const { hostname, port, pathname, search } = new URL(target)
  const message = `GET ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}\r\nOrigin: https://shop.example.com\r\nAccept: image/*\r\n\r\n`
  const length = await answerLength(target, { hostname, port: Number(port), message })
  const times: number[] = []
  const endMs = performance.now() + Number(seconds) * 1_000
  const one = async () => {
    const socket = connect(Number(port), hostname)
    socket.setNoDelay(true)
    await once(socket, 'connect')
    let received = 0
    let sentMs = performance.now()
    socket.write(message)
    socket.on('data', chunk => {
      received += chunk.length
      if (received < length) return
      received -= length
      const nowMs = performance.now()
      times.push(nowMs - sentMs)
      if (nowMs >= endMs) {
        socket.destroy()
        return
      }
      sentMs = nowMs
      socket.write(message)
    })
    await once(socket, 'close')
  }
  const startedMs = performance.now()
  await Promise.all(Array.from({ length: Number(connections) }, one))
  const elapsedMs = performance.now() - startedMs
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
  console.log(
    JSON.stringify({
      answers: times.length,
      perSecond: (times.length * 1_000) / elapsedMs,
      p50Ms: at(0.5),
      p99Ms: at(0.99),
    }),
  )
}

async function answerLength(
  target: string,
  { hostname, port, message }: { hostname: string; port: number; message: string },
): Promise<number> {
  const answer = await fetch(target, { headers: { origin: 'https://shop.example.com' } })
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
  await answer.arrayBuffer()
  const socket = connect(port, hostname)
  let length = 0
  socket.on('data', chunk => {
    length += chunk.length
  })
  socket.write(message)
  await pause(300)
  socket.destroy()
  return length
}

function show({ perSecond, p50Ms, p99Ms, cpuUs = Number.NaN }: Result): string {
  const times = `p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms`
  return `${Math.round(perSecond)}/s, ${times}, ${cpuUs.toFixed(1)} µs CPU`
}

/** Where the system can; otherwise the two share what there is. */
function pin(pid: number | undefined, core: number): void {
  try {
    execFileSync('taskset', ['-a', '-cp', `${core}`, `${pid}`], { stdio: 'ignore' })
  } catch {
    console.log('taskset is not there: processes are not pinned to cores')
  }
}

async function untilAnswers(url: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return
    await pause(100)
  }
  throw new Error(`${url} does not answer`)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
