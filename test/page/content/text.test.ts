import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { splitBlocks } from '../../../src/page/content/blocks.ts'
import { contentText } from '../../../src/page/content/text.ts'
import { visibleTree } from '../../../src/page/content/visible.ts'
import { readText } from '../../../src/page/content/words.ts'
import { parseHtml } from '../../../src/page/html/html.ts'

const textOf = (html: string) => contentText(visibleTree(parseHtml(html)))
const blocksOf = (html: string) => splitBlocks(parseHtml(html).root).blocks.map(({ text }) => text)

describe('plain text', () => {
  test('keeps the lines that a style keeps', () => {
    assert.equal(
      textOf('<p style="white-space:pre-line">one\n two <b>bo\nld</b></p>'),
      'one\ntwo bo\nld',
    )
    assert.equal(
      textOf('<p class=whitespace-pre-line>a\n\nb<i class=whitespace-normal>c\nd</i>'),
      'a\nbc d',
    )
    assert.equal(textOf('<p style="white-space:nowrap">a\nb</p>'), 'a b')
  })

  test('block elements and line breaks end a line, inline elements do not', () => {
    assert.equal(
      textOf('<div>one<p>two <b>bo</b>ld</p>three<br>four</div>'),
      'one\ntwo bold\nthree\nfour',
    )
  })

  test('neighbouring inline elements are separate words, drop caps are not', () => {
    assert.equal(textOf('<p><a>one</a><a>two</a></p>'), 'one two')
    assert.equal(textOf('<p><span>O</span>nce</p>'), 'Once')
  })

  test('cells are separated by tabs, code keeps its lines', () => {
    assert.equal(textOf('<table><tr><td>a</td><td>b</td></tr></table>'), 'a\tb')
    assert.equal(textOf('<pre>a\n  b</pre>'), 'a\n  b')
  })
})

describe('the visible page', () => {
  test('holds no scripts, styles, templates or hidden elements', () => {
    const html = `<style>s</style><script>t</script><template>u</template><p hidden>v</p>
      <p style="color:red; display : none">w</p><p>seen</p><select><option>x</option></select>`
    assert.equal(textOf(html), 'seen')
  })

  test('keeps pictures and frames', () => {
    const tree = visibleTree(parseHtml('<p>a<img src="i.png"><iframe src="f"></iframe></p>'))
    const paragraph = tree.children[0]
    assert.ok(paragraph?.type === 'element')
    assert.deepEqual(
      paragraph.children.map(child => (child.type === 'text' ? child.text : child.name)),
      ['a', 'img', 'iframe'],
    )
  })
})

describe('blocks', () => {
  test('end at block elements and at two line breaks, not at one', () => {
    assert.deepEqual(blocksOf('<div>a<br>b<br> <br>c<p>d <i>e</i></p>f</div>'), [
      'a b',
      'c',
      'd e',
      'f',
    ])
  })

  test('a pre is one block, silent elements none', () => {
    assert.deepEqual(blocksOf('<pre>x\n\n<div>y</div></pre><script>z</script>'), ['x y'])
  })
})

describe('words', () => {
  test('are counted with their digits, capitals and marks', () => {
    const { words, digits, uppers, commas, stops, currencies } = readText(
      'From $12.50, the Tide Mill opens. Été à Brest!',
    )
    assert.deepEqual(
      { words, digits, uppers, commas, stops, currencies },
      {
        words: 10,
        digits: 4,
        uppers: 5,
        commas: 1,
        stops: 2,
        currencies: 1,
      },
    )
  })

  test('equal texts have equal digests, whatever the case', () => {
    assert.equal(readText('Read More').digest, readText('read more!').digest)
    assert.notEqual(readText('read more').digest, readText('more read').digest)
  })
})
