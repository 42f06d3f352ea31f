import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'

/** A proxy through which other programs reach the simulated web: every name leads to it. */
export const openWebProxy = async (web: { httpPort: number; httpsPort: number }) => {
  const server = createServer((incoming, response) => {
    const url = new URL(incoming.url ?? '/', 'http://unknown.test')
    const target = { host: '127.0.0.1', port: web.httpPort, path: url.pathname + url.search }
    const headers = { ...incoming.headers, host: url.host }
    const outgoing = request({ ...target, method: incoming.method, headers }, answer => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    outgoing.on('error', () => response.destroy())
    incoming.pipe(outgoing)
  })
  server.on('connect', (incoming, client: Socket) => {
    const port = incoming.url?.endsWith(':443') ? web.httpsPort : web.httpPort
    const upstream = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      upstream.pipe(client).pipe(upstream)
    })
    upstream.on('error', () => client.destroy())
    client.on('error', () => upstream.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
