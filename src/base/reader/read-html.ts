import { dropRepeatedPictures, onlyPicture } from '../../page/content/pictures.ts'
import { selectContent } from '../../page/content/select.ts'
import { filterTags } from '../../page/content/selectors.ts'
import { visibleTree } from '../../page/content/visible.ts'
import { wholePage } from '../../page/content/whole-page.ts'
import { documentBase } from '../../page/html/addresses.ts'
import type { HtmlDocument, HtmlElement } from '../../page/html/html.ts'
import { readLinks } from '../../page/html/links.ts'
import { toMarkdown } from '../../page/markdown/markdown.ts'
import { readMetadata } from '../../page/metadata/metadata.ts'
import { readPreferences } from '../../page/metadata/preferences.ts'
import { senderOf } from '../../page/verdict/sender.ts'
import type { Performed } from './actions/run.ts'
import type { FollowedAnswer, PageMetadata } from './answer.ts'
import { followHtml } from './follow-page.ts'
import { cutWarning, emptySentence, judgeHtml, noTextSentence, warningOf } from './open-html.ts'
import { factsOf, type PageOutcome, type PageTask } from './page-task.ts'
import { needsContent, needsMarkdown, type Readable, writeFormats } from './write-formats.ts'

/** One parse, a verdict on what the page is, the choice of its content, and the formats asked for. */
export const readHtmlPage = (task: PageTask): PageOutcome => {
  const judged = judgeHtml(task)
  if (judged.is !== 'judged') return judged
  const { html, whole, verdict } = judged
  const document = filterTags(whole, task)
  const baseUrl = documentBase(whole.root, task.finalUrl)
  const { tree, warnings, trace, isFrame, commentsLeftOut } = chooseContent(task, document, baseUrl)
  const markdown = needsMarkdown(task) ? toMarkdown(tree, { baseUrl }) : undefined
  // Who extracts reads on in all that is visible.
  const shown = needsContent(task)
    ? tree
    : task.formats.includes('source')
      ? visibleTree(document)
      : undefined
  const empty =
    markdown === ''
      ? noTextSentence(task)
      : shown && !onlyPicture(shown) && emptySentence(task, verdict, shown)
  if (empty) return nothing(task, whole, tree, empty)
  if (needsContent(task) && isFrame)
    return task.isLast
      ? nothing(task, whole, tree, frameSentence(task))
      : { is: 'shell', why: frameReason }
  const warning = warningOf(task, verdict, warnings)
  const readable: Readable = {
    ...{ content: tree, root: document.root, baseUrl, markdown, screenshot: task.screenshot },
    rawHtml: () => html,
    source: () => html,
    links: () => readLinks(document.root, { baseUrl, pageUrl: task.finalUrl }),
    metadata: () => ({ ...metadataOf(task, whole, baseUrl), ...commentsLeftOut }),
  }
  const answer: FollowedAnswer = {
    url: task.finalUrl,
    ...writeFormats(task, readable),
    ...(task.performed && { actions: actionsOf(task.performed) }),
    ...(warning && { warning }),
    ...(trace && { trace }),
    ...(task.follow && { follow: followHtml(task, whole.root, tree) }),
  }
  return { is: 'answer', answer }
}

/** A page without content may still lead to others. */
const nothing = (
  task: PageTask,
  { root }: HtmlDocument,
  tree: HtmlElement,
  sentence: string,
): PageOutcome => {
  if (!task.follow) return { is: 'nothing', sentence }
  const follow = { ...followHtml(task, root, tree), empty: sentence }
  return { is: 'answer', answer: { url: task.finalUrl, follow } }
}

type Choice = {
  tree: HtmlElement
  warnings: string[]
  trace: unknown[] | undefined
  /** Menus and footers around nothing. */
  isFrame: boolean
  /** How many, where some were. */
  commentsLeftOut?: { commentsLeftOut: number }
}

/** Below this the choice of content is little more than a guess. */
const doubtfulConfidence = 0.35
const littleShare = 0.1

/** Who names elements to include has chosen already; otherwise we choose. */
const chooseContent = (task: PageTask, document: HtmlDocument, baseUrl: string): Choice => {
  const warnings = cutWarning(document)
  if (!needsContent(task) && !task.trace && !task.follow)
    return { tree: document.root, warnings, trace: undefined, isFrame: false }
  if (!task.onlyMainContent || task.includeTags.length > 0)
    return wholeChoice(task, document, warnings)
  const content = selectContent(document, {
    url: task.finalUrl,
    trace: task.trace,
    essentials: true,
    ...(task.comments && { comments: task.comments }),
    ...(task.hidden && { hidden: task.hidden }),
  })
  if (onlyPicture(document.root)) return wholeChoice(task, document, warnings)
  dropRepeatedPictures(content.tree, baseUrl)
  if (content.confidence < doubtfulConfidence)
    warnings.push('It is doubtful which part of the page is its main content.')
  if (content.share < littleShare)
    warnings.push(
      'Less than a tenth of the page’s visible text is its main content; onlyMainContent: false returns all of it.',
    )
  return {
    ...{ tree: content.tree, warnings, trace: content.trace, isFrame: !content.hasContent },
    ...leftOut(content),
  }
}

const wholeChoice = (task: PageTask, document: HtmlDocument, warnings: string[]): Choice => {
  const whole = wholePage(document, { ...task, url: task.finalUrl })
  return { tree: whole.tree, warnings, trace: undefined, isFrame: false, ...leftOut(whole) }
}

const leftOut = ({
  commentsLeftOut,
}: {
  commentsLeftOut: number
}): Pick<Choice, 'commentsLeftOut'> =>
  commentsLeftOut > 0 ? { commentsLeftOut: { commentsLeftOut } } : {}

const frameReason = 'menus and footers around no content'

const frameSentence = ({ finalUrl }: PageTask): string =>
  `${senderOf(finalUrl)} sent a page with ${frameReason}; with onlyMainContent: false all of it can be had.`

const metadataOf = (task: PageTask, { root }: HtmlDocument, baseUrl: string): PageMetadata => {
  const { robots, tdmReservation, openGraph, twitter, ...said } = readMetadata(root, { baseUrl })
  const preferences = readPreferences({
    ...task,
    metaRobots: robots,
    metaTdm: tdmReservation,
    root,
  })
  const told = [robots, task.headers['x-robots-tag']].filter(text => text !== undefined).join(', ')
  const language = said.language ?? languageTag(task.headers['content-language'])
  return {
    ...said,
    ...(language && { language }),
    ...(told && { robots: told }),
    ...(preferences.length > 0 && { preferences }),
    ...(Object.keys(openGraph).length > 0 && { openGraph }),
    ...(Object.keys(twitter).length > 0 && { twitter }),
    ...factsOf(task),
  }
}

/** A header that names several is about the readers, not the text. */
const languageTag = (header: string | undefined): string | undefined =>
  header && /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(header.trim()) ? header.trim() : undefined

const actionsOf = ({ screenshots, results }: Performed) => ({
  screenshots: screenshots.map(png => (typeof png === 'string' ? png : base64(png))),
  results,
})

const base64 = (png: Uint8Array) => Buffer.from(png).toString('base64')
