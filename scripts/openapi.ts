import { writeFileSync } from 'node:fs'
import { pino } from 'pino'
import { readConfig } from '../src/config/config.ts'
import { openApp } from '../src/process/start.ts'
import { startTestServer } from '../test/support/database-server.ts'
import { describeFile } from '../test/support/openapi.ts'
import { generateTypes } from './api-types.ts'

/** Part of `npm run docs`: asks the real app for its descriptions, writes them down, and the client’s types. */
const database = await startTestServer()
const config = readConfig({ PORT: '0', IMAGE_PORT: '0', DATABASE_URL: database.url })
const app = await openApp(config, pino({ level: 'error' }))
try {
  for (const name of ['openapi.json', 'openapi-images.json'] as const)
    writeFileSync(`docs/${name}`, await describeFile(app.apiUrl, name))
  writeFileSync('client/src/api.generated.ts', await generateTypes('docs/openapi.json'))
} finally {
  await app.close()
  await database.close()
}
process.exit(0)
