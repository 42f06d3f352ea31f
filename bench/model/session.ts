import type { ExtractAnswer } from '../../src/products/extract/answer.ts'
import {
  createModelServer,
  type ModelReply,
  type ModelRequest,
} from '../../test/support/model-server.ts'
import { createSimulatedWeb } from '../../test/support/simulated-web.ts'
import { recipeHtml, recipeRows, recipeUrl } from '../support/extract-data.ts'
import { startServer } from '../support/server.ts'
import type { Task } from '../support/task-verdicts.ts'
import { readHtml, readTruth } from '../support/wcxb.ts'

/* Real pages on a simulated web, the real server, and somebody in the model's place. */

export type Session = Awaited<ReturnType<typeof openSession>>

/** `data` is the folder of the data sets. */
export const openSession = async (data: string) => {
  const pageOf = openPages(data)
  const web = await createSimulatedWeb()
  const model = await createModelServer(() => ({ content: {} }))
  const server = await startServer({ ...web.env, ...model.env, LLM_TIMEOUT_SECONDS: '120' })
  const visit = (task: Task) => {
    const { url, html } = pageOf(task.id)
    const { hostname, pathname, search } = new URL(url)
    const headers = { 'content-type': 'text/html; charset=utf-8' }
    web.site(hostname, { [pathname + search]: { headers, body: html } })
    return url
  }
  const ask = async (path: string, body: object, tries = 5): ReturnType<typeof server.post> => {
    const answer = await server.post(path, { render: 'never', ...body })
    // A machine that is busy with other things says nothing of the page.
    return answer.status >= 500 && tries > 1 ? ask(path, body, tries - 1) : answer
  }
  return {
    /** What the route answers, and what the model was sent. */
    async extract(task: Task, reply: (request: ModelRequest) => ModelReply) {
      const url = visit(task)
      const requests: ModelRequest[] = []
      model.respond(request => {
        requests.push(request)
        return reply(request)
      })
      const body = { url, schema: task.schema, evidence: true }
      const { status, json } = await ask('/v1/extract', body)
      return { status, json: json as Partial<ExtractAnswer>, requests: onceEach(requests) }
    },
    /** Characters of the page's Markdown. */
    async markdownChars(task: Task, onlyMainContent: boolean): Promise<number> {
      const body = { url: visit(task), formats: ['markdown'], onlyMainContent }
      const { json } = await ask('/v1/scrape', body)
      return String(Object(json).markdown ?? '').length
    },
    async close() {
      await server.stop()
      await model.close()
      await web.close()
    },
  }
}

/** Without those of a try that failed: the word around the page is another each time. */
const onceEach = (requests: readonly ModelRequest[]): ModelRequest[] => [
  ...new Map(
    requests.map(one => [one.user.replaceAll(/(?<=<\/?(?:page|facts)-)\w+/g, ''), one]),
  ).values(),
]

const openPages = (data: string) => {
  const wcxb = `${data}/wcxb`
  const urls = new Map(readTruth(wcxb).map(({ id, url }) => [id, url]))
  const recipes = new Map(recipeRows(data).map(row => [`recipe-${row.domain}`, row]))
  return (id: string): { url: string; html: string } => {
    const recipe = recipes.get(id)
    if (recipe) return { url: recipeUrl(recipe), html: recipeHtml(data, recipe) }
    const url = urls.get(id)
    if (!url) throw new Error(`There is no page ${id}.`)
    return { url, html: readHtml(wcxb, id) }
  }
}
