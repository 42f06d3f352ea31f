import type { Dirent } from 'node:fs'
import { readdirSync, statSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { Usage } from './usage.ts'

type Found = { path: string /** Below the folder that was named. */; name: string }

export const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

/**
 * The files that were named, and those in folders. A link to a file is one; a link to a folder is
 * left out, as it may lead in circles or to half of the disk. Hidden files are of programs, not of
 * people.
 */
export const filesIn = (words: readonly string[]): { files: Found[]; leftOut: string[] } => {
  const leftOut: string[] = []
  const files = words.flatMap(word => {
    const found = statSync(word, { throwIfNoEntry: false })
    if (!found) throw new Usage(`There is no file ${word}.`)
    if (!found.isDirectory()) return [{ path: word, name: basename(word) }]
    return filesBelow(word, leftOut)
      .map(path => ({ path, name: relative(word, path) }))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
  })
  return { files, leftOut }
}

/** Step by step: an early Node 18 does not say in which folder an entry is. */
const filesBelow = (folder: string, leftOut: string[]): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    if (entry.name.startsWith('.')) return []
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return filesBelow(path, leftOut)
    if (entry.isFile() || leadsToFile(entry, path)) return [path]
    leftOut.push(path)
    return []
  })

const leadsToFile = (entry: Dirent, path: string): boolean => {
  try {
    return entry.isSymbolicLink() && statSync(path).isFile()
  } catch {
    // It leads nowhere, or in circles.
    return false
  }
}
