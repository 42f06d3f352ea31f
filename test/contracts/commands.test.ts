import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'

/** The ending of a test file says which command runs it. */
const commands: Record<string, string> = {
  '.test.ts': 'test',
  '.more.ts': 'test:more',
  '.fault.ts': 'test:faults',
  '.deploy.ts': 'test:deploy',
  '.tools.ts': 'test:clients',
}

const files = globSync('test/**/*.ts').filter(
  file => !/^test\/(?:support|pages\/|dumps)/.test(file),
)

describe('a test file', () => {
  it('is run by exactly one command', () => {
    const holdsTests = (file: string) => /^(?:describe|it|test)\(/m.test(readFileSync(file, 'utf8'))
    const endings = Object.keys(commands)
    assert.deepEqual(
      files.filter(file => holdsTests(file) && !endings.some(ending => file.endsWith(ending))),
      [],
    )
  })

  it('has a command that is there and documented', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
    const guide = readFileSync('CONTRIBUTING.md', 'utf8')
    for (const command of Object.values(commands)) {
      assert.ok(command in scripts, command)
      assert.ok(guide.includes(`npm ${command === 'test' ? '' : 'run '}${command} `), command)
    }
  })
})
