import { join } from 'node:path'
import type { HtmlDocument } from '../../src/page/html/html.ts'
import { textContent } from '../../src/page/html/html.ts'
import { parsePage } from '../../src/page/html/parse-page.ts'
import type { Lesson } from '../../src/page/taught/learn.ts'
import { readByReader, type Taught } from '../../src/products/extract/taught/read.ts'
import { teachReader } from '../../src/products/readers/learn-task.ts'
import { normal, readHtml, type SwdeRow, sameValue, swdeRows } from './extract-data.ts'
import { deleteTexts } from './removed.ts'
import { changeTemplate, type TemplateChange } from './template-changes.ts'

/** Ten pages of a site: examples come from the first five, four others are read. */
export type Site = { name: string; rows: SwdeRow[]; sources: string[]; fields: string[] }

const isTest = [5, 6, 7, 8]
const spare = 9

/** Rules were tuned on every second site; what is measured are the others. */
export const sitesOf = (folder: string, half: 'tuned' | 'others'): Site[] => {
  const bySite = Map.groupBy(swdeRows(folder), ({ vertical, site }) => `${vertical}-${site}`)
  return [...bySite.keys()]
    .sort()
    .filter((_, at) => at % 2 === (half === 'tuned' ? 0 : 1))
    .map(name => {
      const rows = bySite.get(name) ?? []
      const sources = rows.map(({ file }) => readHtml(join(folder, 'swde/html', file)))
      return { name, rows, sources, fields: Object.keys(rows[0]?.truth ?? {}) }
    })
}

export type Wrong = { field: string; example: number }

export const teachSite = (site: Site, count: number, wrong?: Wrong): Lesson => {
  const shown = (at: number) =>
    site.fields.filter(name => truthOf(site, at, name).length > 0).length
  const order = [0, 1, 2, 3, 4].toSorted((a, b) => shown(b) - shown(a) || a - b)
  const chosen = order.slice(0, count)
  const others = [...order.slice(count), spare].slice(0, 4)
  const examples = chosen.map((at, example) => ({
    ...pageOf(site, at),
    data: Object.fromEntries(
      site.fields.map(name => {
        const value = truthOf(site, at, name)[0] ?? null
        const isWrong = wrong?.field === name && wrong.example === example
        return [name, isWrong ? otherText(site, at, value) : value]
      }),
    ),
  }))
  const pages = others.map(at => pageOf(site, at))
  // A value that the set has and the page does not is left out, as whoever reads the 400 would do.
  for (let tries = 0; ; tries++)
    try {
      return teachReader({ schema: schemaOf(site), examples, others: pages })
    } catch (error) {
      const [, at, name] = /^Example (\d+) says that \/(\w+) /.exec(Object(error).message) ?? []
      const data = examples[Number(at) - 1]?.data
      if (tries > 20 || !data || name === undefined) throw error
      delete data[name]
    }
}

/** Whether all of the first examples show the field. */
export const isShownByAll = (site: Site, field: string, count: number): boolean => {
  const shown = (at: number) =>
    site.fields.filter(name => truthOf(site, at, name).length > 0).length
  const order = [0, 1, 2, 3, 4].toSorted((a, b) => shown(b) - shown(a) || a - b)
  return order.slice(0, count).every(at => truthOf(site, at, field).length > 0)
}

const pageOf = (site: Site, at: number) => ({
  url: `http://${site.name}.example/${at}`,
  source: site.sources[at] ?? '',
})

export const schemaOf = ({ fields }: Site) => ({
  type: 'object',
  properties: Object.fromEntries(fields.map(name => [name, { type: 'string' }])),
})

const truthOf = (site: Site, at: number, name: string): string[] => {
  const html = site.sources[at] ?? ''
  const all = site.rows[at]?.truth[name] ?? []
  return html === '' ? [] : all
}

/** What somebody clicks on by mistake: a text of about the same length. */
const otherText = (site: Site, at: number, value: string | null): string => {
  const texts = textsOf(parsePage(site.sources[at] ?? '')).filter(
    text => text.length > 2 && text.length < 60 && value !== null && !sameValue(text, value),
  )
  return texts[Math.floor(texts.length / 2)] ?? 'nothing'
}

export const textsOf = ({ root }: HtmlDocument): string[] => {
  const texts: string[] = []
  const stack = [...root.children].reverse()
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.type === 'text') texts.push(node.text.trim())
    else if (!['script', 'style'].includes(node.name)) stack.push(...node.children.toReversed())
  }
  return texts.filter(Boolean)
}

export type Sums = {
  f1: number[]
  right: number
  wrong: number
  /** Wrong and without a flag. */
  silent: number
  flagged: number
  given: number
  due: number
}
export const newSums = (): Sums => ({
  ...{ f1: [], right: 0, wrong: 0, silent: 0, flagged: 0, given: 0, due: 0 },
})

/** Reads the test pages, changed or not, and counts. */
export const score = (
  site: Site,
  { reader }: Lesson,
  sums: Sums,
  changes: readonly TemplateChange[] = [],
  labels: ReadonlySet<string> = new Set(),
): void => {
  const counts = new Map(site.fields.map(name => [name, { right: 0, given: 0, due: 0 }]))
  for (const at of isTest) {
    const document = parsePage(site.sources[at] ?? '')
    if (changes.length > 0) changeTemplate(document, changes, labels)
    const taught = readByReader({ document, url: pageOf(site, at).url }, schemaOf(site), reader)
    for (const name of site.fields) {
      if (!reader.fields[`/${name}`]) continue
      const count = counts.get(name)
      const truth = truthOf(site, at, name)
      const { value, isFlagged } = valueIn(taught, name)
      const isRight = value !== undefined && truth.some(one => sameValue(value, one))
      if (count) {
        count.due += Number(truth.length > 0)
        count.given += Number(value !== undefined)
        count.right += Number(isRight)
      }
      sums.due += Number(truth.length > 0)
      sums.given += Number(value !== undefined)
      sums.right += Number(isRight)
      sums.flagged += Number(isRight && isFlagged)
      sums.wrong += Number(value !== undefined && !isRight)
      sums.silent += Number(value !== undefined && !isRight && !isFlagged)
    }
  }
  for (const [name, { right, given, due }] of counts)
    if (reader.fields[`/${name}`]) sums.f1.push(given + due === 0 ? 1 : (2 * right) / (given + due))
}

const valueIn = (taught: Taught, name: string) => {
  const value = (taught.data as Record<string, unknown>)[name]
  return {
    value: typeof value === 'string' ? value : undefined,
    isFlagged: taught.flagged[`/${name}`] !== undefined || taught.isOther,
  }
}

/** Values taken out of pages that say them nowhere else: how often something else is given. */
export const scoreRemoved = (site: Site, { reader }: Lesson) => {
  const sums = { asked: 0, given: 0, silent: 0 }
  for (const at of isTest)
    for (const name of site.fields) {
      const truth = truthOf(site, at, name)
      if (truth.length === 0 || !reader.fields[`/${name}`]) continue
      const document = parsePage(site.sources[at] ?? '')
      deleteTexts(document, truth)
      const left = ` ${normal(textContent(document.root))} `
      if (truth.some(value => left.includes(` ${normal(value)} `))) continue
      const taught = readByReader({ document, url: pageOf(site, at).url }, schemaOf(site), reader)
      const { value, isFlagged } = valueIn(taught, name)
      // An attribute or a script still has it.
      if (value !== undefined && truth.some(one => sameValue(value, one))) continue
      sums.asked++
      sums.given += Number(value !== undefined)
      sums.silent += Number(value !== undefined && !isFlagged)
    }
  return sums
}

/** Texts that all pages of a site have. */
export const labelsOf = (site: Site): Set<string> => {
  const [first = [], ...more] = site.sources.map(source => textsOf(parsePage(source)))
  const sets = more.map(texts => new Set(texts))
  return new Set(first.filter(text => sets.every(set => set.has(text))))
}

export const isOfTemplate = (site: Site, { reader }: Lesson, source: string): boolean =>
  !readByReader(
    { document: parsePage(source), url: `http://${site.name}.example/x` },
    ...([schemaOf(site), reader] as const),
  ).isOther
