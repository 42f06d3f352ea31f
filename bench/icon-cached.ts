import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../test/support/free-port.ts'
import { png } from '../test/support/pictures.ts'
import { createSimulatedWeb } from '../test/support/simulated-web.ts'
import { atLeast, type Context, defineBench, figure, median } from './harness/bench.ts'
import type { Load } from './support/load-client.ts'
import { residentMb, type Server, startServer } from './support/server.ts'

/** One process of either kind runs on one core, and its client on another. */
export const bench = defineBench({
  name: 'icon-cached',
  part: 'Images',
  title:
    'A cached icon, key and origin checked, beside a bare node:http server that sends the same bytes; with one process, and with two on one port',
  minutes: 4,
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
    scaling: {
      what: 'two processes, each on a core: what they can answer, as a multiple of one process',
      limit: atLeast(1.7),
      note: 'Answers for each second of processor that all processes of the server had (the one behind them and all their threads included), times two cores, over the same of one process. Both run at once, each pinned to a core. On a machine with four cores or more the clients have the others; with two cores they share both with the servers, so that the clock cannot tell what two servers could do, and the row below says less than this one.',
    },
    scalingBare: { what: 'the same of two bare node:http servers on one port' },
    scalingClock: { what: 'the same by answers a second, with the clients’ share of the cores' },
    besideBare: { what: 'two processes beside two bare servers, by processor time' },
    frontMb: { what: 'memory of each image process after that', unit: 'MB' },
  },
  measure: async context => {
    const web = await createSimulatedWeb()
    const icon = await png('blue', 256)
    web.site('acme.example', { '/': '<link rel=icon href=/i.png>', '/i.png': icon })
    const one = await startServer(web.env)
    const two = await startServer({ ...web.env, IMAGE_PROCESSES: '2' })
    const folder = mkdtempSync(join(tmpdir(), 'siteray-bench-'))
    try {
      return await compare(context, one, two, join(folder, 'image.png'))
    } finally {
      await one.stop()
      await two.stop()
      await web.close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
})

/** What is measured: where it answers, its processes that do, and all that it costs. */
type Subject = { url: string; pids: number[]; servers: number }

const compare = async ({ sample, say }: Context, first: Server, second: Server, file: string) => {
  const path = (server: Server) => `/acme.example?token=${createKey(server)}&size=128`
  const urlOf = (server: Server) => `http://127.0.0.1:${server.imagePort}${path(server)}`
  const one: Subject = { url: urlOf(first), pids: [first.pid], servers: 1 }
  const fronts = childrenOf(second.pid, 'image-process')
  const two: Subject = { url: urlOf(second), pids: [...fronts, second.pid], servers: 2 }
  for (const { url } of [one, two]) writeFileSync(file, await fetchIcon(url))
  const bare = await startBare(file)
  const bareTwo = await startBare(file, await freePort())
  const bareThree = await startBare(file, bareTwo.port)
  const bareOne: Subject = { url: `http://127.0.0.1:${bare.port}/`, pids: [bare.pid], servers: 1 }
  const barePair: Subject = {
    url: `http://127.0.0.1:${bareTwo.port}/`,
    pids: [bareTwo.pid, bareThree.pid],
    servers: 2,
  }
  try {
    for (const { pids } of [one, two, bareOne, barePair])
      for (const [at, pid] of pids.entries()) pin(pid, pids.length === 1 ? '0' : `${at % 2}`)
    for (const server of [first, second]) await untilQuiet(server.pid)
    for (const subject of [one, two, bareOne, barePair]) await measureLoad(subject, 8)
    const rounds: Record<'ours' | 'bare' | 'ours2' | 'bare2', Measured>[] = []
    for (let round = 0; round < 5 / sample; round++) {
      const measured = {
        bare: await measureLoad(bareOne, 4),
        ours: await measureLoad(one, 4),
        bare2: await measureLoad(barePair, 4),
        ours2: await measureLoad(two, 4),
      }
      rounds.push(measured)
      const { ours, bare, ours2, bare2 } = measured
      say(`round ${round + 1}: ${show(ours)}; bare ${show(bare)}`)
      say(`  two: ${show(ours2)}; bare ${show(bare2)}`)
    }
    const middle = (pick: (round: (typeof rounds)[number]) => number) =>
      figure(median(rounds.map(pick)))
    return {
      cpu: middle(({ ours, bare }) => bare.mainUs / ours.mainUs),
      throughput: middle(({ ours, bare }) => ours.perSecond / bare.perSecond),
      perSecond: middle(({ ours }) => ours.perSecond),
      p50: middle(({ ours }) => ours.p50Ms),
      p99: middle(({ ours }) => ours.p99Ms),
      scaling: middle(({ ours, ours2 }) => (2 * ours.allUs) / ours2.allUs),
      scalingBare: middle(({ bare, bare2 }) => (2 * bare.allUs) / bare2.allUs),
      scalingClock: middle(({ ours, ours2 }) => ours2.perSecond / ours.perSecond),
      besideBare: middle(({ ours2, bare2 }) => bare2.allUs / ours2.allUs),
      frontMb: figure(Math.max(...fronts.map(residentMb))),
    }
  } finally {
    for (const server of [bare, bareTwo, bareThree]) server.stop()
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

const startBare = async (file: string, port: string | number = '') => {
  const program = join(import.meta.dirname, 'support', 'bare-server.ts')
  const args = [program, file, ...(port === '' ? [] : [`${port}`])]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [first] = await once(child.stdout, 'data')
  return { pid: child.pid ?? 0, port: String(first).trim(), stop: () => child.kill() }
}

/** Microseconds of processor an answer, of the main thread of the first and of everything. */
type Measured = Load & { mainUs: number; allUs: number }

/** As many clients as servers: one alone could not keep two of them busy. */
const measureLoad = async ({ url, pids, servers }: Subject, seconds: number): Promise<Measured> => {
  const [first = 0] = pids
  const allSeconds = () => pids.reduce((sum, pid) => sum + cpuSeconds(`/proc/${pid}/stat`), 0)
  const mainSeconds = () => cpuSeconds(`/proc/${first}/task/${first}/stat`)
  const before = { all: allSeconds(), main: mainSeconds() }
  const loads = await Promise.all(
    Array.from({ length: servers }, () => runClient(url, seconds, clientCores(servers))),
  )
  const answers = loads.reduce((sum, load) => sum + load.answers, 0)
  return {
    answers,
    perSecond: loads.reduce((sum, load) => sum + load.perSecond, 0),
    p50Ms: Math.max(...loads.map(({ p50Ms }) => p50Ms)),
    p99Ms: Math.max(...loads.map(({ p99Ms }) => p99Ms)),
    mainUs: ((mainSeconds() - before.main) * 1e6) / answers,
    allUs: ((allSeconds() - before.all) * 1e6) / answers,
  }
}

const runClient = async (url: string, seconds: number, cores: string): Promise<Load> => {
  const program = join(import.meta.dirname, 'support', 'load-client.ts')
  const client = spawn(process.execPath, [program, url, `${seconds}`, '32'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  pin(client.pid ?? 0, cores)
  let text = ''
  client.stdout.on('data', part => {
    text += part
  })
  await once(client, 'close')
  return JSON.parse(text) as Load
}

/** Apart from the servers where there are cores for it. */
const clientCores = (servers: number): string => {
  const cores = availableParallelism()
  return cores >= 2 * servers ? `${servers}-${cores - 1}` : `0-${cores - 1}`
}

/** What a start leaves to do (a browser to be found, code to be loaded) is not what is measured. */
const untilQuiet = async (pid: number): Promise<void> => {
  for (let second = 0; second < 30; second++) {
    const before = cpuSeconds(`/proc/${pid}/stat`)
    await wait(1_000)
    if (cpuSeconds(`/proc/${pid}/stat`) - before <= 0.05) return
  }
}

/** User and system time so far, of a process or a thread. */
const cpuSeconds = (file: string): number => {
  const fields = fieldsOf(file)
  return (Number(fields[11]) + Number(fields[12])) / 100
}

const fieldsOf = (file: string): string[] => {
  const stat = readFileSync(file, 'latin1')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

const childrenOf = (parent: number, program: string): number[] =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)
    .filter(pid => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
        return Number(fieldsOf(`/proc/${pid}/stat`)[1]) === parent && command.includes(program)
      } catch {
        return false
      }
    })

const show = ({ perSecond, p50Ms, p99Ms, allUs }: Measured): string =>
  `${Math.round(perSecond)}/s, p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms, ${allUs.toFixed(1)} µs of processor`

/** Where the system can; otherwise they share what there is. */
const pin = (pid: number, cores: string): void => {
  try {
    execFileSync('taskset', ['-a', '-cp', cores, `${pid}`], { stdio: 'ignore' })
  } catch {
    console.log('  taskset is not there: processes are not pinned to cores')
  }
}
