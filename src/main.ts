import { type Config, readConfig } from './config/config.ts'
import { capabilities } from './config/roles.ts'
import { createLog } from './kit/log.ts'
import { coresWithin } from './kit/machine-limits.ts'
import type { App } from './process/app.ts'
import { openApp } from './process/start.ts'
import { explainStart } from './process/start-problem.ts'

/** The process: environment → config → app; signals → close. */
const main = async (): Promise<void> => {
  const config = readConfig(process.env, coresWithin(process.availableMemory()))
  for (const notice of config.notices) process.stderr.write(`Note: ${notice}\n`)
  const format = config.logFormat ?? (process.stdout.isTTY ? 'text' : 'json')
  const log = createLog(config.logLevel, format)
  const stopped = whenToldToStop()
  const app = await openApp(config, log)
  greet(app, config)
  // At a terminal the signal says that it was closed, and ends us as ever.
  if (config.waysFile !== undefined && !process.stdout.isTTY)
    process.on('SIGHUP', () => {
      log.info('reading WAYS_FILE again')
      app.reload().catch(err => log.error({ err }, 'not read again'))
    })
  const reason = await stopped
  log.info({ reason }, 'stopping')
  await app.close()
  log.info('stopped')
}

/**
 * Listens from the start: a signal during start-up stops it as soon as it is up. A second signal
 * means it: whoever sends it does not want to wait. Not the same one told twice, though: Ctrl-C
 * reaches us once by itself and once more through npm.
 */
const whenToldToStop = (): Promise<string> =>
  new Promise(resolve => {
    let firstMs: number | undefined
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.on(signal, () => {
        firstMs ??= performance.now()
        resolve(signal)
        if (performance.now() - firstMs > 1_000) process.exit(1)
      })
  })

const greet = (app: App, config: Config): void => {
  const { secretKey, publishableKey } = app.firstRun.made
  const { servesApi, servesImages } = capabilities[config.role]
  const lines = [`Siteray is ready: ${app.publicUrl} (docs at ${app.publicUrl}/docs/)`]
  if (servesImages) lines.push(`Images: ${app.imageUrl}`)
  if (app.firecrawlUrl) lines.push(`For clients of Firecrawl: ${app.firecrawlUrl}`)
  if (app.metricsUrl) lines.push(`Metrics: ${app.metricsUrl}`)
  if (servesApi) lines.push(...aboutKeys(app))
  if (app.setupUrl)
    lines.push('', 'Set up the dashboard (works once, for 30 minutes):', `  ${app.setupUrl}`)
  if (servesApi && secretKey)
    lines.push(
      '',
      'Read a page:',
      `  curl ${app.publicUrl}/v1/scrape -H "Authorization: Bearer ${secretKey}" \\`,
      `    -H "Content-Type: application/json" -d '{"url": "http://sample.siteray.example/"}'`,
    )
  if (servesApi && publishableKey)
    lines.push(
      '',
      'Show an icon:',
      `  <img src="${app.imageUrl}/github.com?token=${publishableKey}" width="64" alt="">`,
    )
  process.stdout.write(`${lines.join('\n')}\n`)
}

const aboutKeys = ({ firstRun: { made } }: App): string[] => {
  const { secretKey, publishableKey } = made
  if (!secretKey && !publishableKey)
    return ['Keys: in the dashboard, or npm run siteray -- keys list']
  const lines = ['', 'Your first keys. Each start shows a key again until a call with it succeeds:']
  if (secretKey) lines.push(`  secret key       ${secretKey}`)
  if (publishableKey) lines.push(`  publishable key  ${publishableKey}`)
  return lines
}

main().then(
  () => process.exit(0),
  error => {
    process.stderr.write(`${explainStart(error)}\n`)
    process.exit(1)
  },
)
