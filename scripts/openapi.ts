import { writeFileSync } from 'node:fs'
import { pino } from 'pino'
import { openApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { startTestServer } from '../test/support/database-server.ts'
import { describeFile } from '../test/support/openapi.ts'

/** Part of `npm run docs`: asks the real app for its description and writes it down. */
const database = await startTestServer()
const config = readConfig({ PORT: '0', IMAGE_PORT: '0', DATABASE_URL: database.url })
const app = await openApp(config, pino({ level: 'error' }))
try {
  writeFileSync('docs/openapi.json', await describeFile(app.apiUrl))
} finally {
  await app.close()
  await database.close()
}
process.exit(0)
