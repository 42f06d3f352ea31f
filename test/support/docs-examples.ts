import { execFile } from 'node:child_process'
import {
  chmodSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { TestApp } from './app.ts'
import { atEnd } from './at-end.ts'

/** A block of code of a document that its readers can run. */
export type Example = { file: string; language: string; code: string }

const root = resolve(import.meta.dirname, '../..')
const run = promisify(execFile)

export const examples = (): Example[] =>
  ['README.md', ...globSync('docs/*.md', { cwd: root }).sort()].flatMap(file =>
    [
      ...readFileSync(join(root, file), 'utf8').matchAll(
        /^```(sh|bash|http|js|ts|tsx|html)\b[^\n]*\n(.*?)^```$/gms,
      ),
    ].map(([, language = '', code = '']) => ({ file, language, code })),
  )

/** Whether it uses our own client: each such block is at least a process. */
export const usesClient = ({ language, code }: Example): boolean =>
  language === 'ts' || /^siteray /m.test(code)

/**
 * A folder to run them in, with the `siteray` command, the four variables of the quick start and the
 * files that the reader is taken to have.
 */
export const exampleShell = (app: TestApp) => {
  const folder = mkdtempSync(join(tmpdir(), 'siteray-examples-'))
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  const command = join(folder, 'siteray')
  const main = join(root, 'client/src/command/main.ts')
  writeFileSync(command, `#!/bin/sh\nexec ${process.execPath} ${main} "$@"\n`)
  chmodSync(command, 0o755)
  mkdirSync(join(folder, 'papers'))
  writeFileSync(join(folder, 'papers/mills.csv'), 'mill,river\nTide mill,Stour\n')
  const env = {
    PATH: `${folder}:${process.env.PATH}`,
    HOME: folder,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    SITERAY_URL: app.apiUrl,
    SITERAY_KEY: app.secretKey,
    SITERAY_IMAGE_URL: app.imageUrl,
    SITERAY_TOKEN: app.publishableKey,
  }
  const started = (file: string, args: string[], more: Record<string, string>) =>
    run(file, args, { cwd: folder, env: { ...env, ...more }, timeout: 120_000 })
  const own = (code: string) =>
    code
      .replaceAll('http://127.0.0.1:3000', app.apiUrl)
      .replaceAll('http://127.0.0.1:3001', app.imageUrl)
      .replaceAll('pk_…', app.publishableKey)
  return {
    /** What a shell block prints. */
    sh: async (code: string, ID = '') => (await started('sh', ['-ec', code], { ID })).stdout,
    /** What the TypeScript of a page prints, its blocks one after the other. */
    async ts(code: string) {
      const file = join(folder, 'example.ts')
      const client = join(root, 'client/src/index.ts')
      const zod = import.meta.resolve('zod')
      const local = own(code).replace("'siteray'", `'${client}'`).replace("'zod'", `'${zod}'`)
      writeFileSync(file, local)
      return (await started(process.execPath, [file], {})).stdout
    },
    /** The addresses of the images that a block of HTML shows. */
    images: (code: string) =>
      [...own(code).matchAll(/(?:src|srcset)="(\S+)/g)].map(([, url = '']) =>
        url.replace(/"$/, ''),
      ),
  }
}
