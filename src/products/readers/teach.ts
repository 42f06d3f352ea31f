import type { Sql } from '../../base/db/sql.ts'
import { AppError, invalidRequest } from '../../kit/errors.ts'
import type { Lesson } from '../../page/taught/learn.ts'
import type { JsonSchema } from '../extract/schema/limits.ts'
import type { ReaderDeps } from './deps.ts'
import { openDrafts, withDrafts } from './drafts.ts'
import { maxPages, type ReaderFile } from './file.ts'
import { hostOf } from './host.ts'
import type { LabelledPage, Marks, SourcePage } from './learn-task.ts'
import { type GivenMatch, readMatch } from './match.ts'
import {
  folderOf,
  packSource,
  type ReadingAsked,
  readSources,
  requestFor,
  urlsFrom,
} from './pages.ts'
import type { MoreExamples } from './request.ts'
import { type KeptLesson, pageStore } from './store.ts'

type TaughtExample = Awaited<ReturnType<typeof withDrafts>>[number]

/** What is to be read and learned, checked before anything costs. */
export type Course = {
  examples: readonly TaughtExample[]
  /** Pages that have to be read: of examples without HTML first, then of others. */
  requests: ReturnType<typeof requestFor>[]
  /** Other pages that were read before. */
  here: readonly SourcePage[]
  host: string
  /** Of the pages that it is for, where they were given. */
  paths: string[] | null
}

export const planCourse = async (
  deps: Pick<ReaderDeps, 'sql' | 'parseTarget' | 'allowed'>,
  accountId: string,
  { examples: asked, others = {} }: MoreExamples,
  reading: ReadingAsked,
  match: GivenMatch | undefined,
): Promise<Course> => {
  const given = await withDrafts(deps.sql, accountId, asked)
  const examples = given.map(one => ({ ...one, url: deps.parseTarget(one.url).href }))
  const urls = examples.map(({ url }) => url)
  const again = urls.findIndex((url, at) => urls.indexOf(url) < at)
  if (again >= 0)
    throw invalidRequest(
      `Examples ${urls.indexOf(urls[again] ?? '') + 1} and ${again + 1} are the same page, ${urls[again]}.`,
    )
  const { urls: listed = [], from, pages = [] } = others
  const unlabelled = listed.map(url => deps.parseTarget(url).href)
  const drafts = [...(await openDrafts(deps.sql, accountId, pages)).values()]
  const all = [...urls, ...unlabelled, ...drafts.map(({ url }) => url)]
  const [host = '', ...more] = new Set(all.map(url => hostOf(new URL(url))))
  if (more.length > 0)
    throw invalidRequest(
      `A reader is of one site, and these pages are of several: ${host}, ${more[0]}.`,
    )
  const paths = match ? readMatch(match, host) : null
  const job = { id: from ?? '', accountId }
  const found = from === undefined ? [] : await urlsFrom(deps.sql, job, { host, urls, paths })
  const isElsewhere = (url: string) => !urls.includes(url) && !drafts.some(one => one.url === url)
  // A page that is named twice is read once, and charged once.
  const toRead = new Set([
    ...examples.flatMap(({ url, html }) => (html === undefined ? [url] : [])),
    ...[...unlabelled, ...found].filter(isElsewhere),
  ])
  const here = drafts.filter(({ url }) => !urls.includes(url))
  const requests = [...toRead].map(url => requestFor(deps, url, reading))
  return { examples, host, paths, here, requests }
}

export type Learned = {
  lesson: Lesson
  labelled: LabelledPage[]
  others: SourcePage[]
  /** Those of them that came with this call. */
  fresh: {
    page: SourcePage
    data: unknown
    marks?: Marks | undefined
    isLabelled: boolean
    packed: Buffer
  }[]
}

/** Reads what has to be read and learns from it and from what was kept. */
export const learn = async (
  deps: Pick<ReaderDeps, 'readPage' | 'run'>,
  { examples, requests, here }: Course,
  schema: JsonSchema | boolean,
  kept: {
    labelled: readonly LabelledPage[]
    others: readonly SourcePage[]
    known?: readonly string[] | undefined
  },
  signal: AbortSignal,
): Promise<Learned> => {
  const read = await readSources(deps.readPage, requests, signal)
  const sources = new Map(read.map(({ url, source }) => [url, source]))
  const given = examples.map(({ url, data = null, marks, html }) => ({
    ...{ url, data, marks, source: html ?? sources.get(url) ?? '' },
  }))
  // Those of this call first, so that a fault names them by the numbers that the caller knows.
  const labelled = [...given, ...without(given, kept.labelled)]
  const unlabelled = without(labelled, [...read, ...here])
  const others = [...without([...labelled, ...unlabelled], kept.others), ...unlabelled]
  if (labelled.length > maxPages || others.length > maxPages)
    throw new AppError(
      'conflict',
      `A reader has at most ${maxPages} examples and ${maxPages} other pages.`,
    )
  const { known } = kept
  const task = { schema, examples: labelled, fresh: given.length, others, known }
  const { data: taughtData, ...lesson } = await deps.run('teachReader', task, signal)
  const dataOf = new Map(labelled.map(({ url }, at) => [url, taughtData[at]]))
  const fresh = await Promise.all(
    [
      ...given.map(page => ({
        ...{ page, data: dataOf.get(page.url), marks: page.marks, isLabelled: true },
      })),
      ...unlabelled.map(page => ({ page, data: null, isLabelled: false })),
    ].map(async one => ({ ...one, packed: await packSource(one.page) })),
  )
  return { lesson, labelled, others, fresh }
}

const without = <T extends SourcePage>(known: readonly SourcePage[], pages: readonly T[]): T[] =>
  pages.filter(({ url }) => !known.some(one => one.url === url))

export const keepPages = async (sql: Sql, id: string, { fresh }: Learned): Promise<void> => {
  for (const { page, data, marks, isLabelled, packed } of fresh)
    await pageStore.put(sql, id, { url: page.url, data, marks, isLabelled, source: packed })
}

export const fileOf = (
  { name, host, schema }: { name: string; host: string; schema: unknown },
  { lesson, labelled, others }: Pick<Learned, 'lesson' | 'labelled' | 'others'>,
  now: number,
): ReaderFile => ({
  ...{ siteray: 'reader', format: 1, name },
  match: { host, paths: [...new Set(labelled.map(({ url }) => pathOf(url)))].sort().slice(0, 20) },
  schema,
  ...lesson.reader,
  learned: {
    at: new Date(now).toISOString(),
    examples: labelled.length,
    others: others.length,
  },
})

const pathOf = (url: string): string =>
  `${folderOf(url)
    .replace(/^[^/]*/, '')
    .slice(0, maxPath)}*`
/** What a file may hold, with the star. */
const maxPath = 999

/** What is kept of a lesson besides its rules. */
export const keptLesson = (
  { summary, questions, doubted }: Lesson,
  labelled: readonly LabelledPage[],
): KeptLesson => {
  const warning = doubted
    .map(
      ({ field, example }) =>
        `What the example ${labelled[example]?.url} says of ${field} contradicts the others, and was left out.`,
    )
    .join(' ')
  return { summary, questions, ...(warning && { warning }) }
}
