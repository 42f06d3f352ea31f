import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = '.cache/gate'
/** As text of tests: loading the app then is a small part of what a process does. */
const groupBytes = 160_000

type Group = { files: string[]; bytes: number; isAlone?: true }

/** Whether a process has a group of files, by what it was started with. */
export const isGroup = (entry: string): boolean => entry.startsWith(folder)

/**
 * What the gate runs, a process each: test files that are neighbours share one, as half of what
 * most of them do is to load the app. One that says `// alone: why` at its top has its own.
 */
export const groupTests = (files: readonly string[]): { entry: string; files: string[] }[] => {
  mkdirSync(folder, { recursive: true })
  const groups: Group[] = []
  let open: Group | undefined
  for (const file of files.toSorted()) {
    const text = readFileSync(file, 'utf8')
    if (isAlone(text)) groups.push({ files: [file], bytes: text.length, isAlone: true })
    else if (open && open.bytes + text.length <= groupBytes) {
      open.files.push(file)
      open.bytes += text.length
    } else {
      open = { files: [file], bytes: text.length }
      groups.push(open)
    }
  }
  return groups
    .toSorted((a, b) => b.bytes - a.bytes)
    .map(({ files, isAlone }) => ({ files, entry: isAlone ? String(files[0]) : writeEntry(files) }))
}

const isAlone = (text: string) => /^\/\/ alone: /m.test(text)

const writeEntry = (files: readonly string[]): string => {
  const name = files[0]?.replaceAll('/', '-').replace(/\.ts$/, '-and-on.ts') ?? ''
  const entry = join(folder, name)
  const lines = [
    "import { runTogether } from '../../scripts/together.ts'",
    `runTogether(${JSON.stringify(files, null, 2)})`,
  ]
  writeFileSync(entry, `${lines.join('\n')}\n`)
  return entry
}
