import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, it } from 'node:test'
import { UsageError } from '../../src/commands/command-error.ts'
import { checkCall, readArguments } from '../../src/commands/command-line.ts'

const roll = { usage: 'webhooks secret [--account …] [--roll]', about: '' }
const backup = { usage: 'backup <file> [--with-key]  |  backup --check <file>', about: '' }
const undo = { usage: 'pin undo <domain> [icon|dark|og]', about: '' }

const refusal = (command: typeof roll, args: string[], flags: Record<string, unknown> = {}) => {
  try {
    checkCall('it', command, { args, flags })
    return undefined
  } catch (error) {
    assert.ok(error instanceof UsageError)
    return error.message.split('\n')[0]
  }
}

describe('an operator’s command takes what its usage line names, and nothing else', () => {
  it('passes what it names', () => {
    assert.equal(refusal(roll, [], { roll: true, account: 'acme', plan: undefined }), undefined)
    assert.equal(refusal(backup, ['file'], { check: true }), undefined)
    assert.equal(refusal(undo, ['example.com', 'icon']), undefined)
    assert.equal(refusal(undo, ['example.com']), undefined)
  })

  it('refuses everything else, with what was probably meant', () => {
    for (const [command, args, flags, sentence] of [
      [
        ...[roll, ['[--account', '…]'], { roll: true }],
        '"it" does not take "[--account" "…]". Square brackets mark optional parts: type those without the brackets.',
      ],
      [roll, ['roll'], {}, '"it" does not take "roll". Did you mean --roll?'],
      [roll, [], { name: 'x' }, '"it" has no option --name.'],
      [roll, [], { account: '' }, '--account is empty. Give it a value, or leave it out.'],
      [roll, [], { account: '…' }, '"…" stands for a value of yours.'],
      [backup, ['one', 'two'], {}, '"it" does not take "two".'],
      [undo, ['example.com', 'icon', 'dark'], {}, '"it" does not take "dark".'],
    ] as [typeof roll, string[], object, string][])
      assert.equal(refusal(command, args, { ...flags }), sentence)
    assert.throws(() => readArguments(['keys', 'list', '--acount', 'x']), {
      message: /^There is no option --acount\. Did you mean --account\?/,
    })
  })

  it('does nothing before that: there need not even be a database', () => {
    const siteray = (...args: string[]) => {
      const { status, stdout, stderr } = spawnSync(process.execPath, ['src/cli.ts', ...args], {
        env: { PATH: process.env.PATH, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' },
        encoding: 'utf8',
      })
      return { status, said: stdout + stderr }
    }
    const pasted = siteray('webhooks', 'secret', '--roll', '[--account', '…]')
    assert.equal(pasted.status, 2)
    assert.match(pasted.said, /Square brackets.*\nUsage: npm run siteray -- webhooks secret/)

    const { said: help } = siteray('help')
    assert.ok(help.indexOf('  doctor\n') < help.indexOf('  keys create '), 'doctor comes first')
    assert.ok(!help.includes('\nMore\n'), 'every command is in a group')
    const { said: unknown } = siteray('help', 'nothing')
    assert.match(unknown, /^There is no command "nothing"/)
  })
})
