import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { known } from './known.ts'
import { faultsOf, mend, openPage, pageNames } from './page-folder.ts'

const names = pageNames()

describe('a real page is read as people reviewed it', () => {
  for (const name of names)
    it(name, () => {
      const { expected, given } = openPage(name)
      let mended = given
      for (const fault of faultsOf(name)) {
        const next = mend(mended, { expected, fault })
        assert.ok(next, `Not given any more, or not once: delete it from known.ts. ${fault.why}`)
        mended = next
      }
      assert.deepEqual(mended.split('\n'), expected.split('\n'))
    })
})

describe('a known fault', () => {
  it('is one of a page that is there', () => {
    assert.deepEqual(
      known.filter(({ page }) => !names.includes(page)),
      [],
    )
  })

  it('says something else than what is right', () => {
    assert.deepEqual(
      known.filter(({ right, now }) => right === now),
      [],
    )
  })
})
