import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import type { TestApp } from './app.ts'

/** The blocks of a page that are marked `sh test`, as they stand. */
export const examplesOf = (file: string): string[] => {
  const text = readFileSync(new URL(`../../docs/${file}`, import.meta.url), 'utf8')
  return [...text.matchAll(/^```sh test\n(.*?)^```$/gms)].map(match => match[1] ?? '')
}

/** Runs one in a shell, as its reader would. */
export const runExample = async (
  app: TestApp,
  example: string,
  { id = '', cwd = '.' }: { id?: string; cwd?: string } = {},
): Promise<string> => {
  const env = { PATH: process.env.PATH, SITERAY: app.apiUrl, KEY: app.secretKey, ID: id }
  const options = { env, cwd, timeout: 60_000 }
  const { stdout } = await promisify(execFile)('sh', ['-ec', example], options)
  return stdout
}
