import type { HtmlElement } from '../html/html.ts'
import { answerField, type FieldAnswer } from './answer.ts'
import { readingAs } from './conversions.ts'
import { shortHash } from './hash.ts'
import { indexerFor } from './index-page.ts'
import type { TaughtKinds } from './learn.ts'
import type { FieldKind, TaughtReader } from './reader.ts'
import { findRows } from './rows.ts'
import { flagShared } from './shared-texts.ts'
import { isOtherTemplate } from './template.ts'

export type PageReading = {
  fields: Map<string, FieldAnswer>
  /** The rows of each list. */
  lists: Map<string, Map<string, FieldAnswer>[]>
  /** The page is of another template: what was found there is chance. */
  isOther: boolean
}

export const readTaught = (
  root: HtmlElement,
  url: string,
  reader: TaughtReader,
  kinds: TaughtKinds,
): PageReading => {
  const page = indexerFor(Object.values(reader.fields))(root, url)
  const common = new Set(reader.common)
  const isCommon = (text: string) => common.has(shortHash(text))
  const fields = new Map<string, FieldAnswer>()
  for (const [pointer, field] of Object.entries(reader.fields)) {
    const kind = kinds.fields.get(pointer)
    if (kind)
      fields.set(pointer, answerField(page, readingAs(kind, field.convert), field, isCommon))
  }
  flagShared(reader.fields, fields)
  const lists = new Map<string, Map<string, FieldAnswer>[]>()
  for (const [pointer, list] of Object.entries(reader.lists)) {
    const columns = kinds.lists.get(pointer)
    if (columns) lists.set(pointer, readRows(root, page.url, list, columns))
  }
  // Other boxes alone are a redesign: where most fields are still found, the template is the same.
  const least = isOtherTemplate(page, reader.template) ? 2 / 3 : 1 / 3
  const isOther = shareFound(reader, fields, lists) < least
  return { fields, lists, isOther }
}

const readRows = (
  root: HtmlElement,
  url: string,
  list: TaughtReader['lists'][string],
  columns: ReadonlyMap<string, FieldKind>,
): Map<string, FieldAnswer>[] => {
  const index = indexerFor(Object.values(list.fields))
  const always = Object.values(list.fields).filter(({ seen }) => seen === 1).length
  return findRows(root, list).flatMap(row => {
    const page = index(row, url)
    const cells = new Map<string, FieldAnswer>()
    for (const [column, field] of Object.entries(list.fields)) {
      const kind = columns.get(column)
      if (kind)
        cells.set(
          column,
          answerField(page, readingAs(kind, field.convert), field, () => false),
        )
    }
    const found = [...cells.values()].filter(({ value }) => value !== undefined).length
    return found > 0 && found * 2 >= always ? [cells] : []
  })
}

/** Of what is always there. */
const shareFound = (
  reader: TaughtReader,
  fields: ReadonlyMap<string, FieldAnswer>,
  lists: ReadonlyMap<string, unknown[]>,
): number => {
  const due = [...fields].filter(([pointer]) => reader.fields[pointer]?.seen === 1)
  const isSure = ({ value, flags, confidence }: FieldAnswer) =>
    value !== undefined && confidence >= 0.5 && !flags.includes('shape')
  const found = due.filter(([, answer]) => isSure(answer))
  const isDue = (pointer: string) => (reader.lists[pointer]?.seen ?? 1) === 1
  const rows = [...lists].filter(([pointer, all]) => all.length > 0 || isDue(pointer))
  const asked = due.length + rows.length
  const missing = rows.filter(([, all]) => all.length === 0)
  return asked === 0 ? 1 : (found.length + rows.length - missing.length) / asked
}
