import { descendants, type HtmlElement } from '../html/html.ts'
import { firstWords } from './elsewhere.ts'

/** Whether a day stands in a row of a list of pages, each of which has a day of its own. */
export const isDayOfEntry = (time: HtmlElement): boolean => {
  let row = time.parent
  for (let up = 0; row && !rowTags.has(row.name) && up < 4; up++) row = row.parent
  if (!row?.parent || !rowTags.has(row.name)) return false
  const rows = row.parent.children.slice(0, maxRows)
  return rows.filter(one => one.type === 'element' && isEntry(one)).length >= minEntries
}
const rowTags = new Set(['li', 'tr'])
const maxRows = 20
const minEntries = 3

const isEntry = (row: HtmlElement): boolean => {
  if ((firstWords(row)?.length ?? 0) > maxEntryChars) return false
  const names = new Set(descendants(row).map(({ name }) => name))
  return names.has('time') && names.has('a')
}
const maxEntryChars = 300
