import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createLog } from '../../src/kit/log.ts'

const logged = (format: 'text' | 'json', say: (log: ReturnType<typeof createLog>) => void) => {
  const lines: string[] = []
  say(createLog('info', format, { write: text => lines.push(text) }))
  return lines.join('')
}

it('is lines to read at a terminal', () => {
  const text = logged('text', log => {
    log.info('No browser found: installing Chromium.')
    log.info(
      { id: 'req_1', method: 'GET', route: '/v1/usage', status: 200, ms: 1.2, key: 'key_1' },
      'request',
    )
    log.warn({ host: 'a.test' }, 'image not refreshed')
    log.error({ err: new Error('broken'), id: 'req_2', status: 500, method: 'GET' }, 'request')
    log.debug('nobody asked')
  })
  const lines = text.split('\n')
  assert.match(lines[0] ?? '', /^\d\d:\d\d:\d\d {2}No browser found: installing Chromium\.$/)
  assert.match(lines[1] ?? '', /^\S+ {2}GET \/v1\/usage 200 in 1\.2 ms {2}key=key_1$/)
  assert.match(lines[2] ?? '', /warning: image not refreshed {2}host=a\.test$/)
  assert.match(lines[3] ?? '', /error: GET .* id=req_2/)
  assert.match(lines[4] ?? '', /^ +Error: broken$/)
  assert.doesNotMatch(text, /nobody asked|"level"|pid/)
})

it('says of a request that failed whose it was, and of one that did not only the key', () => {
  const lineOf = (status: number) =>
    logged('text', log => {
      const whose = { key: 'key_1', account: 'acc_1' }
      log.info({ id: 'req_1', method: 'GET', route: '/v1/x', status, ms: 1, ...whose }, 'request')
    })
  assert.match(lineOf(200), /200 in 1 ms {2}key=key_1$/m)
  assert.match(lineOf(402), /402 in 1 ms {2}key=key_1 {2}account=acc_1$/m)
  assert.match(lineOf(500), /500 in 1 ms {2}id=req_1 {2}key=key_1 {2}account=acc_1$/m)
  assert.doesNotMatch(
    logged('text', log => log.info({ status: 404 }, 'request')),
    /account/,
  )
})

it('is JSON for machines', () => {
  const line = JSON.parse(logged('json', log => log.info({ a: 1 }, 'said')))
  assert.deepEqual([line.msg, line.a, line.level], ['said', 1, 30])
})
