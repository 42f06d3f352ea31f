import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { shownPage } from '../../src/page/content/shown.ts'
import type { TraceEntry } from '../../src/page/content/trace.ts'
import { type PageView, viewPage } from '../../src/page/content/view.ts'
import { descendants, type HtmlElement, parseHtml } from '../../src/page/html/html.ts'
import { lettersOf } from './comparable.ts'
import { scrapeHtml } from './scrape.ts'

/**
 * A page of which a reader who did not know the code marked every part: `data-keep` where its text
 * is content, `data-drop` where it is not, `data-any` where reasonable people would disagree. The
 * nearest mark around a text counts.
 */
export type MarkedPage = { id: string; kind: string; url: string; html: string }

/** Pages to learn from, and pages that no model learns from and nobody has read. */
export const markedPages = 'bench/kinds/marked.jsonl.gz'
export const markedAside = 'bench/kinds/marked-aside.jsonl.gz'

export const readMarked = (file: string): MarkedPage[] => readMarkLines<MarkedPage>(file)

export const readMarkLines = <Line>(file: string): Line[] =>
  existsSync(file)
    ? gunzipSync(readFileSync(file))
        .toString('utf8')
        .trim()
        .split('\n')
        .map(line => JSON.parse(line) as Line)
    : []

export type Mark = 'keep' | 'drop' | 'any'

/** The page's visible blocks without the marks, and the mark of each. */
export const viewMarked = ({ html, url }: MarkedPage): { view: PageView; marks: Mark[] } => {
  const document = shownPage(parseHtml(html))
  const marked = takeMarks(document.root)
  const view = viewPage(document, url)
  const marks = view.blocks.map(({ texts }) => {
    const found = new Set(texts.map(({ parent }) => nearest(marked, parent)))
    return found.size === 1 ? ([...found][0] as Mark) : 'any'
  })
  return { view, marks }
}

export type CheckedMarks = {
  keep: number
  kept: number
  /** Of those kept, such as the Markdown does not have. */
  unwritten: number
  drop: number
  left: number
  f1: number
}

/** What a scrape keeps of a page, block by block; blocks without words and disputed ones do not count. */
export const checkMarked = (page: MarkedPage): CheckedMarks =>
  checkView({ ...viewMarked(page), html: withoutMarks(page.html), url: page.url })

type Checkable = { view: PageView; marks: readonly Mark[]; html: string; url: string }

export const checkView = ({ view, marks, html, url }: Checkable): CheckedMarks => {
  const outcome = scrapeHtml(html, url, { formats: ['markdown'], trace: true })
  const trace = outcome.is === 'answer' ? ((outcome.answer.trace ?? []) as TraceEntry[]) : []
  const written = lettersOf(outcome.is === 'answer' ? (outcome.answer.markdown ?? '') : '')
  const sum = {
    keep: 0,
    kept: 0,
    unwritten: 0,
    drop: 0,
    left: 0,
    keepWords: 0,
    keptWords: 0,
    leftWords: 0,
  }
  for (const { index, facts, text } of view.blocks) {
    if (facts.words === 0) continue
    const isKept = trace[index]?.kept ? 1 : 0
    if (marks[index] === 'keep') {
      sum.keep++
      sum.kept += isKept
      if (isKept && !written.includes(lettersOf(text))) sum.unwritten++
      sum.keepWords += facts.words
      sum.keptWords += isKept * facts.words
    } else if (marks[index] === 'drop') {
      sum.drop++
      sum.left += isKept
      sum.leftWords += isKept * facts.words
    }
  }
  const { keep, kept, unwritten, drop, left } = sum
  const found = sum.keptWords + sum.leftWords + sum.keepWords
  return { keep, kept, unwritten, drop, left, f1: (2 * sum.keptWords) / Math.max(1, found) }
}

/** As the site sent it. */
const withoutMarks = (html: string): string =>
  html.replaceAll(/\sdata-(?:keep|drop|any)(?:="[^"]*")?(?=[\s/>])/g, '')

const takeMarks = (root: HtmlElement): Map<HtmlElement, Mark> => {
  const marks = new Map<HtmlElement, Mark>()
  for (const element of descendants(root))
    for (const mark of ['keep', 'drop', 'any'] as const)
      if (element.attributes[`data-${mark}`] !== undefined) {
        marks.set(element, mark)
        delete element.attributes[`data-${mark}`]
      }
  return marks
}

const nearest = (marks: Map<HtmlElement, Mark>, from: HtmlElement | undefined): Mark => {
  for (let at = from; at; at = at.parent) {
    const mark = marks.get(at)
    if (mark) return mark
  }
  return 'any'
}
