import { article } from '../support/batch.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../support/simulated-web.ts'

type Schema = { $ref?: string; default?: unknown }
type Answer = { headers?: Record<string, Schema>; content?: Record<string, { schema: Schema }> }
type Operation = {
  operationId?: string
  summary?: string
  tags?: string[]
  parameters?: { name: string; required?: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema; example?: object }> }
  responses: Record<string, Answer>
}
type Component = { properties?: Record<string, Schema>; required?: string[]; enum?: string[] }
export type Api = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Component> }
}

/** The sites and the search engine that the examples of the documents ask for. */
export const createExampleWeb = async (): Promise<{
  web: SimulatedWeb
  env: Record<string, string>
}> => {
  const web = await createSimulatedWeb()
  web.site('example.com', {
    '/': article('home'),
    '/about': article('about'),
    '/sitemap.xml':
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://example.com/about</loc></url></urlset>',
    '*': { status: 404, body: 'no' },
  })
  const results = [{ url: 'https://example.com/', title: 'Example', content: 'Words' }]
  web.site('search.example', { '/search': { body: JSON.stringify({ results }) } })
  return { web, env: { ...web.env, SEARCH_URL: 'http://search.example' } }
}

export const operationsOf = ({ paths }: Api) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
export const nameOf = (schema: Schema | undefined) =>
  schema?.$ref?.replace('#/components/schemas/', '')
