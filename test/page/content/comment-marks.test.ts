import { test } from 'node:test'
import { isOneComment, saysComments } from '../../../src/page/content/comment-marks.ts'
import { descendants, parseHtml } from '../../../src/page/html/html.ts'
import { linesOf, tableOf } from '../../support/readings.ts'

test('which marks say that readers speak', t => {
  const marks = linesOf(`
    class=comments
    class=comment
    class="a comment b"
    class=commentary
    class=post-comments__item
    class=postComments
    class=recommend
    class=commentList
    class=kommentare
    class=yorumlar
    class=disqus_thread
    class=com
    id=comments
    id=comment-12
    id=comment_x
    id=comment12x
    role=comment
    itemprop=comment
    itemprop=comments
    itemtype=https://schema.org/Comment
    itemtype=https://schema.org/UserComments/
    itemtype=https://schema.org/CommentAction
    itemtype=https://schema.org/Article
    class=text
  `)
  const far = (chars: number) => `class="${'x'.repeat(chars)} comments"`
  const shown = tableOf([...marks, far(191), far(192)], mark => {
    const { root } = parseHtml(`<div ${mark}>x</div>`)
    const [element] = [...descendants(root)].filter(({ name }) => name === 'div')
    return (
      element &&
      [saysComments(element) && 'speak', isOneComment(element) && 'one'].filter(Boolean).join(', ')
    )
  })
  t.assert.fileSnapshot(shown, 'test/fixtures/comment-marks.json')
})
