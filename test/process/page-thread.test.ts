import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readerTasks } from '../../src/base/reader/tasks.ts'
import { mcpTasks } from '../../src/doors/mcp/tasks.ts'
import { pageTasks } from '../../src/process/page-thread.ts'
import { pixelTasks } from '../../src/process/pixel-thread.ts'
import { brandingTasks } from '../../src/products/branding/tasks.ts'
import { crawlTasks } from '../../src/products/crawl/tasks.ts'
import { extractTasks } from '../../src/products/extract/tasks.ts'
import { readersTasks } from '../../src/products/readers/tasks.ts'
import { scheduleTasks } from '../../src/products/schedules/tasks.ts'

describe('the tables of threads', () => {
  it('lose no task to another of its name', () => {
    const products = [extractTasks, brandingTasks, crawlTasks, readersTasks, scheduleTasks]
    const tables = [readerTasks, ...products, mcpTasks]
    const names = tables.flatMap(table => Object.keys(table))
    assert.deepEqual(Object.keys(pageTasks).sort(), names.sort())
  })

  it('name only functions that there are', async () => {
    for (const [name, { load }] of Object.entries({ ...pageTasks, ...pixelTasks }))
      assert.equal(typeof (await load()), 'function', name)
  })
})
