import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { readConfig } from '../../src/config/config.ts'
import { call } from '../support/app.ts'
import { type ImageApp, startImages } from '../support/images.ts'
import { png } from '../support/pictures.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../support/simulated-web.ts'
import { until } from '../support/until.ts'

type Attribute = { key: string; value: { stringValue?: string; intValue?: string } }
type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: Attribute[]
  status: { code?: number }
}
type Sent = {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Span[] }[] }[]
}

const openReceiver = async () => {
  const texts: string[] = []
  const asked: { url: string | undefined; type: string | undefined; key: string | undefined }[] = []
  let isOpen = true
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    if (!isOpen) return response.writeHead(503).end()
    texts.push(text)
    const { 'content-type': type, 'x-receiver-key': key } = request.headers
    asked.push({ url: request.url, type, key: String(key) })
    return response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const messages = () => texts.map(text => JSON.parse(text) as Sent)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    texts,
    asked,
    messages,
    spans: () =>
      messages().flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    shut: () => {
      isOpen = false
    },
    close: () => server.close(),
  }
}

describe('traces', () => {
  let web: SimulatedWeb
  let app: ImageApp
  let receiver: Awaited<ReturnType<typeof openReceiver>>
  before(async () => {
    web = await createSimulatedWeb()
    receiver = await openReceiver()
    const page =
      '<html><head><title>A page</title><link rel="icon" href="/i.png"></head><body><p>Words of the page, kept to itself.</p></body></html>'
    web.site('example.test', {
      '/': page,
      '/page': page,
      '/i.png': await png('blue', 64),
      '*': { status: 404, body: 'none' },
    })
    app = await startImages(web, {
      env: {
        OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
        OTEL_EXPORTER_OTLP_HEADERS: 'x-receiver-key=let me in',
        METRICS_PORT: '0',
      },
    })
  })
  after(async () => {
    await app.close()
    await web.close()
    receiver.close()
  })

  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const caller = 'b7ad6b7169203331'
  const of = (id: string) => receiver.spans().filter(span => span.traceId === id)
  const about = (span: Span | undefined, name: string) => {
    const value = span?.attributes.find(({ key }) => key === name)?.value
    return value?.stringValue ?? value?.intValue
  }

  it('lead from the route to fetch, page thread and SQL, below the caller’s own', async () => {
    const answer = await app.api('/v1/scrape', {
      method: 'POST',
      headers: { traceparent: `00-${traceId}-${caller}-01` },
      body: { url: 'https://example.test/page?session=tops3cret' },
    })
    assert.equal(answer.status, 200)
    const isRoute = ({ name }: Span) => name === 'POST /v1/scrape'
    await until('the trace is sent', async () => of(traceId).some(isRoute))
    const spans = of(traceId)
    const route = spans.find(isRoute)
    assert.equal(route?.parentSpanId, caller)
    assert.equal(route?.kind, 2)
    assert.equal(about(route, 'http.response.status_code'), '200')
    assert.equal(about(route, 'siteray.request'), answer.headers.get('x-request-id'))
    const below = spans.filter(({ parentSpanId }) => parentSpanId === route?.spanId)
    const names = below.map(({ name }) => name)
    assert.ok(names.includes('fetch'), names.join())
    assert.ok(names.includes('thread readPageToJson'), names.join())
    assert.ok(
      names.some(name => name.startsWith('sql ')),
      names.join(),
    )
    const fetched = below.find(({ name }) => name === 'fetch')
    assert.equal(about(fetched, 'server.address'), 'example.test')
    for (const { startTimeUnixNano: start, endTimeUnixNano: end } of spans) {
      assert.ok(BigInt(end) >= BigInt(start))
      assert.ok(Math.abs(Number(BigInt(start) / 1_000_000n) - Date.now()) < 60_000)
    }
    assert.deepEqual(receiver.asked[0], {
      url: '/v1/traces',
      type: 'application/json',
      key: 'let me in',
    })
    const [sent] = receiver.messages()
    assert.deepEqual(sent?.resourceSpans[0]?.resource.attributes[0], {
      key: 'service.name',
      value: { stringValue: 'siteray' },
    })
  })

  it('say what failed by its code, and nothing of what was read or asked', async () => {
    const other = traceId.replaceAll('0', '1')
    await app.api('/v1/scrape', {
      method: 'POST',
      headers: { traceparent: `00-${other}-${caller}-01` },
      body: { url: 'https://nowhere.test/gone?session=tops3cret' },
    })
    const route = () => of(other).find(({ name }) => name === 'POST /v1/scrape')
    await until('the trace is sent', async () => route() !== undefined)
    assert.equal(route()?.status.code, 2)
    assert.equal(about(route(), 'error.type'), 'page_unreachable')
    const text = receiver.texts.join()
    for (const secret of ['tops3cret', 'Words of the page', '/gone', app.secretKey, 'let me in'])
      assert.ok(!text.includes(secret), secret)
  })

  it('begin with an image that must be found, and with no probe', async () => {
    await call(`${app.apiUrl}/healthz`)
    await app.image('/example.test')
    const image = () => receiver.spans().find(({ name }) => name === 'image icon')
    await until('the trace is sent', async () => image() !== undefined)
    assert.equal(image()?.parentSpanId, undefined)
    const names = of(image()?.traceId ?? '').map(({ name }) => name)
    assert.ok(names.includes('thread draw'), names.join())
    assert.ok(!receiver.spans().some(({ name }) => name.includes('healthz')))
  })

  it('are told to nobody outside, and left out where the caller leaves them out', async () => {
    assert.ok(web.requests.length > 0)
    for (const { headers } of web.requests) assert.equal(headers.traceparent, undefined)
    const unwanted = traceId.replaceAll('0', '2')
    await app.api('/v1/usage', { headers: { traceparent: `00-${unwanted}-${caller}-00` } })
    const wanted = traceId.replaceAll('0', '3')
    await app.api('/v1/usage', { headers: { traceparent: `00-${wanted}-${caller}-01` } })
    await until('the later trace is sent', async () => of(wanted).length > 0)
    assert.deepEqual(of(unwanted), [])
  })

  it('cost no call anything when the receiver is away, and what is lost is counted', async () => {
    receiver.shut()
    const { status } = await app.api('/v1/usage')
    assert.equal(status, 200)
    await until('the loss is counted', async () => {
      const { text } = await call(app.metricsUrl ?? '')
      return /^siteray_trace_spans_lost_total [1-9]/m.test(text)
    })
    assert.equal(app.logLines.filter(line => line.includes('traces not sent')).length, 1)
  })

  it('need settings that can be read', () => {
    const read = (env: Record<string, string>) => () => readConfig(env)
    assert.equal(readConfig({}).traces, undefined)
    assert.throws(read({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }), /ENDPOINT/)
    assert.throws(read({ OTEL_TRACES_SAMPLER_ARG: '2' }), /a number from 0 to 1/)
    assert.throws(read({ OTEL_EXPORTER_OTLP_HEADERS: 'tops3cret' }), error => {
      assert.ok(error instanceof Error)
      return /HEADERS is not/.test(error.message) && !error.message.includes('tops3cret')
    })
  })
})
