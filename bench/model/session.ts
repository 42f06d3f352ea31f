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
  const ask = async (path: string, body: object) => {
    const { status, json } = await server.post(path, { render: 'never', ...body })
    return { status, json: json as Record<string, unknown> }
  }
  return {
    /** What the route answers, and what the model was sent. */
    async extract(task: Task, reply: (request: ModelRequest) => ModelReply) {
      const url = visit(task)
      const before = model.requests.length
      model.respond(reply)
      const answer = await ask('/v1/extract', { url, schema: task.schema, evidence: true })
      return { ...answer, requests: model.requests.slice(before) }
    },
    /** Characters of the page's Markdown. */
    async markdownChars(task: Task, onlyMainContent: boolean): Promise<number> {
      const body = { url: visit(task), formats: ['markdown'], onlyMainContent }
      const { json } = await ask('/v1/scrape', body)
      return String(json.markdown ?? '').length
    },
    async close() {
      await server.stop()
      await model.close()
      await web.close()
    },
  }
}

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
