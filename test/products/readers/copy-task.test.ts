import assert from 'node:assert/strict'
import { it } from 'node:test'
import { copyForTeaching } from '../../../src/products/readers/copy-task.ts'

const url = 'https://lamps.test/lamps/one'
const likeIn = (...hrefs: string[]) => {
  const links = hrefs.map(href => `<p><a href="${href}">A lamp</a></p>`).join('')
  return copyForTeaching({ url, source: `<title>Lamps</title><main>${links}</main>` }).like
}

it('addresses beside a page’s own are like it, each once, without their fragments', () => {
  assert.deepEqual(
    likeIn('two', '/lamps/three#size', 'two#top', 'https://lamps.test/lamps/four?a=1'),
    [
      'https://lamps.test/lamps/two',
      'https://lamps.test/lamps/three',
      'https://lamps.test/lamps/four?a=1',
    ],
  )
  assert.equal(likeIn(...Array.from({ length: 12 }, (_, at) => `lamp-${at}`)).length, 10)
})

it('the page itself, folders, other places and other schemes are not', () => {
  for (const href of ['one', '#top', url, './', '/about', '../two', 'https://other.test/lamps/two'])
    assert.deepEqual(likeIn(href), [], href)
  assert.deepEqual(likeIn('mailto:lamps/two@lamps.test', 'ftp://lamps.test/lamps/two'), [])
})
