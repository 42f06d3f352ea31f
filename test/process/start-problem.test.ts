import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { readPlans } from '../../src/base/accounts/plans.ts'
import { openUsageFile } from '../../src/base/accounts/usage-file.ts'
import { readWaysFile } from '../../src/base/ways/definition.ts'
import { explain as explainInCommand } from '../../src/commands/command-error.ts'
import { explainStart } from '../../src/process/start-problem.ts'

const folder = mkdtempSync(join(tmpdir(), 'siteray-start-problem-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const saidOf = async (work: () => unknown, explain = explainStart): Promise<string> => {
  try {
    await work()
    return 'nothing'
  } catch (error) {
    return explain(error)
  }
}

describe('a start that fails', () => {
  it('by a file of the settings says which in a sentence, and no stack', async () => {
    const file = join(folder, 'file')
    writeFileSync(file, '{')
    const cases: [RegExp, () => unknown][] = [
      [/PLANS_FILE .*none: .*ENOENT/, () => readPlans(join(folder, 'none'))],
      [/PLANS_FILE .*file: cannot be read as JSON/, () => readPlans(file)],
      [/WAYS_FILE .*none: cannot be read \(ENOENT\)/, () => readWaysFile(join(folder, 'none'))],
      [/WAYS_FILE .*file: is not JSON/, () => readWaysFile(file)],
      [/IMAGE_CACHE_DIR .*cannot be written \(ENOTDIR\)/, () => openUsageFile(join(file, 'x'))],
    ]
    for (const [sentence, work] of cases)
      for (const explain of [explainStart, explainInCommand]) {
        assert.match(await saidOf(work, explain), sentence)
        assert.doesNotMatch(await saidOf(work, explain), /^\s+at /m)
      }
  })

  it('by an address that cannot be listened at says which setting it is', async () => {
    const listenAt = (host: string, port: number) =>
      new Promise<string>(resolve => {
        const server = createServer().once('error', error => resolve(explainStart(error)))
        server.listen(port, host, () => server.close(() => resolve('listens')))
      })
    assert.match(await listenAt('203.0.113.5', 0), /^HOST 203\.0\.113\.5 is no address of this/)
    assert.match(await listenAt('nosuch.host.invalid', 0), /^HOST nosuch\.host\.invalid/)
    const refused = Object.assign(new Error('listen EACCES'), {
      ...{ syscall: 'listen', code: 'EACCES', port: 80 },
    })
    assert.match(explainStart(refused), /^The port 80 .*AmbientCapabilities/)
    const elsewhere = Object.assign(new Error('open EACCES'), { syscall: 'open', code: 'EACCES' })
    assert.match(explainStart(elsewhere), /^Error: open EACCES\n\s+at /)
  })
})
