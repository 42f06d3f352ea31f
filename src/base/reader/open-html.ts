import { filterTags } from '../../page/content/selectors.ts'
import { contentText, hasText } from '../../page/content/text.ts'
import { visibleTree } from '../../page/content/visible.ts'
import { decodeHtml } from '../../page/html/encoding.ts'
import type { HtmlDocument, HtmlElement } from '../../page/html/html.ts'
import { parsePage } from '../../page/html/parse-page.ts'
import { readHead } from '../../page/metadata/head.ts'
import { readPreferences, refusalIn } from '../../page/metadata/preferences.ts'
import { isScriptNote, judgePage, type Verdict } from '../../page/verdict/judge.ts'
import { senderOf } from '../../page/verdict/sender.ts'
import type { OpenPage, PageOutcome, PageTask } from './page-task.ts'

/** A page for whoever reads on in the same thread: parsed once, and found to be a page with text. */
export const openHtmlPage = (task: PageTask): PageOutcome<OpenPage> => {
  const judged = judgeHtml(task)
  if (judged.is !== 'judged') return judged
  const { html, whole, verdict } = judged
  const document = filterTags(whole, task)
  const sentence = emptySentence(task, verdict, visibleTree(document))
  if (sentence) return { is: 'nothing', sentence }
  const warning = warningOf(task, verdict, cutWarning(whole))
  return { is: 'answer', answer: { url: task.finalUrl, html, document, warning } }
}

/** `html` and its tree, if it is worth reading; else what it is instead. */
export type JudgedHtml = { is: 'judged'; html: string; whole: HtmlDocument; verdict: Verdict }

/** The one parse of a page, and the verdict on what it is. */
export const judgeHtml = (task: PageTask): JudgedHtml | Exclude<PageOutcome, { is: 'answer' }> => {
  const html = decodeHtml(task.bytes, task.headers['content-type']).text
  const whole = parsePage(html)
  const verdict = judgePage(whole, task)
  if (verdict.is === 'wall') return verdict
  if (task.status >= 400) return { is: 'status' }
  if (verdict.is === 'shell' && task.isLast && verdict.sentence)
    return { is: 'nothing', sentence: verdict.sentence }
  if (verdict.is !== 'page' && !(verdict.is === 'shell' && task.isLast)) return verdict
  return refusedByPreference(task, whole.root) ?? { is: 'judged', html, whole, verdict }
}

/** Where the caller respects what the site says of the use of its pages. */
export const refusedByPreference = (
  task: PageTask,
  root?: HtmlElement,
): { is: 'refused'; sentence: string } | undefined => {
  if (!task.respectPreferences) return undefined
  const metas = root ? readHead(root).metas : []
  const saying = (name: string) =>
    metas.filter(({ key }) => key === name).map(({ content }) => content)
  const refusal = refusalIn(
    readPreferences({
      ...task,
      metaRobots: saying('robots').join(', '),
      metaTdm: saying('tdm-reservation')[0],
    }),
  )
  if (!refusal) return undefined
  const { source, statement } = refusal
  const where =
    { page: 'on the page', header: 'in a header' }[source as string] ?? `in its ${source}`
  const sentence = `${senderOf(task.finalUrl)} asks not to use this page (${where}: “${statement}”).`
  return { is: 'refused', sentence }
}

/** What to say of a page whose chosen part says nothing to a reader. */
export const emptySentence = (
  task: PageTask,
  verdict: Verdict,
  tree: HtmlElement,
): string | undefined => {
  if (!hasText(tree)) return noTextSentence(task)
  return verdict.is === 'shell' && isScriptNote(contentText(tree)) ? noteSentence(task) : undefined
}

export const noTextSentence = ({ finalUrl, includeTags, excludeTags }: PageTask): string =>
  includeTags.length + excludeTags.length > 0
    ? 'Nothing is left of the page after includeTags and excludeTags.'
    : `${senderOf(finalUrl)} sent a page without text.`

const noteSentence = ({ finalUrl, rendered }: PageTask): string =>
  `${senderOf(finalUrl)} sent no more than a note that JavaScript is needed${rendered ? ', and a browser saw no more' : ''}.`

export const cutWarning = ({ truncated }: HtmlDocument): string[] =>
  truncated ? ['The page is very large: its end was left out.'] : []

export const warningOf = (
  task: PageTask,
  verdict: Verdict,
  warnings: readonly string[],
): string | undefined => {
  const paywall = verdict.is === 'page' ? verdict.warning : undefined
  const all = [task.warning, paywall, ...warnings].filter(text => text !== undefined)
  return all.length > 0 ? all.join(' ') : undefined
}
