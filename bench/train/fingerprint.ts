import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { importsOf } from '../../test/contracts/imports.ts'

/**
 * Stands for the code that computes a model's inputs: the modules named, every module of `src` that
 * they import for its values, and the weights and words that those read. Comments, types, white space and the
 * folder of a module do not count: explaining the code better, or moving it, asks for no training.
 */
export const fingerprintOf = (inputs: readonly string[]): string => {
  const hash = createHash('sha256')
  const modules = closureOf(inputs).map(file => `${basename(file)}\n${codeOf(file)}\n`)
  for (const one of modules.sort()) hash.update(one)
  return hash.digest('hex').slice(0, 16)
}

export const closureOf = (inputs: readonly string[]): string[] => {
  const found = new Set<string>()
  const open = [...inputs]
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (found.has(file)) continue
    found.add(file)
    if (file.endsWith('.json')) continue
    const text = readFileSync(file, 'utf8')
    for (const { to, isType } of importsOf({ file, text })) if (!isType) open.push(to)
    for (const [, data = ''] of text.matchAll(/'(\.[^']+\.json)'/g))
      open.push(join(dirname(file), data))
  }
  return [...found].filter(file => existsSync(file)).sort()
}

const codeOf = (file: string): string => {
  const text = readFileSync(file, 'utf8')
  return file.endsWith('.json') ? text : stripped(text)
}

/**
 * Types are gone, with imports that bring nothing else. Comments on lines of their own, as nearly all
 * are; behind code only where the line holds no text that could be one. Commas before a bracket come and go with the length of a line. Of what is
 * imported, in any order, the names and the file's name count: the closure has its code.
 */
export const stripped = (text: string): string => {
  const imports: string[] = []
  const code = stripTypeScriptTypes(text).replace(anImport, (_, names: string, file: string) => {
    const brought = names.replace(/,(?=[\s,]*\})/g, '')
    if (!/\{\s*\}/.test(brought)) imports.push(`${brought}'${basename(file)}'`)
    return ''
  })
  return [...imports.sort(), code]
    .join('\n')
    .replace(/^\s*\/\*[\s\S]*?\*\/\s*$/gm, '')
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/^([^'"`/\n]*)\s\/\/\s.*$/gm, '$1')
    .replace(/\s+/g, '')
    .replace(/,(?=[)\]}])/g, '')
}

const anImport = /^(import\s[^'"`;]*?\sfrom\s)'([^'\n]+)'/gm
