import { setCreditHeaders } from '../base/accounts/charge.ts'
import { createRateLimit } from '../base/http/rate-limit.ts'
import type { HttpServer } from '../base/http/server.ts'
import { earlierJobs } from '../base/jobs/earlier-jobs.ts'
import type { EventContext } from '../base/jobs/event-body.ts'
import { webhookDeliveryJob } from '../base/jobs/events.ts'
import { createGroupCommit } from '../base/jobs/group-commit.ts'
import { itemJobs } from '../base/jobs/item.ts'
import { type JobKinds, type StatusUrl, statusUrlOf } from '../base/jobs/kinds.ts'
import { watchRendering } from '../base/jobs/rendering.ts'
import { createWatch } from '../base/jobs/watch.ts'
import { countCalls } from '../base/llm/count.ts'
import { createModel } from '../base/llm/model.ts'
import type { AnyJob } from '../base/queue/job.ts'
import type { Queue } from '../base/queue/queue.ts'
import type { FileReaders } from '../base/reader/convert-file.ts'
import { openOcrLanguages } from '../base/reader/ocr-languages.ts'
import type { PageRequest } from '../base/reader/page-request.ts'
import { asSignedIn, type PageSession } from '../base/reader/page-session.ts'
import type { PageTask } from '../base/reader/page-task.ts'
import { createReadPage } from '../base/reader/read-page.ts'
import { createReadUpload } from '../base/reader/read-upload.ts'
import { createRender } from '../base/reader/render.ts'
import { createVerdictMetrics } from '../base/reader/verdict-metrics.ts'
import { signInByHand } from '../base/sessions/by-hand.ts'
import { sessionRoutes } from '../base/sessions/routes.ts'
import { createSessions } from '../base/sessions/sessions.ts'
import { wayRoutes } from '../base/ways/routes.ts'
import type { WayOut } from '../base/ways/ways.ts'
import { withScheme } from '../base/web/target.ts'
import { webhookRoutes } from '../base/webhooks/routes.ts'
import { createByteBudget } from '../kit/byte-budget.ts'
import { memoryBytes } from '../kit/machine-limits.ts'
import type { ConvertedFile } from '../page/documents/office/convert.ts'
import type { RecognizedPages } from '../page/documents/pdf/recognized.ts'
import { batchKind } from '../products/batch/kind.ts'
import { batchRoutes } from '../products/batch/routes.ts'
import { brandingKind } from '../products/branding/batch/kind.ts'
import { batchBrandingRoutes } from '../products/branding/batch/routes.ts'
import { brandRoutes } from '../products/branding/brands/routes.ts'
import { createFull } from '../products/branding/full.ts'
import { createHeuristic, createSketch, type ReadSketch } from '../products/branding/heuristic.ts'
import { withPinned } from '../products/branding/pinned.ts'
import type { ReadBranding } from '../products/branding/request.ts'
import { brandingRoutes } from '../products/branding/routes.ts'
import type { See, SeeDeps } from '../products/branding/sight.ts'
import { discoverJob } from '../products/crawl/discover.ts'
import { crawlKind } from '../products/crawl/kind.ts'
import { createMap } from '../products/crawl/map.ts'
import { mapRoutes } from '../products/crawl/map-routes.ts'
import { crawlRoutes } from '../products/crawl/routes.ts'
import { extractKind } from '../products/extract/batch/kind.ts'
import { batchExtractRoutes } from '../products/extract/batch/routes.ts'
import { createExtract } from '../products/extract/extract.ts'
import { createJsonFormat } from '../products/extract/json-format.ts'
import { extractRoutes } from '../products/extract/routes.ts'
import { checkSchema } from '../products/extract/schema/limits.ts'
import { parseDomain } from '../products/images/domain.ts'
import { createAskElse } from '../products/readers/ask-else.ts'
import { checkJob } from '../products/readers/check.ts'
import { digestJob } from '../products/readers/digest.ts'
import { reportJob as readerReportJob } from '../products/readers/events.ts'
import { learnJob } from '../products/readers/learn.ts'
import { createLessonPlaces } from '../products/readers/lesson-places.ts'
import { createObserve } from '../products/readers/observe.ts'
import { createFindReaders } from '../products/readers/operations.ts'
import { requestFor } from '../products/readers/pages.ts'
import { repairJob } from '../products/readers/repair.ts'
import { readerRoutes } from '../products/readers/routes.ts'
import type { ScheduleDeps } from '../products/schedules/deps.ts'
import { reportJob } from '../products/schedules/report.ts'
import { scheduleRoutes } from '../products/schedules/routes.ts'
import { runJob, timetableJob } from '../products/schedules/run.ts'
import { checkModelFormats, readWithModel } from '../products/scrape/model-formats.ts'
import { parseRoutes } from '../products/scrape/parse-routes.ts'
import { scrapeRoutes } from '../products/scrape/routes.ts'
import { createScrape } from '../products/scrape/scrape.ts'
import { createEngine } from '../products/search/engine.ts'
import { searchRoutes } from '../products/search/routes.ts'
import type { Resources } from './resources.ts'
import { repeatable } from './schedulable-operations.ts'

type ExtractionDeps = Resources & {
  queue: Queue
  sendMail: ScheduleDeps['sendMail']
  /** A door's own form of a job's events. */
  firecrawlEvent: (telling: EventContext) => object
}

/** A process that only answers calls leaves no rendering to other processes. */
const rendersItself = { isOurs: () => true, isElsewhere: () => false, close: () => undefined }

export type Extraction = ReturnType<typeof openExtraction>

/** The extraction product: what its operations share is opened here, once. */
export const openExtraction = ({ config, ...given }: ExtractionDeps) => {
  const { llm, searchUrl, hostDelayMs, allowed, resultsKeepHours: keepHours } = config
  const deps = { ...given, hostDelayMs, allowed, keepHours, isPart: config.role !== 'all' }
  const { run, line } = deps.threads
  const lines = {
    pages: line('readPage'),
    rendered: deps.browsers.line,
    extract: line('extractFromPage'),
    maps: line('readLinks'),
    branding: line('surveyPage'),
    status: deps.statusLine,
  }
  const { ways } = deps
  const render = createRender(deps)
  const verdicts = createVerdictMetrics(deps.registry)
  // A batch ends within this time, and its results are kept for as long again.
  const pictureSeconds = 2 * deps.keepHours * 3_600
  const showPicture = (png: Uint8Array) => deps.objects.showPicture(png, pictureSeconds)
  const fileReaders: FileReaders = {
    convertFile: (input, signal) =>
      deps.fileProcesses.run('convert', input, signal) as Promise<ConvertedFile>,
    recognize: (input, signal) =>
      deps.ocrProcesses.run('recognize', input, signal) as Promise<RecognizedPages>,
    ocrLanguages: openOcrLanguages(config.dataDir, config.ocrLanguages),
  }
  const files = {
    maxBytes: config.fileMaxBytes,
    budget: createByteBudget(memoryBytes / 8),
  }
  const sessions = createSessions(deps)
  const itemSessions = createSessions({ ...deps, sql: deps.workSql })
  const reader = { ways, render, verdicts, showPicture, ...fileReaders, files, sessions }
  const readBytes = (task: PageTask, signal: AbortSignal) => run('readPage', task, signal)
  const readPage = createReadPage({ ...reader, readBytes })
  const rendering = deps.works
    ? watchRendering({ ...deps, sql: deps.workSql, render })
    : rendersItself
  // Nobody waits for an item, so it can go to a process that has what it needs.
  const itemReader = {
    ...{ ...reader, sessions: itemSessions },
    render: { ...render, isElsewhere: rendering.isElsewhere },
  }
  const readItem = createReadPage({ ...itemReader, readBytes })
  const readItemPacked = createReadPage({
    ...itemReader,
    readBytes: (task, signal) => run('readPagePacked', task, signal),
  })
  const readUpload = createReadUpload({ verdicts, ...fileReaders, readBytes })
  const readBytesToJson = (task: PageTask, signal: AbortSignal) =>
    run('readPageToJson', task, signal)
  const readPageToJson = createReadPage({ ...reader, readBytes: readBytesToJson })
  const readUploadToJson = createReadUpload({
    verdicts,
    ...fileReaders,
    readBytes: readBytesToJson,
  })
  const parseTarget = (text: string) => deps.egress.parseTarget(withScheme(text))
  const model = llm && countCalls(createModel(llm, deps.egress), deps.registry)
  const pinnedFor = deps.pins.of
  const byWay =
    (readBy: (out: WayOut, session?: PageSession) => ReadBranding): ReadBranding =>
    (request, life) =>
      ways.use({ ...request, signal: life }, async way => {
        const profile = await asSignedIn(sessions, { ...request, out: way, life }, (out, session) =>
          readBy(out, session)(request, life),
        )
        if (way.chosen) request.onExtra?.('wayPage', way.chosen.creditsPerPage)
        return profile
      })
  const full = byWay((out, session) => {
    const see = seeBy({ ...out, browsers: deps.browsers, session })
    return createFull({ see, run, model, session })
  })
  const heuristic = byWay((out, session) => createHeuristic({ ...out, run, session }))
  const readSketch: ReadSketch = (request, life) =>
    ways.use({ ...request, signal: life }, out => createSketch({ ...out, run })(request, life))
  const readFull = withPinned(full, pinnedFor)
  const readHeuristic = withPinned(heuristic, pinnedFor)
  const modelTimeoutMs = questionsInARow * (llm?.timeoutMs ?? 0)
  const observe = createObserve(deps)
  const extract = createExtract({ ...deps, reader, run, model, modelTimeoutMs, observe })
  const findReaders = createFindReaders(deps.sql)
  const models = { model, jsonFormat: createJsonFormat({ run, model, extract, findReaders }) }
  const scrape = createScrape({ ...deps, readPage, ...models })
  const engine = searchUrl ? createEngine(deps.egress, searchUrl) : undefined
  const jobDeps = { ...deps, sql: deps.workSql }
  const itemModelMs = Math.min(modelTimeoutMs, longestItemModelMs)
  const extractItem = createExtract({
    ...{ ...jobDeps, reader: itemReader, run, model, modelTimeoutMs: itemModelMs, observe },
  })
  const findItemReaders = createFindReaders(deps.workSql)
  const itemExtract = { run, model, extract: extractItem, findReaders: findItemReaders }
  const itemModels = { model, jsonFormat: createJsonFormat(itemExtract) }
  const checkPage = async (page: PageRequest, accountId: string) => {
    ways.check(page.exit, accountId)
    if (page.session) await sessions.check(page.session)
    await checkModelFormats(models, page, accountId)
  }
  const whileLearning = model
    ? createLessonPlaces(deps.workSql)
    : <T>(_: unknown, read: () => Promise<T>) => read()
  const dataKind = extractKind({ ...itemExtract, sql: deps.workSql, whileLearning })
  const profileKind = brandingKind({ readFull, readHeuristic })
  const kinds: JobKinds = {
    ...{ batch: batchKind, crawl: crawlKind, extract: dataKind, branding: profileKind },
  }
  const finisher = createGroupCommit({ ...jobDeps, kinds })
  const statusUrl: StatusUrl = job => statusUrlOf(deps.reach.publicUrl, kinds)(job)
  const readMap = createMap({ ways, run, sessions })
  const repeated = repeatable({
    ...{ ...jobDeps, parseTarget, checkPage, statusUrl, readFull, readHeuristic, readMap },
    sessions,
  })
  const schedules: ScheduleDeps = { ...deps, parseTarget, run, rendering, kinds: repeated }
  const scheduleJobs: ScheduleDeps = { ...schedules, sql: deps.workSql }
  const items = itemJobs({
    ...{ ...jobDeps, kinds, readPage: readItem, parseTarget, finisher, rendering },
    readPacked: readItemPacked,
    ...{ concurrency: pagesAtOnce, renderedConcurrency: 2 * deps.browsers.places },
    readWithModel: (...given) => readWithModel(itemModels, ...given),
  })
  const runs = runJob(scheduleJobs)
  const webhookDelivery = webhookDeliveryJob({ ...jobDeps, statusUrl })
  const hasModel = model !== undefined
  const askElse = createAskElse({
    ...{ extract: extractItem, hasModel },
    requestFor: url => requestFor({ parseTarget, allowed }, url, {}),
  })
  const readerJobDeps = { ...jobDeps, run, askElse, hasModel }
  return {
    mount(server: HttpServer): void {
      setCreditHeaders(server, deps)
      scrapeRoutes(server, {
        ...{ ...deps, ...models, lines, parseTarget, scrape, readPageToJson },
      })
      sessionRoutes(server, { ...deps, parseTarget, sessions })
      searchRoutes(server, {
        ...{ ...deps, lines, parseTarget, engine, readHit: scrape, checkPage },
      })
      parseRoutes(server, {
        ...{ ...deps, ...models, lines, parseTarget, readUpload, readUploadToJson, files },
      })
      extractRoutes(server, {
        ...{ ...deps, lines, parseTarget, run, model, extract, findReaders, sessions },
      })
      readerRoutes(server, {
        ...{ ...deps, lines, parseTarget, readPage, run, runExtract: run },
        learnings: createRateLimit(learningsPerMinute),
      })
      const watch = createWatch(deps.sql)
      const jobs = { ...deps, lines, parseTarget, checkPage, statusUrl, watch }
      batchRoutes(server, jobs)
      batchExtractRoutes(server, { ...jobs, run, model, findReaders, sessions }, dataKind)
      batchBrandingRoutes(server, { ...jobs, sessions }, profileKind)
      crawlRoutes(server, jobs)
      brandingRoutes(server, {
        ...{ ...deps, lines, readFull, readHeuristic, parseTarget, sessions },
      })
      const rememberNames = deps.ownReadings.prepare
      const brands = { parseDomain, parseTarget, readSketch, pinnedFor, rememberNames }
      brandRoutes(server, { ...deps, ...brands, lines })
      mapRoutes(server, { ...deps, lines, parseTarget, readMap, sessions })
      webhookRoutes(server, deps)
      wayRoutes(server, deps)
      scheduleRoutes(server, schedules)
    },
    jobs: [
      items.plain,
      items.rendered,
      webhookDelivery,
      ...earlierJobs(items.plain, webhookDelivery),
      discoverJob({ ...jobDeps, kinds, run }),
      timetableJob(scheduleJobs),
      runs,
      reportJob(scheduleJobs),
      digestJob(readerJobDeps),
      learnJob(readerJobDeps),
      checkJob(readerJobDeps),
      repairJob(readerJobDeps),
      readerReportJob(readerJobDeps),
    ],
    /** Those of the jobs that need a browser, or may. */
    renderedJobs: [items.rendered, runs as AnyJob],
    kinds,
    files,
    signInByHand: (...given: Drop<Parameters<typeof signInByHand>>) => signInByHand(deps, ...given),
    /** Throws where no page could be read at this address, whatever answers there. */
    checkUrl: parseTarget,
    /** Throws `invalid_schema` where extract would. */
    async checkSchema(schema: unknown): Promise<void> {
      await run('checkSense', checkSchema(schema))
    },
    close: () => {
      rendering.close()
      finisher.close()
    },
  }
}

/** All but what is known here. */
type Drop<All extends unknown[]> = All extends [unknown, ...infer Rest] ? Rest : never

/** Of batches and crawls, without a browser. */
const pagesAtOnce = 40

const learningsPerMinute = 10

/** An item of a batch has three minutes in all, the reading of its page among them. */
const longestItemModelMs = 110_000

/** A long page is asked about in several rounds, and each may need a second try. */
const questionsInARow = 3

/** Loaded when a browser is first to look at a page: few servers profile brands. */
const seeBy =
  (deps: SeeDeps): See =>
  async (request, life) => {
    const { createSee } = await import('../products/branding/sight.ts')
    return createSee(deps)(request, life)
  }
