import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  bundleClient,
  checked,
  commandIn,
  packClient,
  servePretended,
} from '../test/support/packed-client.ts'
import { atLeast, atMost, type Context, defineBench, figure } from './harness/bench.ts'
import { installPackages } from './support/packages.ts'
import { type Runtime, runtimePackages } from './support/runtimes.ts'

const run = promisify(execFile)
const both = { limit: atLeast(1) }

export const bench = defineBench({
  name: 'client',
  part: 'The house',
  title: 'The TypeScript client and the command, packed, in an empty project on each runtime',
  minutes: 1,
  needs: { linux: true, packages: runtimePackages },
  rows: {
    size: { what: 'the client in a bundle, gzip', unit: 'kB', limit: atMost(12) },
    node18: { what: 'Node 18', ...both },
    node20: { what: 'Node 20', ...both },
    node22: { what: 'Node 22', ...both },
    node24: { what: 'Node 24', ...both },
    node26: { what: 'Node 26', ...both },
    bun: { what: 'Bun', ...both },
    deno: { what: 'Deno', ...both },
    workerd: { what: 'workerd (Cloudflare Workers)', ...both, note: 'The client alone.' },
  },
  measure: async context => {
    const runtimes = join(installPackages('runtimes', runtimePackages), 'node_modules')
    const { project, remove } = await packClient()
    const server = await servePretended()
    try {
      const bundle = await bundleClient(project)
      const at = { ...context, project, runtimes, address: server.address }
      const programs = await Promise.all([
        tryOn(at, 'node18', ['bin/node']),
        tryOn(at, 'node20', ['bin/node']),
        tryOn(at, 'node22', ['bin/node']),
        tryOn(at, 'node24', ['bin/node']),
        tryOn(at, 'node26', ['bin/node']),
        tryOn(at, 'bun', ['bin/bun']),
        tryOn(at, 'deno', ['deno', 'run', '--allow-all', '--quiet']),
      ])
      const [node18, node20, node22, node24, node26, bun, deno] = programs
      return {
        size: figure(bundle.bytes / 1_000),
        ...{ node18, node20, node22, node24, node26, bun, deno },
        workerd: await tryOnWorkerd(at, bundle.code),
      }
    } finally {
      server.close()
      remove()
    }
  },
})

type At = Context & { project: string; runtimes: string; address: string }

/** The client does all it can, and the command reads a page and fills a folder. */
const tryOn = async (at: At, name: Runtime, [program = '', ...args]: string[]) => {
  const { project, runtimes, address, say } = at
  const env = { ...process.env, SITERAY_URL: address, SITERAY_KEY: 'sr_x' }
  const start = async (...more: string[]) => {
    const path = join(runtimes, name, program)
    return (await run(path, [...args, ...more], { cwd: project, env, timeout: 60_000 })).stdout
  }
  try {
    const command = commandIn(project)
    const said = [
      await start('main.js', address),
      await start(command, 'scrape', 'https://site.test/'),
      await start(command, 'batch', 'https://site.test/', '--out', name),
    ]
    return outcome(said.join('') === `${checked}\nhello\n`, said.join(''), name, say)
  } catch (error) {
    return outcome(false, String(error), name, say)
  }
}

/** A worker has no files: the bundle is a module of it. */
const tryOnWorkerd = async ({ project, runtimes, address, say }: At, code: string) => {
  const files = { 'client.js': code, 'worker.js': worker(address), 'workerd.capnp': capnp }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(project, name), text)
  const path = join(runtimes, 'workerd/bin/workerd')
  try {
    await run(path, ['test', 'workerd.capnp'], { cwd: project, timeout: 60_000 })
    return outcome(true, '', 'workerd', say)
  } catch (error) {
    return outcome(false, String(error), 'workerd', say)
  }
}

const worker = (address: string) => `
import * as siteray from 'client'
import { check } from 'check'
export default {
  async test() {
    const said = await check(siteray, ${JSON.stringify(address)})
    if (said !== ${JSON.stringify(checked)}) throw new Error(said)
  },
}
`
const capnp = `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .main),
    (name = "internet", network = (allow = ["public", "private"])),
  ],
);
const main :Workerd.Worker = (
  modules = [
    (name = "worker", esModule = embed "worker.js"),
    (name = "client", esModule = embed "client.js"),
    (name = "check", esModule = embed "check.js"),
  ],
  compatibilityDate = "2026-01-01",
);
`

const outcome = (works: boolean, said: string, name: string, say: (line: string) => void) => {
  if (!works) say(`${name}: ${said}`)
  return figure(works ? 1 : 0, works ? 'works' : 'fails')
}
