import type { Created } from '../../base/jobs/answers.ts'
import { AppError } from '../../kit/errors.ts'
import { closed, optional, Type } from '../../kit/schema.ts'
import { CrawlRequest } from '../../products/crawl/request.ts'
import { follow, McpJobAnswer, showJob, wait } from './job.ts'
import { maxLength, usualLength } from './page-part.ts'
import { defineTool, isData, said, type ToolCall, type ToolOutput } from './tool.ts'
import { whereFromToo } from './where.ts'

const { scope, maxDepth, include, exclude, sitemap } = CrawlRequest.properties

const usualLimit = 50
const usualWait = 25

export const crawlTool = defineTool({
  name: 'crawl',
  title: 'Read a whole site',
  description: `Reads a site as a durable job; answers with what is read so far, and the tool job goes on. 1 credit a page. ${isData}`,
  input: closed({
    url: Type.String({ maxLength: 8_192, description: 'Where to begin.' }),
    limit: optional.Integer({
      minimum: 1,
      maximum: 100_000,
      default: usualLimit,
      description: 'Pages at most.',
    }),
    scope: said(scope, 'Stay on host, folder or domain.'),
    maxDepth: said(maxDepth, 'Link hops.'),
    include: said(include, 'Paths such as /docs/**, or re:<RE2>.'),
    exclude: said(exclude, 'Paths to leave out.'),
    sitemap: said(sitemap, 'Use sitemaps too, only, or not.'),
    ...whereFromToo,
    ...{ wait, maxLength },
  }),
  output: McpJobAnswer,
  readsOnly: false,
  showsPages: true,
  async run(call, input) {
    const { wait: seconds = usualWait, maxLength: length = usualLength, ...options } = input
    const body = { limit: usualLimit, ...options }
    const { id } = (await call.ask('POST', '/crawl', body)).json as Created
    return watch(call, id, seconds, length)
  },
})

/** It goes on whatever becomes of watching it: its id is never lost. */
const watch = async (
  call: ToolCall,
  id: string,
  seconds: number,
  length: number,
): Promise<ToolOutput> => {
  try {
    await follow(call, id, seconds)
    return await showJob(call, id, { offset: 0, limit: 3, length })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const warning = `The crawl has begun, but could not be watched: ${error.message} Ask the tool job for ${id}.`
    return { data: { id, status: 'scraping', data: [], warning }, text: `${id}: begun.` }
  }
}
