import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { roomOf } from '../test/contracts/imports.ts'

/**
 * The lines of each room beside those of the last release, which `npm run store-dump` keeps: code
 * that grows should be seen to grow.
 */
const file = 'test/contracts/room-lines.json'
type Lines = Record<string, number>

const linesNow = (): Lines =>
  countLines(globSync('src/**/*.ts').sort(), f => readFileSync(f, 'utf8'))

const countLines = (files: readonly string[], textOf: (file: string) => string): Lines => {
  const lines: Lines = {}
  for (const file of files) {
    const room = roomOf(file)
    lines[room] = (lines[room] ?? 0) + textOf(file).split('\n').length - 1
  }
  return lines
}

const sum = (lines: Lines) => Object.values(lines).reduce((all, count) => all + count, 0)

/** A line for all of `src`, and one for each room that has changed by a twentieth or more. */
export const tellRoomLines = (): string => {
  const { version, lines: before } = JSON.parse(readFileSync(file, 'utf8'))
  const now = linesNow()
  const rooms = Object.keys({ ...before, ...now })
    .map(name => ({ name, was: before[name] ?? 0, is: now[name] ?? 0 }))
    .filter(({ was, is }) => Math.abs(is - was) * 20 >= Math.max(was, 1))
    .sort((a, b) => b.is - b.was - (a.is - a.was))
  const all = { name: 'all of src', was: sum(before), is: sum(now) }
  return [`Lines of src, beside those of ${version}:`, ...[all, ...rooms].map(row), ''].join('\n')
}

const row = ({ name, was, is }: { name: string; was: number; is: number }): string => {
  const change = is < was ? `${is - was}` : `+${is - was}`
  return `${String(is).padStart(7)}  ${change.padEnd(7)} ${name}`
}

export const keepRoomLines = (version: string): void =>
  writeFileSync(file, `${JSON.stringify({ version, lines: linesNow() }, null, 2)}\n`)
