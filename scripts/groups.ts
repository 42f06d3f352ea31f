import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = '.cache/gate'

/**
 * What the gate runs, a process each: a few that take file after file from one list, as a third
 * of the work of a process of its own would be to load the app and to compile it. A file that says
 * `// alone: why` at its top has one nevertheless.
 */
export const entriesOf = (files: readonly string[], processes: number): string[] => {
  const alone = files.filter(file => /^\/\/ alone: /m.test(readFileSync(file, 'utf8')))
  const shared = files.filter(file => !alone.includes(file))
  const taken = join(folder, 'taken')
  rmSync(taken, { recursive: true, force: true })
  mkdirSync(taken, { recursive: true })
  writeFileSync(join(folder, 'list.json'), JSON.stringify(shared))
  const takers = Array.from({ length: Math.min(processes, shared.length) }, (_, index) =>
    writeEntry(`take-${index + 1}.ts`),
  )
  return [...takers, ...alone]
}

const writeEntry = (name: string): string => {
  const entry = join(folder, name)
  const lines = [
    "import { takeFiles } from '../../scripts/together.ts'",
    `takeFiles(${JSON.stringify(folder)})`,
  ]
  writeFileSync(entry, `${lines.join('\n')}\n`)
  return entry
}
