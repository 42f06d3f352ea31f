import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Asked = Readonly<Record<string, string>>
/** Its results page by page, another answer, or whatever it does to the response by itself. */
type Answer = object[][] | ((asked: Asked, response: ServerResponse) => void)

/** A server that speaks SearXNG's JSON, on a private address as an operator's is. */
export const startSearchEngine = async () => {
  const asked: Asked[] = []
  let answer: Answer = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://engine')
    if (url.pathname !== '/find/search') return void response.writeHead(404).end()
    const query = Object.fromEntries(url.searchParams)
    asked.push(query)
    if (typeof answer === 'function') return answer(query, response)
    const results = answer[Number(query.pageno) - 1] ?? []
    sendJson(response, { query: query.q, number_of_results: 0, results, unresponsive_engines: [] })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/find`,
    asked,
    /** What it answers from now on. */
    set(next: Answer) {
      answer = next
      asked.length = 0
    },
    close: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export const sendJson = (response: ServerResponse, value: unknown): void => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}
