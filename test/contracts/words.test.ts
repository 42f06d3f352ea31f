import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, it } from 'node:test'

/** One word for one thing, in words that a stranger understands. */
const files = globSync('{src,ui/src,client/src,bench,scripts}/**/*.{ts,tsx}').sort()
const linesOf = (file: string) => readFileSync(file, 'utf8').split('\n')

const found = (wrong: (line: string) => boolean, but: readonly RegExp[] = []): string[] =>
  files.flatMap(file =>
    linesOf(file).flatMap((line, index) =>
      wrong(line) && !but.some(allowed => allowed.test(line)) ? [`${file}:${index + 1}`] : [],
    ),
  )

const sources = files.filter(file => file.startsWith('src/'))
const exportedNames = (from: readonly string[]): string[] =>
  from.flatMap(file =>
    [
      ...readFileSync(file, 'utf8').matchAll(
        /^export (?:async )?(?:const|function\*?|class|type) (\w+)/gm,
      ),
    ].map(([, name = '']) => name),
  )
/** `createOwnCa` and `own-ca.ts` in words: “create own ca”, “own ca ts”. */
const inWords = (name: string): string =>
  name
    .replace(/(?<=[a-z\d])(?=[A-Z])/g, ' ')
    .replace(/[^A-Za-z\d]+/g, ' ')
    .toLowerCase()
/** The paths of src, and all that it exports. */
const named = [...sources, ...exportedNames(sources)].map(inWords)

describe('the words of the code', () => {
  it('files are named for what they hold', () => {
    const empty =
      /^(some|nothing|put|told|work|utils?|helpers?|misc|common|lib|manager|service)\.tsx?$/
    assert.deepEqual(
      files.filter(file => empty.test(basename(file))),
      [],
    )
  })

  it('a color is a color, but for lists of the words that pages use', () => {
    const lists = [/color colour/, /\['colour'\]/]
    assert.deepEqual(
      found(line => /colour/i.test(line), lists),
      [],
    )
  })

  it('comments cite only what is in the repository', () => {
    assert.deepEqual(
      found(line =>
        /\b(spec|contract|design)(\.md|\.txt)?,? §|contract\.txt|design\.md/.test(line),
      ),
      [],
    )
  })

  it('callers are quoted in "…"', () => {
    // Pages write titles with guillemets; a string of nothing but signs is a list of them.
    assert.deepEqual(
      found(line => /«|»/.test(line), [/\[[^\]]*»[^\]]*\]/, /'[^'\w\s]*»[^'\w\s]*'/]),
      [],
    )
  })

  it('the glossary of ARCHITECTURE.md has at most 40 words, and the code uses each', () => {
    const section = readFileSync('ARCHITECTURE.md', 'utf8').split('## Our words\n')[1] ?? ''
    const words = [...(section.split('\n## ')[0] ?? '').matchAll(/^\| ([A-Za-z ]+) \|/gm)]
      .map(([, word = '']) => word)
      .filter(word => word !== 'word')
    assert.ok(words.length > 20 && words.length <= 40, `${words.length} words`)
    assert.deepEqual(
      words,
      words.toSorted((a, b) => a.localeCompare(b)),
    )
    const used = [...named, ...exportedNames(['test/contracts/floors.ts']).map(inWords)]
    const isUsed = (word: string) => {
      const whole = new RegExp(`\\b${word.toLowerCase()}s?\\b`)
      return used.some(name => whole.test(name))
    }
    assert.deepEqual(
      words.filter(word => !isUsed(word)),
      [],
    )
  })

  it('no file and no export has a name of the old dialect', () => {
    const dialect =
      /\b(?:harvest|courier|ticket|lane|tall(?:y|ie)|shel(?:f|ve)|fronts|wish|slip|voucher)(?:e?s)?\b/
    // Users’ nginx sends the header X-Siteray-Ticket, and edge.ts is what knows of it.
    const edge = new Set(['ticket header', 'tickets', 'create tickets'])
    assert.deepEqual(
      named.filter(name => dialect.test(name) && !edge.has(name)),
      [],
    )
  })
})
