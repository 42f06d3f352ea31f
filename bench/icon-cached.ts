import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { png } from '../test/support/pictures.ts'
import { createSimulatedWeb } from '../test/support/simulated-web.ts'
import { atLeast, type Context, defineBench, figure, median } from './harness/bench.ts'
import type { Load } from './support/load-client.ts'
import { type Server, startServer } from './support/server.ts'

/** Both servers run on one core, the client on another. */
export const bench = defineBench({
  name: 'icon-cached',
  part: 'Images',
  title:
    'A cached icon, key and origin checked, beside a bare node:http server that sends the same bytes',
  minutes: 2,
  needs: { linux: true, quiet: true },
  rows: {
    cpu: {
      what: 'ratio by processor time of the main thread',
      limit: atLeast(0.7),
      note: 'The steadier of the two ratios where the machine does something else as well.',
    },
    throughput: { what: 'ratio by answers a second', limit: atLeast(0.7) },
    perSecond: { what: 'answers a second', unit: '/s' },
    p50: { what: 'latency with 32 connections, median', unit: 'ms' },
    p99: { what: 'latency with 32 connections, 99 %', unit: 'ms' },
  },
  measure: async context => {
    const web = await createSimulatedWeb()
    const icon = await png('blue', 256)
    web.site('acme.example', { '/': '<link rel=icon href=/i.png>', '/i.png': icon })
    const server = await startServer(web.env)
    const folder = mkdtempSync(join(tmpdir(), 'siteray-bench-'))
    try {
      return await compare(context, server, join(folder, 'image.png'))
    } finally {
      await server.stop()
      await web.close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
})

const compare = async ({ sample, say }: Context, server: Server, file: string) => {
  const path = `/acme.example?token=${createKey(server)}&size=128`
  const url = `http://127.0.0.1:${server.imagePort}${path}`
  writeFileSync(file, await fetchIcon(url))
  const bare = await startBare(file)
  const bareUrl = `http://127.0.0.1:${bare.port}${path}`
  try {
    for (const pid of [server.pid, bare.pid]) pin(pid, 0)
    await untilQuiet(server.pid)
    await measureLoad(url, 8, server.pid)
    await measureLoad(bareUrl, 8, bare.pid)
    const pairs: { ours: Measured; bare: Measured }[] = []
    for (let round = 0; round < 5 / sample; round++) {
      const pair = {
        bare: await measureLoad(bareUrl, 4, bare.pid),
        ours: await measureLoad(url, 4, server.pid),
      }
      pairs.push(pair)
      say(`round ${round + 1}: ${show(pair.ours)}; bare ${show(pair.bare)}`)
    }
    const middle = (pick: (pair: (typeof pairs)[number]) => number) =>
      figure(median(pairs.map(pick)))
    return {
      cpu: middle(({ ours, bare }) => bare.cpuUs / ours.cpuUs),
      throughput: middle(({ ours, bare }) => ours.perSecond / bare.perSecond),
      perSecond: middle(({ ours }) => ours.perSecond),
      p50: middle(({ ours }) => ours.p50Ms),
      p99: middle(({ ours }) => ours.p99Ms),
    }
  } finally {
    bare.stop()
  }
}

const createKey = ({ env }: Server): string => {
  const named = ['--kind', 'publishable', '--name', 'bench', '--origins', 'shop.example.com']
  const command = ['src/cli.ts', 'keys', 'create', ...named, '--json']
  const { key } = JSON.parse(String(execFileSync(process.execPath, command, { env })))
  return key as string
}

const fetchIcon = async (url: string): Promise<Buffer> => {
  const image = await fetch(url, { headers: { origin: 'https://shop.example.com' } })
  const bytes = Buffer.from(await image.arrayBuffer())
  const source = image.headers.get('x-image-source')
  if (source !== 'link') throw new Error(`${image.status} ${source} ${bytes}`)
  return bytes
}

const startBare = async (file: string) => {
  const program = join(import.meta.dirname, 'support', 'bare-server.ts')
  const child = spawn(process.execPath, [program, file], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [first] = await once(child.stdout, 'data')
  return { pid: child.pid ?? 0, port: String(first).trim(), stop: () => child.kill() }
}

type Measured = Load & { cpuUs: number }

const measureLoad = async (url: string, seconds: number, pid: number): Promise<Measured> => {
  const before = cpuSeconds(pid)
  const program = join(import.meta.dirname, 'support', 'load-client.ts')
  const client = spawn(process.execPath, [program, url, `${seconds}`, '32'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  pin(client.pid ?? 0, 1)
  let text = ''
  client.stdout.on('data', part => {
    text += part
  })
  await once(client, 'close')
  const load = JSON.parse(text) as Load
  return { ...load, cpuUs: ((cpuSeconds(pid) - before) * 1e6) / load.answers }
}

/** What a start leaves to do (a browser to be found, code to be loaded) is not what is measured. */
const untilQuiet = async (pid: number): Promise<void> => {
  for (let second = 0; second < 30; second++) {
    const before = cpuSeconds(pid)
    await wait(1_000)
    if (cpuSeconds(pid) - before <= 0.05) return
  }
}

/** User and system time of a process's main thread so far; compilers and collectors run beside it. */
const cpuSeconds = (pid: number): number => {
  const stat = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'latin1')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

const show = ({ perSecond, p50Ms, p99Ms, cpuUs }: Measured): string =>
  `${Math.round(perSecond)}/s, p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms, ${cpuUs.toFixed(1)} µs of processor`

/** Where the system can; otherwise the two share what there is. */
const pin = (pid: number, core: number): void => {
  try {
    execFileSync('taskset', ['-a', '-cp', `${core}`, `${pid}`], { stdio: 'ignore' })
  } catch {
    console.log('  taskset is not there: processes are not pinned to cores')
  }
}
