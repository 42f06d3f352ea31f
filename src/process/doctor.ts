import { stripVTControlCharacters } from 'node:util'
import { isOverdue, listKept } from '../base/backup/keep.ts'
import { type BackupState, stateStore } from '../base/backup/state-store.ts'
import { createWriteProof, examineServer } from '../base/db/examine.ts'
import { examineNotifications } from '../base/db/notify.ts'
import type { Sql } from '../base/db/sql.ts'
import { DatabaseStartError } from '../base/db/start-error.ts'
import type { DatabaseTarget } from '../base/db/target.ts'
import { openVault } from '../base/db/vault.ts'
import { provideKeys } from '../base/identity/identity.ts'
import { createModel } from '../base/llm/model.ts'
import { createMailTransport } from '../base/mail/transport.ts'
import { openS3 } from '../base/objects/s3.ts'
import type { Way } from '../base/ways/definition.ts'
import { type Browsers, openBrowsers } from '../base/web/browser.ts'
import { createEgress, type Egress } from '../base/web/egress.ts'
import { guardedFetch } from '../base/web/fetch.ts'
import { findBrowser, noBrowser as unwanted } from '../base/web/find-browser.ts'
import { inMemorySite } from '../base/web/in-memory-site.ts'
import { isSignedBy } from '../base/web/message-signature.ts'
import { placesOf } from '../base/web/remote-browser.ts'
import { createRequestSigner } from '../base/web/request-signer.ts'
import type { Config } from '../config/config.ts'
import { AppError } from '../kit/errors.ts'
import { newId } from '../kit/ids.ts'
import { createEngine } from '../products/search/engine.ts'
import { examineWays, findMadeWays } from './examine-ways.ts'

/** One part of the installation, really tried; `detail` says what to do when it is not well. */
type Finding = { part: string; state: 'good' | 'missing' | 'broken'; detail: string }

export const diagnose = async (config: Config, withDatabase: WithDatabase): Promise<Finding[]> => {
  const egress = createEgress({ outbound: config.outbound, inside: ownPage })
  try {
    const { finding, backups, madeWays } = await tryDatabase(config, withDatabase)
    const hasDatabase = finding.state !== 'broken'
    return [
      finding,
      await examineBrowser(config, egress),
      await examineModel(config, egress),
      await examineSearch(config, egress),
      await examineMail(config),
      await examineBackups(config, backups),
      ...(hasDatabase ? await examineSignature(config, withDatabase) : []),
      ...(await examineObjects(config, egress)),
      ...(await examineWays(config, egress, madeWays)),
    ]
  } finally {
    await egress.close()
  }
}

/** The same parts for the dashboard, without trying what takes time or costs money. */
export const glance = async (
  config: Config,
  deps: { sql: Sql; browsers: Pick<Browsers, 'status'> },
): Promise<Finding[]> => {
  const { executable } = deps.browsers.status()
  const { llm, searchUrl, mail } = config
  return [
    await glanceDatabase(config, deps.sql),
    executable ? { part: 'browser', state: 'good', detail: executable } : noBrowser(config),
    llm ? { part: 'model', state: 'good', detail: `${llm.provider} ${llm.model}` } : noModel,
    searchUrl ? { part: 'search', state: 'good', detail: searchUrl } : noSearch,
    mail.smtpUrl
      ? { part: 'mail', state: 'good', detail: `Mail is sent from ${mail.from}.` }
      : noMail,
    await examineBackups(config, await stateStore.read(deps.sql)),
  ]
}

const noBrowser = ({ chromiumPath }: Pick<Config, 'chromiumPath'>): Finding => ({
  part: 'browser',
  state: 'missing',
  detail:
    chromiumPath === unwanted
      ? 'Pages that need a browser cannot be read: CHROMIUM_PATH is none.'
      : 'Pages that need a browser cannot be read. Install Chromium (Debian: apt-get install chromium) or set CHROMIUM_PATH.',
})
const noModel: Finding = {
  part: 'model',
  state: 'missing',
  detail:
    'Built-in extractor. To add a model, set LLM_PROVIDER, LLM_MODEL and LLM_API_KEY (or LLM_BASE_URL).',
}
const noSearch: Finding = {
  part: 'search',
  state: 'missing',
  detail: 'Search is off. Set SEARCH_URL to the address of a SearXNG.',
}
const noMail: Finding = {
  part: 'mail',
  state: 'missing',
  detail: 'Mail is kept in the outbox. Set SMTP_URL and MAIL_FROM to send it.',
}

type Targets = { target: DatabaseTarget; direct: DatabaseTarget }
type WithDatabase = <T>(work: (sql: Sql, targets: Targets) => Promise<T>) => Promise<T>

/** `backups`: what the database knows of them; `madeWays`: those that were made in the dashboard. */
type Tried = { finding: Finding; backups?: BackupState; madeWays?: Way[] }

/** Opens it as a start does, and proves what a start needs: a write, and a notification heard. */
const tryDatabase = async (config: Config, withDatabase: WithDatabase): Promise<Tried> => {
  const broken = (detail: string): Tried => ({
    finding: { part: 'database', state: 'broken', detail },
  })
  try {
    return await withDatabase(async (sql, { target, direct }) => {
      const deaf = await examineNotifications(direct, target)
      if (deaf) return broken(deaf)
      const { ok, detail } = await createWriteProof(sql)()
      if (!ok) return broken(detail)
      return {
        finding: await examineDatabase(config, sql),
        backups: await stateStore.read(sql),
        madeWays: await findMadeWays(config, sql),
      }
    })
  } catch (error) {
    if (!(error instanceof DatabaseStartError)) throw error
    return broken(error.message)
  }
}

/** As it is now: what a start would refuse is told, and a database that is away is a 503. */
const glanceDatabase = (config: Config, sql: Sql): Promise<Finding> =>
  examineDatabase(config, sql).catch(error => {
    if (!(error instanceof DatabaseStartError)) throw error
    if (error.cause !== undefined) throw error.cause
    return { part: 'database', state: 'broken', detail: error.message }
  })

const examineDatabase = async (config: Config, sql: Sql): Promise<Finding> => {
  const where = config.databaseUrl ? 'the server of DATABASE_URL' : `embedded, in ${config.dataDir}`
  const detail = `PostgreSQL ${(await examineServer(sql)).version}, ${where}`
  return { part: 'database', state: 'good', detail }
}

/** Read without any network, but by the way that every page takes: through our own proxy. */
const ownPage = inMemorySite('doctor.siteray.example', (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end('<title>fine</title>')
})

const examineBrowser = async (config: Config, egress: Egress): Promise<Finding> => {
  const part = 'browser'
  const { remoteBrowser: remote } = config
  const executable = remote ? `BROWSER_WS, ${placesOf(remote)}` : findBrowser(config)
  if (!executable) return noBrowser(config)
  const browsers = openBrowsers({ egress, find: () => executable, ...(remote ? { remote } : {}) })
  let starts = false
  try {
    const title = await browsers.withPage({ timeoutMs: 20_000 }, undefined, async visit => {
      await visit.page.setContent('<title>starts</title>')
      starts = true
      await visit.open(`http://${ownPage.hostname}/`, { timeoutMs: 10_000 })
      return visit.page.title()
    })
    const { version, remarks } = browsers.status()
    const known = [`${executable}, version ${version}`, ...remarks].join('. ')
    return title === 'fine'
      ? { part, state: remarks.length > 0 ? 'missing' : 'good', detail: known }
      : { part, state: 'broken', detail: `${executable} starts but shows another page than ours.` }
  } catch (error) {
    // The server that runs has the port: its own log says how its browser is.
    const isRunning = Object(Object(error).cause).code === 'EADDRINUSE'
    if (isRunning) return { part, state: 'good', detail: `${executable}, used by the server` }
    const why = lastWords(Object(error).cause) ?? sentence(error)
    const what = starts ? 'starts but loads no page through our proxy' : 'cannot be used'
    return { part, state: 'broken', detail: `${executable} ${what}: ${why}` }
  } finally {
    await browsers.close()
  }
}

/** Of a browser that was started: what it said itself, or why it could not be. */
const lastWords = (error: unknown): string | undefined => {
  if (!(error instanceof Error) || !error.message.startsWith('browserType.launch')) return undefined
  const text = stripVTControlCharacters(error.message)
  const said = [...text.matchAll(/\[pid=\d+\]\[err\] (.+)$/gm)].map(([, line]) => line)
  return said.findLast(line => line?.includes(':FATAL:')) ?? said.at(-1) ?? sentence(error)
}

const examineModel = async ({ llm }: Config, egress: Egress): Promise<Finding> => {
  const part = 'model'
  if (!llm) return noModel
  try {
    const answer = await createModel({ ...llm, timeoutMs: 30_000 }, egress).ask(
      question,
      AbortSignal.timeout(30_000),
    )
    return Object(answer.value).ready === true
      ? { part, state: 'good', detail: `${llm.provider} ${llm.model} answers` }
      : { part, state: 'broken', detail: `${llm.provider} ${llm.model} answers, but not as asked.` }
  } catch (error) {
    return { part, state: 'broken', detail: `${llm.provider} ${llm.model}: ${sentence(error)}` }
  }
}

const question = {
  system: 'You check that a connection works.',
  messages: [{ role: 'user', content: 'Answer with ready set to true.' }],
  schema: {
    type: 'object',
    properties: { ready: { type: 'boolean' } },
    required: ['ready'],
    additionalProperties: false,
  },
  name: 'check',
  // Some models think first, at the expense of their answer.
  maxOutputTokens: 2_000,
} as const

const examineSearch = async ({ searchUrl }: Config, egress: Egress): Promise<Finding> => {
  const part = 'search'
  if (!searchUrl) return noSearch
  try {
    const query = {
      ...{ text: 'weather', category: 'general' as const },
      ...{ language: undefined, timeRange: undefined },
    }
    const engine = createEngine(egress, searchUrl)
    const { hits, warnings } = await engine(query, 1, AbortSignal.timeout(20_000))
    const detail = [`${searchUrl} answers in JSON`, ...warnings].join('. ')
    return hits.length > 0
      ? { part, state: 'good', detail }
      : { part, state: 'broken', detail: `${detail}, but finds nothing for "weather".` }
  } catch (error) {
    return { part, state: 'broken', detail: `SEARCH_URL: ${sentence(error)}` }
  }
}

const examineMail = async ({ mail }: Config): Promise<Finding> => {
  const part = 'mail'
  if (!mail.smtpUrl) return noMail
  const problem = await createMailTransport({ smtpUrl: mail.smtpUrl, from: mail.from }).check()
  return problem === undefined
    ? { part, state: 'good', detail: `the mail server answers, mail is sent from ${mail.from}` }
    : { part, state: 'broken', detail: `SMTP_URL: ${problem}` }
}

const examineBackups = async (
  { backups }: Config,
  known: BackupState | undefined,
): Promise<Finding> => {
  const part = 'back-ups'
  if (!backups)
    return {
      part,
      state: 'missing',
      detail: 'No automatic back-ups. Set BACKUP_DIR, or run npm run siteray -- backup <file>.',
    }
  try {
    const newest = (await listKept(backups.dir)).at(-1)
    if (!newest)
      return {
        part,
        state: 'broken',
        detail: `none in ${backups.dir}; ${whyNone(known) ?? 'a server makes one within an hour'}`,
      }
    const failure = whyNone(known)
    const state = failure || isOverdue(newest, backups, Date.now()) ? 'broken' : 'good'
    const why = failure ?? 'no server has tried to make a newer one'
    const advice = state === 'good' ? '' : `; ${why}`
    const hours = Math.round((Date.now() - newest.madeAt.getTime()) / 3_600_000)
    return { part, state, detail: `the last is ${hours} hours old: ${newest.file}${advice}` }
  } catch (error) {
    return { part, state: 'broken', detail: `BACKUP_DIR: ${sentence(error)}` }
  }
}

const whyNone = (known: BackupState | undefined): string | undefined =>
  known?.failingSince
    ? `it fails since ${known.failingSince.toISOString()}: ${known.failure}`
    : undefined

/** Asks a page of our own as sites are asked, and verifies what came as a site does. */
const examineSignature = async (config: Config, withDatabase: WithDatabase): Promise<Finding[]> => {
  const part = 'signature'
  const { sign, agent } = config.bot
  if (sign === 'never') return []
  if (agent === undefined)
    return [
      {
        ...{ part, state: 'missing' },
        detail:
          'Sites cannot verify requests. Set PUBLIC_URL or BOT_IDENTITY to the https address of this server.',
      },
    ]
  const [key] = await withDatabase(async sql =>
    provideKeys({ sql, vault: await openVault({ ...config, sql }) }),
  )
  const url = new URL('http://signature.siteray.example/')
  let isVerified = false
  const inside = inMemorySite(url.hostname, ({ headers }, response) => {
    isVerified = isSignedBy(key, headers, url, Date.now())
    response.end()
  })
  const signer = createRequestSigner({ when: 'always', agent, key: () => key })
  const egress = createEgress({ outbound: config.outbound, inside, signer })
  try {
    await guardedFetch(egress, { url, timeoutMs: 10_000 })
  } finally {
    await egress.close()
  }
  return isVerified
    ? [{ part, state: 'good', detail: `${sign}, as ${agent}, key ${key.id}` }]
    : [{ part, state: 'broken', detail: 'Our own signature cannot be verified. Roll the key.' }]
}

/** Puts something there, reads it and takes it away again. */
const examineObjects = async ({ s3: place }: Config, egress: Egress): Promise<Finding[]> => {
  if (!place) return []
  const part = 'objects'
  const where = `${place.origin}/${place.bucket}/${place.prefix}`
  const s3 = openS3(place, egress.trust(place.origin).fetch)
  const key = newId('try')
  try {
    await s3.put(key, Buffer.from(key))
    const isThere = String(await s3.get(key)) === key
    await s3.remove(key)
    return isThere
      ? [{ part, state: 'good', detail: `${where} takes and gives large values` }]
      : [{ part, state: 'broken', detail: `${where} does not give back what was put there.` }]
  } catch (error) {
    return [{ part, state: 'broken', detail: `S3_URL: ${sentence(error)}` }]
  }
}

const sentence = (error: unknown): string => {
  if (error instanceof AppError) return error.message
  return error instanceof Error ? (error.message.split('\n', 1)[0] ?? 'unknown') : String(error)
}
