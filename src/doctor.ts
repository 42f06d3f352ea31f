import type { Sql } from './base/db/sql.ts'
import { createModel } from './base/llm/model.ts'
import { createMailTransport } from './base/mail/transport.ts'
import { type Browsers, openBrowsers } from './base/web/browser.ts'
import { createEgress, type Egress } from './base/web/egress.ts'
import { findBrowser } from './base/web/find-browser.ts'
import type { Config } from './config.ts'
import { AppError } from './errors.ts'

/** One part of the installation, really tried; `detail` says what to do when it is not well. */
type Finding = { part: string; state: 'good' | 'missing' | 'broken'; detail: string }

export const diagnose = async (config: Config, sql: Sql): Promise<Finding[]> => {
  const egress = createEgress({ outbound: config.outbound })
  try {
    return [
      await examineDatabase(config, sql),
      await examineBrowser(config, egress),
      await examineModel(config, egress),
      await examineMail(config),
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
  const { llm, mail } = config
  return [
    await examineDatabase(config, deps.sql),
    executable ? { part: 'browser', state: 'good', detail: executable } : noBrowser,
    llm ? { part: 'model', state: 'good', detail: `${llm.provider} ${llm.model}` } : noModel,
    mail.smtpUrl
      ? { part: 'mail', state: 'good', detail: `Mail is sent from ${mail.from}.` }
      : noMail,
  ]
}

const noBrowser: Finding = {
  part: 'browser',
  state: 'missing',
  detail:
    'Pages that need a browser cannot be read. Install Chromium (Debian: apt-get install chromium) or set CHROMIUM_PATH.',
}
const noModel: Finding = {
  part: 'model',
  state: 'missing',
  detail:
    'The embedded extractor answers. For more, set LLM_PROVIDER, LLM_MODEL and LLM_API_KEY (or LLM_BASE_URL).',
}
const noMail: Finding = {
  part: 'mail',
  state: 'missing',
  detail: 'Mail is kept in the outbox. Set SMTP_URL and MAIL_FROM to send it.',
}

const examineDatabase = async (config: Config, sql: Sql): Promise<Finding> => {
  const [row] = await sql.unsafe<{ server_version: string }[]>('show server_version')
  const where = config.databaseUrl ? 'the server of DATABASE_URL' : `embedded, in ${config.dataDir}`
  return { part: 'database', state: 'good', detail: `PostgreSQL ${row?.server_version}, ${where}` }
}

const examineBrowser = async (config: Config, egress: Egress): Promise<Finding> => {
  const part = 'browser'
  const executable = findBrowser(config)
  if (!executable) return noBrowser
  const browsers = openBrowsers({ egress, find: () => executable })
  try {
    const title = await browsers.withPage({ timeoutMs: 20_000 }, undefined, async ({ page }) => {
      await page.setContent('<title>fine</title>')
      return page.title()
    })
    const { version, remarks } = browsers.status()
    const known = [`${executable}, version ${version}`, ...remarks].join('. ')
    return title === 'fine'
      ? { part, state: remarks.length > 0 ? 'missing' : 'good', detail: known }
      : { part, state: 'broken', detail: `${executable} starts but shows no page.` }
  } catch (error) {
    return { part, state: 'broken', detail: `${executable} does not start: ${sentence(error)}` }
  } finally {
    await browsers.close()
  }
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

const examineMail = async ({ mail }: Config): Promise<Finding> => {
  const part = 'mail'
  if (!mail.smtpUrl) return noMail
  const problem = await createMailTransport({ smtpUrl: mail.smtpUrl, from: mail.from }).check()
  return problem === undefined
    ? { part, state: 'good', detail: `the mail server answers, mail is sent from ${mail.from}` }
    : { part, state: 'broken', detail: `SMTP_URL: ${problem}` }
}

const sentence = (error: unknown): string => {
  if (error instanceof AppError) return error.message
  return error instanceof Error ? (error.message.split('\n', 1)[0] ?? 'unknown') : String(error)
}
