import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/**
 * The packages the marks come from. They are pinned like a lockfile pins them (version and hash),
 * but they are no dependencies: together they unpack to 200 MB that nobody but this script reads.
 */
export const packages = {
  simpleIcons: {
    name: 'simple-icons',
    version: '16.36.0',
    integrity:
      'sha512-+VNPPkqSOLidFeSgBKUWX4n50WPpDC09hav+BgS26anIF1oQOlGBb8LvwGR+6fYRjo+B6CiKzNBceMPkSVXANQ==',
  },
  logos: {
    name: '@iconify-json/logos',
    version: '1.2.18',
    integrity:
      'sha512-Qehd7RmUbYM4LSXNHFqulgvmdmqldOxQ3VDbCmzos5IGlo40+cChVdX7GnG9VODBU0H3+Bb8npYOkplooJZvtQ==',
  },
  coreUi: {
    name: '@iconify-json/cib',
    version: '1.2.3',
    integrity:
      'sha512-MMvRXVTHt82z3bYN19JDAjv/X8OBNC/1B3I334SV/1nyhdPeeyvJZVoI1cGuNqYznBjMnWxKPtIhhiVgGQ1CzQ==',
  },
  svgl: {
    name: '@ridemountainpig/svgl-react',
    version: '1.0.18',
    integrity:
      'sha512-XdhPdkH4OfcEete2lyjHATeTcz/6DCUkh77hys6oB50xGLEq7tYoKxCCk3y5Ozqmw6Zc8j+PA7VfjB1MpPjGMw==',
  },
  devicon: {
    name: '@iconify-json/devicon',
    version: '1.2.68',
    integrity:
      'sha512-4RNlCSNCSgDEOVMHkBOxgik9agJcVRcfXwAZcwMdIolWx/lvXHzo2kqcqTqQGviZuBbnv3L1lyd+CowyZE+I3g==',
  },
  lobe: {
    name: '@lobehub/icons-static-svg',
    version: '1.95.1',
    integrity:
      'sha512-Hw7EPPgVnC4NZLXBfTNJG6hyQgqECfUPC11VVXodPSr1aebKcFxDZlSpxhWwYNdCc6bhxps/x5TtXoPmfKH2ag==',
  },
  theSvg: {
    name: '@thesvg/icons',
    version: '3.3.8',
    integrity:
      'sha512-3NbRF2NT7LMURWY8eVqQiVdsi5PVjV+9g8182IuNgMAvJcaDgB5pCjy+DhNyazwQrvFBpWB8vafNF7n3YSf6Fw==',
  },
  thirdPartyWeb: {
    name: 'third-party-web',
    version: '0.30.0',
    integrity:
      'sha512-p+PfyL5U0ediGzvwPzMSdD9MnC8rHW6nWJJVLIQvqN7RsSqfaZ+7n4c9GILqH36EYR0eXB9CzAeCRnKFr/9uJg==',
  },
} as const

export type Package = { name: string; version: string; integrity: string }

/** A package's files as text, straight from its tarball: nothing is unpacked to disk. */
export const readPackage = (cacheDir: string, wanted: Package): Map<string, string> => {
  const file = join(cacheDir, tarballName(wanted))
  if (!existsSync(file)) download(cacheDir, wanted)
  const tarball = readFileSync(file)
  const hash = `sha512-${createHash('sha512').update(tarball).digest('base64')}`
  if (hash !== wanted.integrity) throw new Error(`${file} is not the ${wanted.name} we pinned`)
  return filesOf(gunzipSync(tarball))
}

const tarballName = ({ name, version }: Package) =>
  `${name.replace('@', '').replace('/', '-')}-${version}.tgz`

const download = (cacheDir: string, { name, version }: Package) => {
  mkdirSync(cacheDir, { recursive: true })
  execFileSync('npm', ['pack', `${name}@${version}`, '--silent', '--pack-destination', cacheDir])
}

/** npm tarballs are plain ustar with regular files; paths over 100 characters use the prefix field. */
const filesOf = (tar: Buffer): Map<string, string> => {
  const files = new Map<string, string>()
  for (let at = 0; at + 512 <= tar.length && tar[at] !== 0; ) {
    const field = (from: number, length: number) => {
      const bytes = tar.subarray(at + from, at + from + length)
      const end = bytes.indexOf(0)
      return bytes.subarray(0, end === -1 ? length : end).toString('utf8')
    }
    const sizeBytes = Number.parseInt(field(124, 12), 8)
    const path = [field(345, 155), field(0, 100)].filter(Boolean).join('/')
    const kind = field(156, 1)
    if (kind === '0' || kind === '')
      files.set(path.replace(/^[^/]+\//, ''), tar.toString('utf8', at + 512, at + 512 + sizeBytes))
    at += 512 + Math.ceil(sizeBytes / 512) * 512
  }
  return files
}
