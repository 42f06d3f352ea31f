import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { describe, it } from 'node:test'
import { collect } from '../../client/src/command/collect.ts'
import type { Context } from '../../client/src/command/context.ts'
import { nameKey, nameOf } from '../../client/src/command/file-names.ts'
import { readOptions } from '../../client/src/command/options.ts'
import { filesOf } from '../../client/src/command/page-files.ts'
import { createBar } from '../../client/src/command/progress.ts'
import { everywhere } from '../../client/src/command/shared-options.ts'
import { createFileNames } from '../../src/base/jobs/file-names.ts'

describe('the name of a page’s file', () => {
  const nameAll = (urls: string[], ending = '.md') => {
    const used = new Set<string>()
    return urls.map(url => {
      const stem = nameOf(url, free => !used.has(nameKey(free + ending)))
      used.add(nameKey(stem + ending))
      return stem
    })
  }

  it('is its host and path, and no two are the same', () => {
    const at = 'https://site.test'
    assert.deepEqual(
      nameAll([
        `${at}/`,
        `${at}/a/b`,
        `${at}/A/B`,
        `${at}/a/b?x=1`,
        `${at}/a/b?x=1`,
        'site.test/c',
        'no url',
      ]),
      ['index', 'a/b', 'A/B-2', 'a/b-x=1', 'a/b-x=1-2', 'c']
        .map(name => `site.test/${name}`)
        .concat('unknown/page'),
    )
  })

  const hostile = [
    '/..%2f..%2fetc/passwd',
    '/%2e%2e/%2e%2e/x',
    '/a%00b',
    '/con',
    '/aux.txt',
    '/...',
    '/%E2%80%AEgnp.exe',
    `/${'long/'.repeat(100)}`,
    `/${'%F0%9F%90%99'.repeat(300)}`,
    '/page.md/below',
    '/..%5C..%5Cx',
  ]

  it('leads nowhere else, whatever an address says', () => {
    for (const path of hostile) {
      const [name = ''] = nameAll([`https://site.test:8080${path}`])
      assert.ok(name.startsWith('site.test-8080/'), name)
      for (const part of name.split('/')) {
        assert.ok(Buffer.byteLength(part) <= 200 && part !== '', name)
        assert.doesNotMatch(part, /^\.|\.$|[\\:*?"<>|\u202e]|\.md$|\p{Cc}/u)
        assert.doesNotMatch(part, /^(con|aux)(\.|$)/)
      }
    }
    assert.deepEqual(nameAll(['http://manifest.jsonl/']), ['manifest_jsonl/index'])
  })

  it('is the one that the server’s ZIP gives it', () => {
    const usual = [
      '/',
      '/a/b',
      '/A/B',
      '/a/b?x=1',
      '/a/b?x=1',
      '/%E4%BD%A0%20?q=%zz',
      '/notes.txt/x',
    ]
    const urls = [
      ...[...usual, ...hostile].map(path => `https://site.test:8080${path}`),
      ...['site.test/c', 'no url', 'another one', 'http://manifest.jsonl/', '\ud800'],
    ]
    const nameInZip = createFileNames()
    assert.deepEqual(
      urls.map(url => nameInZip(url)),
      nameAll(urls).map(stem => `${stem}.md`),
    )
  })
})

describe('the files of a page', () => {
  const page = { url: 'u', markdown: '# a\n\n', metadata: { title: 'a' } }
  const endings = (extra: object, whole = false) =>
    filesOf({ ...page, ...extra }, whole).map(({ ending }) => ending)

  it('are one for each text, and one for everything else', () => {
    assert.deepEqual(filesOf(page, false), [{ ending: '.md', content: '# a\n' }])
    assert.deepEqual(endings({ html: '<p>', links: ['x'] }), ['.md', '.html', '.json'])
    assert.deepEqual(endings({ screenshot: 'data:image/png;base64,AAAA' }), ['.md', '.png'])
    assert.deepEqual(endings({ html: '<p>' }, true), ['.json'])
    assert.deepEqual(filesOf({ url: 'u', error: 'No.', code: 'page_empty' }, false), [])
  })
})

describe('a job that is followed', () => {
  it('shows a bar on a terminal, but not to who wants to hear of nothing but results', async () => {
    const shownWith = async (...typed: string[]) => {
      let shown = ''
      const write = (text: string) => {
        shown += text
        return true
      }
      const state = { ...{ id: 'b', status: 'completed', total: 1 }, completed: 1, failed: 0 }
      const job = {
        id: async () => 'b',
        async *items() {
          yield { url: 'https://site.test/' }
        },
        state: async () => ({ ...state, status: 'completed' as const, creditsUsed: 1 }),
        cancel: async () => undefined,
      }
      const screen = Object.assign(new EventEmitter(), { isTTY: true, columns: 60, write })
      const { stdin } = process
      const context = { env: {}, stdin, stdout: screen, stderr: screen } as unknown as Context
      const { signal } = new AbortController()
      const given = readOptions(typed, everywhere)
      await collect({ ...context, signal }, given, { kind: 'batch', job })
      return shown
    }
    assert.ok((await shownWith()).includes('\r\u001b[K'))
    assert.equal(await shownWith('--quiet'), 'https://site.test/  \n')
  })
})

describe('the bar', () => {
  const on = (isTTY: boolean) => {
    let text = ''
    let nowMs = 0
    const write = (part: string | Uint8Array) => {
      text += part
      return true
    }
    const bar = createBar({ isTTY, columns: 60, write }, () => nowMs)
    return { bar, pass: (ms: number) => (nowMs += ms), shown: () => text.split('\r\u001b[K').pop() }
  }

  it('shows how far it is, how fast, and how long still', () => {
    const { bar, pass, shown } = on(true)
    pass(1_000)
    bar.show({ read: 10, failed: 0, total: 40 })
    pass(9_000)
    bar.show({ read: 18, failed: 2, total: 40 })
    assert.match(shown() ?? '', /^\[#+\.+\] 20 of 40 {2}2 failed {2}1\.0\/s {2}0:20 left$/)
    assert.ok((shown() ?? '').length <= 60)
    pass(50)
    bar.show({ read: 19, failed: 2, total: 40 })
    assert.match(shown() ?? '', /20 of 40/, 'not ten times a second')
    bar.clear()
    assert.equal(shown(), '')
  })

  it('is for somebody who looks', () => {
    const { bar, shown } = on(false)
    bar.show({ read: 1, failed: 0, total: 2 })
    bar.clear()
    assert.equal(shown(), '')
  })
})
