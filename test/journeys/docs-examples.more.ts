import { before, describe, it } from 'node:test'
import type { TestApp } from '../support/app.ts'
import { exampleShell, examples, usesCommand } from '../support/docs-examples.ts'
import { startWebApp } from '../support/web-app.ts'

let app: TestApp
before(async () => {
  ;({ app } = await startWebApp({ RATE_LIMIT_PER_MINUTE: '0' }))
})

describe('the examples of the siteray command', () => {
  for (const { file, code } of examples().filter(usesCommand))
    it(`of ${file} work as they stand`, async () => {
      await exampleShell(app).sh(code)
    })
})
