import { existsSync, globSync, readFileSync } from 'node:fs'
import { importsOf } from '../test/contracts/imports.ts'

/**
 * The tests that compute and wait for nothing: neither they nor anything they import can reach a
 * database, a browser, the network or another process. Tests with hostile input are left out too:
 * they are meant to take long.
 */
export const pureTests = (): string[] =>
  globSync('test/**/*.test.ts')
    .sort()
    .filter(file => !/hostile|fuzz|cost|attacks/.test(file))
    .filter(isPure)

/** Whether a file, and all that it loads, only computes. */
export const isPure = (file: string): boolean => !reaches(file, new Set())

const outside =
  /from 'node:(?:net|http|https|http2|tls|dgram|dns|child_process|worker_threads|cluster)'|from '(?:playwright-core|undici|postgres|fastify)'/

const reaches = (file: string, seen: Set<string>): boolean => {
  if (seen.has(file) || !existsSync(file)) return false
  seen.add(file)
  const text = readFileSync(file, 'utf8')
  if (outside.test(text)) return true
  return importsOf({ file, text }).some(({ to, isType }) => !isType && reaches(to, seen))
}
