import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Builds the dashboard's UI into `ui/dist`, unless it is there and made of these very sources. Part
 * of `npm ci` (`--install`) and of `npm start`, so that a fresh clone needs no step of its own; later
 * starts only compare. In production a start builds nothing: what was installed is what runs.
 *
 * The packages that it takes (`ui/package.json`) are for developers. Where they are not installed
 * (`--omit=dev`), they come into a folder for temporary files, and go when the dashboard is built.
 */
const root = join(import.meta.dirname, '..')
const dist = join(root, 'ui/dist')
const isStart = !process.argv.includes('--strict') && !process.argv.includes('--install')

const main = async (): Promise<void> => {
  const fingerprint = fingerprintOf()
  const built = read(join(dist, 'fingerprint'))
  if (built === fingerprint) return
  if (isStart && process.env.NODE_ENV === 'production') {
    const what = built === undefined ? 'is not built' : 'is older than its sources'
    process.stderr.write(
      `The dashboard ${what}, and in production a start builds nothing: npm run build does.\n`,
    )
    return
  }
  const startedMs = performance.now()
  // Built beside and moved: a running server or another build never sees half of one.
  const fresh = mkdtempSync(join(root, 'ui/.build-'))
  try {
    await (isInstalled() ? build(root, fresh) : buildElsewhere(fresh))
    writeFileSync(join(fresh, 'fingerprint'), fingerprint)
    chmodSync(fresh, 0o755)
    replace(fresh)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1)
  process.stdout.write(`The dashboard was built in ${seconds} s.\n`)
}

/** A folder takes the place of an empty one only, and another build may be faster at any moment. */
const replace = (fresh: string): void => {
  const old = `${fresh}-old`
  for (;;) {
    if (moved(dist, old, 'ENOENT')) rmSync(old, { recursive: true })
    if (moved(fresh, dist, 'ENOTEMPTY')) return
  }
}

const moved = (from: string, to: string, unless: string): boolean => {
  try {
    renameSync(from, to)
    return true
  } catch (error) {
    if (Object(error).code === unless) return false
    throw error
  }
}

const packagesOf = (home: string) => createRequire(join(home, 'ui/package.json'))

const isInstalled = (): boolean => {
  try {
    packagesOf(root).resolve('vite')
    return true
  } catch {
    return false
  }
}

/** A copy of what the build reads: bundlers look for packages in the folders above a source. */
const buildElsewhere = async (outDir: string): Promise<void> => {
  const home = mkdtempSync(join(tmpdir(), 'siteray-ui-'))
  try {
    for (const file of [...manifests, ...sharedWithServer, ...sources()]) {
      mkdirSync(dirname(join(home, file)), { recursive: true })
      cpSync(join(root, file), join(home, file))
    }
    const npm = process.env.npm_execpath
    const [program, ...script] = npm && /\.c?js$/.test(npm) ? [process.execPath, npm] : ['npm']
    const options = ['--workspace=ui', '--include=dev', '--ignore-scripts', '--no-audit']
    execFileSync(program, [...script, 'ci', ...options, '--no-fund', '--loglevel=error'], {
      cwd: home,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    await build(home, outDir)
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

const build = async (home: string, outDir: string): Promise<void> => {
  const load = (name: string) => import(pathToFileURL(packagesOf(home).resolve(name)).href)
  const [vite, react, tailwind] = await Promise.all([
    load('vite'),
    load('@vitejs/plugin-react'),
    load('@tailwindcss/vite'),
  ])
  await vite.build({
    configFile: false,
    root: join(home, 'ui'),
    logLevel: 'warn',
    plugins: [react.default(), tailwind.default()],
    // Inlined files would need a wider Content-Security-Policy.
    build: { outDir, emptyOutDir: true, assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  })
}

const manifests = ['package.json', 'package-lock.json', '.npmrc', 'ui/package.json']
/** Modules of the server that the dashboard takes values from. */
const sharedWithServer = [
  'src/kit/csv.ts',
  'src/base/accounts/prices.ts',
  'src/doors/dashboard/paths.ts',
  'src/products/branding/batch/table.ts',
]
const sources = (): string[] =>
  globSync(['ui/index.html', 'ui/public/**/*.*', 'ui/src/**/*.*'], { cwd: root })

const fingerprintOf = (): string => {
  const hash = createHash('sha256')
  const files = ['package-lock.json', 'scripts/build-ui.ts', ...sharedWithServer, ...sources()]
  for (const file of files.sort())
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

const read = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

main().catch((error: Error) => {
  // The API is worth starting without its dashboard; the page itself says what to do.
  process.stderr.write(`The dashboard could not be built: ${error.message}\n`)
  process.exitCode = process.argv.includes('--strict') ? 1 : 0
})
