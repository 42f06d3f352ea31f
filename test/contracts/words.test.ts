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
})
