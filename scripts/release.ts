import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'

/**
 * `npm run release -- [folder]`: tags the version of package.json and packs it, with the dashboard
 * built, into `siteray-<version>.tar.gz`. Everything that would make it another release than the
 * changelog says is refused first, all at once.
 */
const root = resolve(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

const problemsOf = (version: string): string[] => {
  const changelog = read('CHANGELOG.md')
  const heading = /^## .*$/m.exec(changelog)?.[0] ?? ''
  const problems: string[] = []
  if (/^## Unreleased/im.test(changelog))
    problems.push('CHANGELOG.md says "Unreleased": give the section its version and date.')
  else if (
    !new RegExp(`^## ${version.replaceAll('.', '\\.')} \\(\\d{4}-\\d{2}-\\d{2}\\)$`).test(heading)
  )
    problems.push(`CHANGELOG.md begins with "${heading}", not "## ${version} (YYYY-MM-DD)".`)
  if (JSON.parse(read('package-lock.json')).version !== version)
    problems.push('package-lock.json has another version: npm install --package-lock-only.')
  if (JSON.parse(read('docs/openapi.json')).info.version !== version)
    problems.push('docs/openapi.json has another version: npm run docs.')
  if (JSON.parse(read('client/package.json')).version !== version)
    problems.push('client/package.json has another version: the client has the server’s.')
  if (git('status', '--porcelain') !== '')
    problems.push('There are changes that are not committed.')
  if (git('tag', '--list', `v${version}`) !== '')
    problems.push(`The tag v${version} exists already.`)
  return problems
}

/** What an operator needs: no tests and benches, and the dashboard as it was built. */
const pack = (version: string, folder: string): string => {
  execFileSync('node', ['scripts/build-ui.ts', '--strict'], { cwd: root, stdio: 'inherit' })
  const top = `siteray-${version}/`
  const built = globSync('ui/dist/**/*.*', { cwd: root })
    .concat('ui/dist/fingerprint')
    .flatMap(file => [`--prefix=${top}${dirname(file)}/`, `--add-file=${file}`])
  const tar = execFileSync(
    'git',
    ['archive', '--format=tar', ...built, `--prefix=${top}`, 'HEAD', '.', ':!test', ':!bench'],
    { cwd: root, maxBuffer: 1_000_000_000 },
  )
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `siteray-${version}.tar.gz`)
  writeFileSync(file, gzipSync(tar))
  return file
}

const main = (folder: string): void => {
  const { version } = JSON.parse(read('package.json')) as { version: string }
  const problems = problemsOf(version)
  if (problems.length > 0) {
    process.stderr.write(
      `${version} cannot be released:\n${problems.map(one => `  - ${one}\n`).join('')}`,
    )
    process.exitCode = 1
    return
  }
  const file = pack(version, folder)
  git('tag', '--annotate', `v${version}`, '--message', `Siteray ${version}`)
  process.stdout.write(
    `Tagged v${version}, packed ${file}. To publish: git push origin HEAD v${version}\n`,
  )
}

main(resolve(process.argv[2] ?? join(root, 'release')))
