import type { FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { callerOf } from '../../base/accounts/guard.ts'
import { whileConnected } from '../../base/http/client-disconnect.ts'
import type { HttpServer } from '../../base/http/server.ts'
import { type FileAllowance, takeForBody } from '../../base/reader/large-files.ts'
import type { Ways } from '../../base/ways/ways.ts'
import { AppError } from '../../kit/errors.ts'
import { isObject } from '../../kit/is-object.ts'
import type { Ask } from '../call-own-api.ts'
import { beginBatch, beginCrawl } from './begin.ts'
import {
  type FirecrawlCall,
  type FirecrawlOptions,
  type Handler,
  type Version,
  versions,
} from './call.ts'
import { baseOf, pathOf } from './entrance.ts'
import { sendErrors } from './errors.ts'
import { map } from './map.ts'
import { parse } from './parse.ts'
import { scrape } from './scrape.ts'
import { search } from './search.ts'
import { cancel, listActive, readErrors, readState } from './states.ts'
import { concurrency, historyOf, queueStatus, usageOf } from './usage.ts'

type Method = 'GET' | 'POST' | 'DELETE'
type Route = [methods: Method[], path: string, handler: Handler]

export type RouteDeps = {
  admit: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  ask: Ask
  ways: Pick<Ways, 'list'>
  reach: { publicUrl: string }
  /** Set when this API also has a port of its own. */
  root: { publicUrl: string } | undefined
  extract: { begin: Handler; read: Handler }
  files: FileAllowance
}

/** 10,000 addresses of a thousand characters. */
const jobBytes = 10 * 1024 * 1024
/** For what stands around a file in a form. */
const formBytes = 64 * 1024

/** Of routes whose bodies are larger than others. */
const bodiesOf = ({ files }: RouteDeps): Record<string, RouteShorthandOptions> => ({
  '/batch/scrape': { bodyLimit: jobBytes },
  '/parse': {
    bodyLimit: files.maxBytes + formBytes,
    async preParsing(request, reply) {
      const giveBack = takeForBody(files, request.headers['content-length'])
      if (giveBack) reply.raw.once('finish', giveBack).once('close', giveBack)
    },
  },
})

const routesOf = ({ extract }: RouteDeps): Route[] => [
  [['POST'], '/scrape', scrape],
  [['POST'], '/batch/scrape', beginBatch],
  [['POST'], '/crawl', beginCrawl],
  [['GET'], '/crawl/active', listActive],
  [['GET'], '/crawl/ongoing', listActive],
  ...(['/batch/scrape/:id', '/crawl/:id'] as const).flatMap((path): Route[] => [
    [['GET'], path, readState],
    [['DELETE'], path, cancel],
    // The older client asks for errors by DELETE.
    [['GET', 'DELETE'], `${path}/errors`, readErrors],
  ]),
  [['POST'], '/map', map],
  [['POST'], '/search', search],
  [['POST'], '/extract', extract.begin],
  [['GET'], '/extract/:id', extract.read],
  [['POST'], '/parse', parse],
  [['GET'], '/team/credit-usage', usageOf('Credits')],
  [['GET'], '/team/token-usage', usageOf('Tokens')],
  [['GET'], '/team/credit-usage/historical', historyOf('creditsUsed')],
  [['GET'], '/team/token-usage/historical', historyOf('tokensUsed')],
  [['GET'], '/team/queue-status', queueStatus],
  [['GET'], '/concurrency-check', concurrency],
]

/** Both versions, below where the door is. They are no part of our documented API. */
export const firecrawlRoutes = (server: HttpServer, deps: RouteDeps): void => {
  server.addHook('onRoute', route => {
    route.schema = { ...route.schema, hide: true }
  })
  server.addHook('onRequest', deps.admit)
  server.addHook('onSend', sendErrors)
  server.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer' },
    (_request, body, done) => done(null, body),
  )
  // A route, since one that answers everywhere (the dashboard's) goes before a handler for the rest.
  for (const url of ['/', '/*'])
    server.all(url, async ({ method, raw }) => {
      throw new AppError('not_found', `There is no ${method} ${pathOf(raw)} here.`)
    })
  const bodies = bodiesOf(deps)
  for (const version of versions) {
    for (const [methods, path, handler] of routesOf(deps))
      server.route({
        method: methods,
        url: `/${version}${path}`,
        ...bodies[path],
        handler: (request, reply) => handler(callOf(deps, version, request, reply)),
      })
    for (const [path, sentence] of Object.entries(notOffered))
      for (const url of [path, `${path}/*`])
        server.all(`/${version}${url}`, async () => {
          throw new AppError('not_offered', sentence)
        })
  }
}

const toldOn = ['x-request-id', 'x-credits-remaining', 'retry-after'] as const

const callOf = (
  deps: RouteDeps,
  version: Version,
  request: FastifyRequest,
  reply: FastifyReply,
): FirecrawlCall => {
  const signal = whileConnected(reply)
  let credits = 0
  return {
    version,
    base: `${baseOf(deps, request.raw)}/${version}`,
    input: isObject(request.body) ? request.body : {},
    query: request.query as FirecrawlOptions,
    id: (request.params as { id?: string }).id ?? '',
    request,
    reply,
    async ask<T>(question: Parameters<Ask>[1]) {
      const { headers, body } = await deps.ask({ headers: request.headers, signal }, question)
      credits += Number(headers['x-credits-used'] ?? 0)
      reply.header('x-credits-used', credits)
      for (const name of toldOn) if (headers[name]) reply.header(name, headers[name])
      return body as T
    },
    ways: () => deps.ways.list(callerOf(request).accountId),
    credits: () => credits,
  }
}

/** What their service has and this one does not, with what to use instead; a path begins with it. */
const notOffered: Record<string, string> = {
  '/agent': 'There is no agent: use scrape with the format json, or extract.',
  '/browser': 'Browser sessions are not offered.',
  '/interact': 'Browser sessions are not offered.',
  '/scrape/:id/interact': 'Browser sessions are not offered.',
  '/scrape/:id': 'A scrape is answered at once and not kept.',
  '/monitor':
    'Monitors are not offered here: a schedule (POST /v1/schedules of Siteray) repeats a call and tells what changed.',
  '/feedback': 'Feedback is not taken.',
  '/search/:id/feedback': 'Feedback is not taken.',
  '/search/research': 'There is no index of papers.',
  '/search/developer': 'There is no index of code.',
  '/research': 'There is no index of papers.',
  '/developer': 'There is no index of code.',
  '/crawl/params-preview': 'A prompt does not become options of a crawl: name them.',
  '/llmstxt': 'Files for language models are not made: crawl the site.',
  '/deep-research': 'Research is not offered: use search and scrape.',
  '/support/ask': 'There is no support desk behind this server.',
  '/parse/upload-url': 'Files are sent with the call itself: POST /v2/parse.',
}
