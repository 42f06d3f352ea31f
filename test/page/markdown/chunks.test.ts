import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { parse, postprocess, preprocess } from 'micromark'
import { gfm } from 'micromark-extension-gfm'
import { type Chunk, chunkMarkdown } from '../../../src/page/markdown/chunks.ts'
import { countTokens } from '../../../src/page/markdown/tokens.ts'
import { cpuMs } from '../../support/cpu-time.ts'
import { createRandom } from '../../support/random.ts'

/** Where another reader of Markdown sees tables and code blocks. */
const wholesOf = (markdown: string): { start: number; end: number }[] => {
  const chunks = preprocess()(markdown, undefined, true)
  const events = postprocess(
    parse({ extensions: [gfm()] })
      .document()
      .write(chunks),
  )
  const names = new Set(['table', 'codeFenced', 'codeIndented'])
  return events
    .filter(([way, token]) => way === 'enter' && names.has(token.type))
    .map(([, token]) => ({ start: token.start.offset, end: token.end.offset }))
}

/** What holds of any text. */
const checkChunks = (markdown: string, maxTokens: number): Chunk[] => {
  const chunks = chunkMarkdown(markdown, maxTokens)
  const wholes = wholesOf(markdown)
  let before = 0
  for (const { text, start, end, tokens } of chunks) {
    assert.equal(markdown.slice(start, end), text)
    assert.equal(markdown.slice(before, start).trim(), '', 'nothing but white space is left out')
    assert.equal(text.isWellFormed(), markdown.isWellFormed() || text.isWellFormed())
    assert.notEqual(text.trim(), '')
    const isWhole = wholes.some(whole => whole.start >= start - 4 && whole.end <= end + 1)
    assert.ok(tokens <= maxTokens || isWhole, `${tokens} tokens of ${maxTokens}`)
    for (const cut of [start, end])
      for (const whole of wholes) {
        const isInside = cut > whole.start && cut < whole.end
        const isEdge =
          markdown.slice(whole.start, cut).trim() === '' ||
          markdown.slice(cut, whole.end).replace(/[>\s]/g, '') === ''
        assert.ok(
          !isInside || isEdge,
          `cut at ${cut} in ${JSON.stringify(markdown.slice(whole.start, whole.end))}`,
        )
      }
    before = end
  }
  assert.equal(markdown.slice(before).trim(), '')
  return chunks
}

const table = (rows: number) =>
  ['| a | b |', '| --- | --- |', ...Array.from({ length: rows }, (_, n) => `| ${n} | x |`)].join(
    '\n',
  )
const sentences = (count: number) =>
  Array.from({ length: count }, (_, n) => `This is the sentence number ${n} of a text.`).join(' ')

describe('chunks', () => {
  it('are cut at headings, and know the headings they stand under', () => {
    const markdown = `Before all.\n\n# Rivers\n\n## *Their* [banks](https://a.example/x)\n\nGreen.\n\n## Bridges \\#1 ##\n\nStone.\n\nSeas\n====\n\nSalt.`
    const chunks = checkChunks(markdown, 500)
    assert.deepEqual(
      chunks.map(({ text, headings }) => [headings.join(' > '), text]),
      [
        ['', 'Before all.'],
        ['Rivers > Their banks', '# Rivers\n\n## *Their* [banks](https://a.example/x)\n\nGreen.'],
        ['Rivers > Bridges #1', '## Bridges \\#1 ##\n\nStone.'],
        ['Seas', 'Seas\n====\n\nSalt.'],
      ],
    )
    assert.deepEqual(chunkMarkdown('', 500), [])
    assert.deepEqual(chunkMarkdown(' \n\n ', 500), [])
    assert.equal(chunkMarkdown('# Only a heading', 500).length, 1)
  })

  it('of a long section end at blocks, then items, then sentences, and stay below the limit', () => {
    const blocks = `# A\n\n${sentences(4)}\n\n${sentences(4)}\n\n${sentences(4)}`
    const parts = checkChunks(blocks, 120)
    assert.ok(parts.length >= 2)
    for (const { text, headings } of parts) {
      assert.ok(text.endsWith('of a text.'))
      assert.deepEqual(headings, ['A'])
    }
    const list = Array.from({ length: 40 }, (_, n) => `- item ${n}\n  goes on\n  - below it`)
    for (const { text } of checkChunks(list.join('\n'), 60)) assert.match(text, /^- item/)
    for (const { text } of checkChunks(sentences(60), 50)) assert.match(text, /^This.*text\.$/s)
  })

  it('never cut a table or a code block: what is too large stands alone with its heading', () => {
    const code = `\`\`\`js\n# no heading\n\n${'call()\n'.repeat(100)}\`\`\``
    const markdown = `# A\n\n${sentences(3)}\n\n${table(60)}\n\n${sentences(3)}\n\n## B\n\n${code}\n\nEnd.`
    const texts = checkChunks(markdown, 60).map(({ text }) => text)
    assert.ok(texts.includes(table(60)))
    assert.ok(texts.includes(`## B\n\n${code}`))
    assert.equal(texts.at(-1), 'End.')
  })

  it('take for a table what has heads over a row of dashes between bars, and nothing else', () => {
    const long = ' one two three four five six'.repeat(3)
    const rules: [rule: string, isTable: boolean][] = [
      ['--|--', true],
      ['| :-: | - |', true],
      ['\t-\t|', true],
      [':: | ::', false],
      ['- : -', false],
      ['- | x', false],
    ]
    const texts = (rule: string) =>
      chunkMarkdown(`a | b\n${rule}\n${long} | ${long}`, 20).map(({ text }) => text)
    for (const [rule, isTable] of rules) assert.equal(texts(rule).length === 1, isTable, rule)
    const [{ headings } = { headings: [] }] = chunkMarkdown('a | b\n---\n\ntext', 50)
    assert.deepEqual(headings, ['a | b'])
  })

  it('hold in code of every kind: in lists and quotations, open to the end, with fences inside', () => {
    for (const code of [
      '~~~~\n~~~\n# x\n~~~~',
      '- one\n\n  ```\n  a\n\n  b\n  ```\n- two',
      '> ```\n> a\n>\n> b\n> ```\n\nafter',
      '1. x\n\n       code\n\n       more\n\n   text',
      'text\n\n    code\n\n    # more\n\ntext',
      '```\nnever closed\n\n# no heading',
      '- ```\n  a\nout of it',
      '| a |\n|---|\n| b |\n```\nx\n\ny\n```',
      'a | b\n--|--\n1 | 2\n\ntext | more',
      '> | a | b |\n> |---|---|\n> | 1 | 2 |',
    ])
      for (const max of [3, 6, 12]) checkChunks(`# A\n\nWords.\n\n${code}\n\nThe end.`, max)
  })

  it('of Chinese and Japanese end at sentences too, and never between halves of a character', () => {
    const chinese = '河流是地球上最重要的水源之一。它们流过山谷，流向大海！人们住在河边。'.repeat(
      20,
    )
    for (const { text } of checkChunks(chinese, 60)) assert.match(text, /[。！]$/)
    for (const max of [1, 2, 7]) checkChunks('𠮷野家🏞️'.repeat(50), max)
    for (const { text } of checkChunks('👩‍👩‍👧‍👦'.repeat(40), 9)) assert.ok(text.isWellFormed())
  })

  it('keep to their rules on every page of ours', () => {
    const files = globSync('test/pages/*/expected.md')
    assert.ok(files.length > 60)
    for (const file of files)
      for (const max of [20, 100]) checkChunks(readFileSync(file, 'utf8').trim(), max)
  })

  it('keep to their rules whatever blocks follow one another', () => {
    const { int, pick } = createRandom(7)
    const indent = (text: string, by: string) => text.replace(/^(?=.)/gm, by)
    const leaf = (): string =>
      pick([
        () => sentences(1 + int(5)),
        () => table(int(6)),
        () => `\`\`\`\n${pick(['', 'x\n\ny\n', '# no\n', '| a |\n|---|\n', '- ~~~\n'])}\`\`\``,
        () => '    indented\n\n    # code',
        () => '水は高きから低きへ流れる。'.repeat(1 + int(9)),
        () => `${'#'.repeat(1 + int(6))} Heading`,
        () => '***',
        () => 'hard\\\nbreaks  \nand lines',
      ])()
    const block = (depth: number): string => {
      const kind = depth > 2 ? 0 : int(5)
      if (kind === 3) return `- ${indent(block(depth + 1), '  ').trimStart()}\n- two`
      if (kind === 4) return indent(block(depth + 1).replace(/^$/gm, ' '), '> ')
      return leaf()
    }
    for (let round = 0; round < 300; round++) {
      const count = 1 + int(8)
      const markdown = Array.from({ length: count }, () => block(0)).join(pick(['\n\n', '\n\n\n']))
      checkChunks(markdown, pick([5, 20, 60, 200]))
    }
  })

  it('take time in proportion to the text', () => {
    for (const part of ['a ', '[(', '> - ', '\n#', '- a\n', '```\n', '| a |\n|-|\n']) {
      const text = part.repeat(300_000 / part.length)
      assert.ok(cpuMs(() => chunkMarkdown(text, 100)) < 2_000, part)
    }
  })
})

describe('the estimate of tokens', () => {
  /** How many tokens eight of a character are, by the first and the last one of its kind. */
  const kinds: [tokens: number, what: string, characters: string][] = [
    [2, 'plain letters and white space', 'azAZ \n'],
    [6, 'figures, signs and other white space', '`{@[09\t\x7f'],
    [8, 'letters with accents', '\x80\u036f'],
    [7, 'signs and syllables of East Asia', '\u2e80\ua4cf\uac00\ud7af\uf900\ufaff\uff00\uffef'],
    [3, 'all others', '\u0370\u2e7f\ua4d0\uabff\ud7b0\uf8ff\ufb00\ufeff\ufff0'],
  ]
  for (const [tokens, what, characters] of kinds)
    it(`of ${what}`, () => {
      for (const one of characters)
        assert.equal(
          countTokens(one.repeat(8))(0, 8),
          tokens,
          `U+${one.charCodeAt(0).toString(16)}`,
        )
    })

  it('of a part is rounded up, wherever it stands', () => {
    const count = countTokens('é水aaaa')
    assert.deepEqual(
      [count(0, 0), count(2, 3), count(2, 6), count(1, 3), count(0, 2)],
      [0, 1, 1, 2, 2],
    )
  })
})
