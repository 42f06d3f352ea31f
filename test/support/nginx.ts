import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { until } from './until.ts'

export type Nginx = {
  apiUrl: string
  imageUrl: string
  /** The access log so far. */
  log(): string
  close(): Promise<void>
}

/** The real nginx with deploy/nginx.conf; only places and ports are the test's. */
export const startNginx = async (places: { api: string; image: string }): Promise<Nginx> => {
  const folder = mkdtempSync(join(tmpdir(), 'siteray-nginx-'))
  const [apiPort, imagePort] = [await freePort(), await freePort()]
  const log = join(folder, 'access.log')
  const change: [was: string, is: string][] = [
    ['server siteray-api:3000;', `server ${new URL(places.api).host};`],
    ['server siteray-image:3001;', `server ${new URL(places.image).host};`],
    ['listen 8080 default_server;', `listen 127.0.0.1:${apiPort};`],
    ['listen 8080;', `listen 127.0.0.1:${imagePort};`],
    ['/var/cache/nginx/siteray', join(folder, 'cache')],
    ['pid /tmp/nginx.pid;', `pid ${join(folder, 'pid')};`],
    ['access_log /dev/stdout', `access_log ${log}`],
    // Debian's nginx has more folders of its own than that of the containers.
    ['server_tokens off;', `server_tokens off; ${ownFolders(folder)}`],
  ]
  const text = change.reduce(
    (conf, [was, is]) => {
      if (!conf.includes(was)) throw new Error(`deploy/nginx.conf has no "${was}".`)
      return conf.replace(was, is)
    },
    readFileSync('deploy/nginx.conf', 'utf8'),
  )
  const file = join(folder, 'nginx.conf')
  const user = process.getuid?.() === 0 ? 'user root; ' : ''
  writeFileSync(file, text)
  const args = ['-p', folder, '-c', file, '-e', join(folder, 'error.log')]
  execFileSync(program, ['-t', '-q', ...args, '-g', user || ' '], { stdio: 'inherit' })
  const child = spawn(program, [...args, '-g', `${user}daemon off;`], { stdio: 'inherit' })
  const imageUrl = `http://127.0.0.1:${imagePort}`
  await until('nginx answers', () => fetch(imageUrl).then(Boolean, () => false))
  return {
    apiUrl: `http://127.0.0.1:${apiPort}`,
    imageUrl,
    log: () => readFileSync(log, 'utf8'),
    close: () => stop(child, folder),
  }
}

const program = 'nginx'

export const hasNginx = (): boolean => {
  try {
    execFileSync(program, ['-v'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const ownFolders = (folder: string): string =>
  ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map(name => `${name}_temp_path ${join(folder, name)};`)
    .join(' ')

const stop = async (child: ChildProcess, folder: string): Promise<void> => {
  if (child.exitCode === null) {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  rmSync(folder, { recursive: true, force: true })
}
