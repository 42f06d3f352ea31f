import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { before, describe, it } from 'node:test'
import { checkCall, readArguments } from '../../src/commands/command-line.ts'
import type { TestApp } from '../support/app.ts'
import { examples } from '../support/docs-examples.ts'
import {
  documents,
  isFirst,
  notRun,
  runDocument,
  runnable,
  startDocumented,
} from '../support/documents.ts'

let app: TestApp
before(async () => {
  app = await startDocumented()
})

describe('the examples of the documents', () => {
  it('are run, or named with the reason why not', () => {
    for (const { file, begins } of notRun) {
      const found = examples().filter(one => one.file === file && one.code.startsWith(begins))
      assert.equal(found.length, 1, `${file}: ${begins}`)
    }
    const languages = new Set(runnable.map(({ language }) => language))
    assert.deepEqual([...languages].sort(), ['html', 'sh'])
  })

  for (const file of documents.filter(isFirst))
    it(`${file} works as it stands`, () => runDocument(app, file))
})

describe('the operator’s commands in the documents', () => {
  it('are what the command takes', () => {
    const help = spawnSync(process.execPath, ['src/cli.ts', 'help'], { encoding: 'utf8' }).stdout
    const usages = help.split('\n').flatMap(line => /^ {2}(\S.*)$/.exec(line)?.[1] ?? [])
    const commands = usages.map(usage => {
      const name = usage.split(/ (?=[<[-])| {2}\|/, 1)[0] ?? usage
      return { name, usage, about: '' }
    })
    assert.ok(commands.length > 15)
    const texts = ['README.md', 'SECURITY.md', ...globSync('docs/*.md')].map(file => ({
      file,
      text: readFileSync(file, 'utf8'),
    }))
    const lines = texts.flatMap(({ file, text }) =>
      [...text.matchAll(/npm run (?:--silent )?siteray -- ([^`>\n]*)/g)].map(([, line = '']) => ({
        file,
        line: line.split(/\s+#/, 1)[0]?.trim() ?? '',
      })),
    )
    assert.ok(lines.length > 30)
    for (const { file, line } of lines) {
      if (/^(?:…|--help|\.\.\.)?$/.test(line)) continue
      const words = line.match(/'[^']*'|[^\s']+/g)?.map(word => word.replaceAll("'", '')) ?? []
      const { values, positionals } = readArguments(words)
      const command = [...commands]
        .sort((a, b) => b.name.length - a.name.length)
        .find(({ name }) => `${positionals.join(' ')} `.startsWith(`${name} `))
      assert.ok(command, `${file}: ${line}`)
      const args = positionals.slice(command.name.split(' ').length)
      const { json: _, help: __, version: ___, ...flags } = values
      checkCall(command.name, command, { args, flags })
    }
  })
})
