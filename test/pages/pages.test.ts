import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { diff } from 'node:util'
import { known } from './known.ts'
import { faultsOf, mend, openPage, pageNames } from './page-folder.ts'

const names = pageNames()

describe('a page of the web is read as people reviewed it', () => {
  for (const name of names)
    it(name, () => {
      const { expected, given } = openPage(name)
      let mended = given
      for (const fault of faultsOf(name)) {
        const next = mend(mended, { expected, fault })
        if (next === undefined)
          assert.fail(`A known fault is not there any more: delete it from known/. ${fault.why}`)
        mended = next
      }
      if (mended !== expected) assert.fail(differences(mended, expected))
    })
})

/** What was given and not expected (`+`), and what was expected and not given (`-`). */
const differences = (given: string, expected: string): string => {
  const signs = new Map([
    [1, '+'],
    [-1, '-'],
  ])
  const lines = diff(given.split('\n'), expected.split('\n')).map(
    ([change, line]) => `${signs.get(change) ?? ' '} ${line}`,
  )
  const isNear = (index: number) =>
    lines.slice(Math.max(0, index - 2), index + 3).some(line => !line.startsWith(' '))
  const near = lines.filter((_, index) => isNear(index))
  return ['Not as in expected.md (- expected, + given):', ...near].join('\n')
}

describe('a known fault', () => {
  it('is one of a page that is there', () => {
    const pages = new Set(known.map(({ page }) => page))
    assert.deepEqual([...pages].filter(page => !names.includes(page)).sort(), [])
  })

  it('says something else than what is right', () => {
    assert.deepEqual(
      known.filter(({ right, now }) => right === now),
      [],
    )
  })
})
