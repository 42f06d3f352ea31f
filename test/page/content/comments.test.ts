import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { settleComments } from '../../../src/page/content/comments.ts'
import type { PageType } from '../../../src/page/content/page.ts'
import { selectContent } from '../../../src/page/content/select.ts'
import { steps } from '../../../src/page/content/steps.ts'
import { contentText } from '../../../src/page/content/text.ts'
import { wholePage } from '../../../src/page/content/whole-page.ts'
import { parseHtml } from '../../../src/page/html/html.ts'
import { samplePages } from './pages.ts'
import { keptAfter, selectionOf } from './selection.ts'

type Options = Parameters<typeof selectContent>[1]

const read = (html: string, options: Options = {}) => {
  const content = selectContent(parseHtml(html), { essentials: true, ...options })
  return { ...content, text: contentText(content.tree) }
}

const paragraphs = [
  'The mill stood still for forty years, and the village had grown used to the silence of its wheel.',
  'Last spring two carpenters and a retired teacher began to clear the channel, stone by stone, with shovels.',
  'By August the sluice opened again, and the first flour since the war was ground on a Sunday morning.',
  'They plan to open the house to visitors twice a week, and to bake bread from their own flour in winter.',
]
const article = (below: string) =>
  `<html lang="en"><head><title>The mill turns again</title><meta property="og:type" content="article"></head><body><nav><a href="/a">Home</a><a href="/b">News</a></nav><main><article><h1>The mill turns again</h1>${paragraphs.map(text => `<p>${text}</p>`).join('')}</article>${below}</main><footer><p>© 2025 The Valley News</p></footer></body></html>`

const comment = (n: number, attributes: string) =>
  `<div ${attributes}><img src="/${n}.png" alt=""><b>Reader ${n}</b> <time datetime="2025-09-0${n}">${n} September</time><p>I remember the wheel from my childhood, and number ${n} is my house beside it.</p><a href="#reply">Reply</a></div>`
const thread = (attributes: (n: number) => string, around: string) =>
  `<section ${around}><h2>Readers</h2>${[1, 2, 3].map(n => comment(n, attributes(n))).join('')}<form><textarea></textarea><button>Send</button></form></section>`

const marked = article(thread(n => `class="comment" id="comment-${n}"`, 'class="comments"'))

describe('comments', () => {
  it('are left out of an article, and counted', () => {
    const { text, commentsLeftOut } = read(marked)
    assert.ok(!text.includes('my childhood'), text)
    assert.equal(commentsLeftOut, 3)
  })

  it('stay there with include, without the form and the labels that all of them have', () => {
    const { text, commentsLeftOut } = read(marked, { comments: 'include' })
    for (const n of [1, 2, 3]) assert.ok(text.includes(`number ${n} is my house`), text)
    assert.ok(text.includes('Reader 2'))
    assert.ok(!text.includes('Send') && !text.includes('Reply'), text)
    assert.equal(commentsLeftOut, 0)
  })

  it('are not what a page says of itself, however its markup calls it', () => {
    const own = (inside: string) =>
      `<h1>Soba</h1>${article('')}<div class="pr-comment"><h2>Milled by water</h2>${inside}</div>`
    const read = (inside: string, likely = 0.9) =>
      keptAfter(
        settleComments,
        selectionOf(own(inside), { pageType: 'service', typeShare: 0.9, likely: () => likely }),
      )
    const isKept = (inside: string, likely?: number) =>
      read(inside, likely).includes('Milled by water')
    const text = '<p>The grain is milled every morning in the stream behind the house.</p>'
    assert.ok(isKept(text))
    assert.ok(!isKept(text, 0.7))
    assert.ok(!isKept(`${text}<time>4 July</time>`, 0.7))
    assert.ok(!isKept(`<div class="comment">${text}</div>`, 0.7))
  })

  it('stay where the model is sure of them, and the page is no article: replies to a report', () => {
    const stays = (likely: number, typeShare: number) => {
      const wanted = { pageType: 'article', typeShare, likely: () => likely } as const
      const selection = selectionOf(marked.replace('og:type', 'other'), wanted)
      return keptAfter(settleComments, selection).join('\n').includes('my childhood')
    }
    assert.deepEqual([stays(0.8, 0.3), stays(0.7, 0.3), stays(0.8, 0.7)], [true, false, false])
  })

  it('are known by microdata, and by names in other languages', () => {
    const microdata = () => 'itemprop="comment" itemscope itemtype="https://schema.org/Comment"'
    assert.equal(read(article(thread(microdata, ''))).commentsLeftOut, 3)
    const spanish = thread(() => 'class="opinion"', 'class="lista-comentarios"')
    assert.equal(read(article(spanish)).commentsLeftOut, 3)
  })

  it('are known by their shape where the markup says nothing', () => {
    const page = article(thread(() => 'class="x9"', 'class="x8"'))
    const selection = selectionOf(page, { likely: () => 0.5 })
    assert.ok(!keptAfter(settleComments, selection).join('\n').includes('my childhood'))
    assert.equal(selection.commentsLeftOut, 3)
  })

  it('are not those of code, which its colors call so', () => {
    const code =
      '<pre><code><span class="token comment">// Turns the wheel.</span>\nwheel.turn()</code></pre>'
    const { text, commentsLeftOut } = read(article('').replace('</article>', `${code}</article>`))
    assert.ok(text.includes('wheel.turn()'), text)
    assert.equal(commentsLeftOut, 0)
  })

  it('are not what holds the headline, nor a commentary', () => {
    const open = article('').replace('<article>', '<article class="comments-open">')
    const commentary = article('').replace('<article>', '<article class="commentary">')
    for (const html of [open, commentary]) {
      const { text, commentsLeftOut } = read(html)
      for (const paragraph of paragraphs) assert.ok(text.includes(paragraph), text)
      assert.equal(commentsLeftOut, 0)
    }
  })

  it('are not counted where there is only a form for the first', () => {
    const form =
      '<section class="comments"><h2>Comments</h2><form><label>Your comment on this page</label><textarea></textarea></form></section>'
    assert.equal(read(article(form)).commentsLeftOut, 0)
  })

  it('are counted once each, whatever is around them or says that it is one', () => {
    const alone = thread(() => 'class="isso-comment"', 'id="isso-root"')
    const own = thread(() => 'class="a"', 'id="comments"').replaceAll(
      /div(?= class="a"|>)/g,
      'x-comment',
    )
    const single = `<div id="comments"><h3>One comment</h3>${comment(1, '')}</div>`
    const counts = [alone, own, single].map(below => read(article(below)).commentsLeftOut)
    assert.deepEqual(counts, [3, 3, 1])
  })

  it('stay in forums, unless the caller wants none', () => {
    const forum = samplePages.find(({ name }) => name === 'forum')
    const url = forum?.url ?? ''
    const html = forum?.html ?? ''
    for (const part of forum?.kept ?? []) assert.ok(read(html, { url }).text.includes(part), part)
    assert.equal(read(html, { url }).commentsLeftOut, 0)
  })

  it('stay where there is little else on the page', () => {
    const link = `<html><head><title>A mill</title></head><body><main><h1>A mill</h1><p>Seen today.</p>${thread(n => `class="comment" id="c-${n}"`, 'class="comments"')}</main></body></html>`
    assert.ok(read(link).text.includes('my childhood'))
    assert.ok(!read(link, { comments: 'exclude' }).text.includes('my childhood'))
  })
})

/** What is left of a page of a kind whose comments the model took for something else. */
const keptOf = (html: string, pageType: PageType): string => {
  const more = paragraphs.map(text => `<p>Again: ${text}</p>`).join('')
  const long = html.replace('</article>', `${more}${more}</article>`)
  const selection = selectionOf(long, { pageType })
  const from = selection.view.blocks.findIndex(({ text }) => text === 'Readers')
  selection.kept.fill(0, from)
  return keptAfter(settleComments, selection).join('\n')
}

describe('what belongs to the page whatever the model says', () => {
  it('is what buyers say of a product, without the form', () => {
    const text = keptOf(marked, 'product')
    for (const n of [1, 2, 3]) assert.ok(text.includes(`number ${n} is my house`), text)
    assert.ok(!text.includes('Send') && !text.includes('Reply'), text)
  })

  it('is what is said of a question and its answers', () => {
    const question = marked.replace(
      '</head>',
      '<script type="application/ld+json">{"@type":"QAPage"}</script></head>',
    )
    assert.ok(keptOf(question, 'forum').includes('number 2 is my house'))
    assert.ok(!keptOf(marked, 'forum').includes('my house'))
  })

  it('is a note that a program calls a comment', () => {
    const note = 'Carriers refuse split parcels since 2023. Use freight instead.'
    const documented = article('').replace(
      '</article>',
      `<h2>split</h2><div><span>Deprecated.</span><div class="deprecation-comment">${note}</div></div></article>`,
    )
    const selection = selectionOf(documented, { pageType: 'documentation' })
    assert.ok(keptAfter(settleComments, selection).includes(note))
    assert.equal(selection.commentsLeftOut, 0)
  })

  it('is a chapter on the comments of a language, with the way to the next one', () => {
    const rule = 'A comment begins with a hash and ends with its line.'
    const chapter = `<div class="section" id="comments"><h2>2.1 Comments</h2><p>${rule}</p><p>Next: Names</p></div>`
    const kept = (likely: number) => {
      const ofBlock = ({ text }: { text: string }) => (text === 'Next: Names' ? 0.2 : likely)
      const page = article('').replace('</article>', `${chapter}</article>`)
      const selection = selectionOf(page, { pageType: 'documentation', likely: ofBlock })
      return keptAfter(settleComments, selection).includes(rule)
    }
    assert.deepEqual([kept(0.7), kept(0.5)], [true, false])
  })
})

describe('what buyers say', () => {
  const shop = (row: string) => marked.replaceAll('class="comment"', row)
  const kept = (row: string, pageType: PageType, comments: 'auto' | 'exclude' = 'auto') => {
    const selection = selectionOf(shop(row), { pageType })
    selection.comments = comments
    return keptAfter(settleComments, selection).some(text => text.includes('is my house'))
  }

  it('is text where the page is not taken for a product, too', () => {
    assert.ok(kept('class="review comment"', 'article'))
    assert.ok(!kept('class="preview comment"', 'article'))
    assert.ok(!kept('class="review comment"', 'article', 'exclude'))
  })
})

describe('replies to a report', () => {
  const reply = (n: number, inside: string) =>
    `<div class="comment" id="comment-${n}">${inside}</div>`
  const seen = '<p>The wheel stops at half tide since the new gate was hung in March.</p>'
  const patch =
    '<p>The hinge is two fingers too low, and the weed gathers there:</p><pre>raise(hinge)</pre>'
  const ask =
    '<form class="comment-form"><p>You may write in Markdown, and look at it first.</p></form>'
  const html = `<main><h1>Wheel stops</h1><p>${paragraphs[0]}</p><p>${paragraphs[1]}</p><p>${paragraphs[2]}</p><div>${reply(1, seen)}${reply(2, patch)}${reply(3, seen)}${ask}</div></main>`
  const kept = (ofSeen: number) =>
    keptAfter(
      settleComments,
      selectionOf(html, {
        pageType: 'listing',
        likely: ({ text }) =>
          text.startsWith('You may') ? 0.1 : text.startsWith('The wheel') ? ofSeen : 0.7,
      }),
    )

  it('stay as one: those that are text for the model speak for the others', () => {
    assert.ok(kept(0.9).includes('raise(hinge)'))
    assert.ok(!kept(0.6).includes('raise(hinge)'))
  })
})

describe('comments of a whole page', () => {
  it('are left out and counted where the caller excludes them', () => {
    const { tree, commentsLeftOut } = wholePage(parseHtml(marked), { comments: 'exclude' })
    assert.ok(!contentText(tree).includes('my childhood'))
    assert.ok(contentText(tree).includes('The Valley News'))
    assert.equal(commentsLeftOut, 3)
    assert.equal(wholePage(parseHtml(marked), {}).commentsLeftOut, 0)
  })

  it('are the same as those of the main content', () => {
    const excluded = (html: string) => wholePage(parseHtml(html), { comments: 'exclude' })
    const count = '<div class="comments-link"><a href="#c">3 comments</a></div>'
    assert.equal(excluded(article(count)).commentsLeftOut, 0)
    const german = thread(() => 'class="kommentar"', 'class="kommentare"')
    assert.equal(excluded(article(german)).commentsLeftOut, 3)
    const unnamed = thread(() => '', 'class="discussion"')
    assert.equal(excluded(article(unnamed)).commentsLeftOut, read(article(unnamed)).commentsLeftOut)
    const rules = paragraphs.map(text => `<p>${text}</p>`).join('')
    const chapter = `<h1>YAML</h1>${rules}<section id="comments"><h2>Comments</h2><p>Comments begin with a hash sign and run to the end of the line, as they do in shells.</p><pre># so</pre></section>`
    const { tree, commentsLeftOut } = excluded(`<title>YAML</title><main>${chapter}</main>`)
    assert.ok(contentText(tree).includes('hash sign'))
    assert.equal(commentsLeftOut, 0)
  })

  it('are not most of what it says, where nobody replies in it', () => {
    const named = article('').replace('</h1>', '</h1><div class="kommentar-text">')
    const { tree, commentsLeftOut } = wholePage(parseHtml(named), { comments: 'exclude' })
    for (const paragraph of paragraphs) assert.ok(contentText(tree).includes(paragraph))
    assert.equal(commentsLeftOut, 0)
    const short = `<h1>Mill</h1><p>Seen today.</p>${thread(() => 'class="comment"', 'class="comments"')}`
    const left = contentText(wholePage(parseHtml(short), { comments: 'exclude' }).tree)
    assert.ok(left.includes('Seen today') && !left.includes('my childhood'), left)
  })
})

describe('answers to a question', () => {
  const answer = (n: number, text: string) =>
    `<div class="comment" itemprop="${n === 1 ? 'acceptedAnswer' : 'suggestedAnswer'}" itemscope itemtype="https://schema.org/Answer"><b>Reader ${n}</b> <time datetime="2025-09-0${n}">${n} September</time><p>${text}</p><ul class="comments"><li class="comment"><p>Thanks, reader ${n}, that helped me a lot today.</p><time datetime="2025-09-1${n}">1${n} September</time></li></ul><a href="#reply">Reply</a></div>`
  const page = `<html><head><title>How do I seal a gate?</title></head><body><nav><a href="/a">Home</a></nav><main itemscope itemtype="https://schema.org/QAPage"><h1>How do I seal a gate?</h1><p>My oak gate leaks along the sill although I planed it twice. What should I put there?</p><div id="comments">${answer(1, 'Use a strip of leather soaked in tallow; it swells and closes the gap.')}${answer(2, 'Rubber from old conveyor belts works well for me, screwed on with bronze.')}${answer(3, 'Tar and hemp, as the old ones did it, renewed before every winter.')}</div></main></body></html>`

  it('are no comments, but what is said of them is', () => {
    const excluded = { comments: 'exclude' } as const
    const whole = wholePage(parseHtml(page), excluded)
    for (const text of [contentText(whole.tree), read(page, excluded).text]) {
      for (const said of ['leather soaked', 'conveyor belts', 'Tar and hemp'])
        assert.ok(text.includes(said), text)
      assert.ok(!text.includes('helped me a lot'), text)
    }
    assert.equal(whole.commentsLeftOut, 3)
  })
})

describe('the trace', () => {
  it('names the part that each block is', () => {
    const { trace = [] } = read(marked, { trace: true })
    const partOf = (text: string) => trace.find(entry => entry.text.startsWith(text))?.part
    assert.equal(partOf('The mill stood'), 'main')
    assert.equal(partOf('I remember'), 'comments')
    assert.equal(partOf('Home'), 'navigation')
    assert.equal(partOf('©'), 'boilerplate')
  })
})

describe('a text that stands on a page twice', () => {
  const refrain = 'Row on, row on, the tide is with us till the morning comes.'

  it('stays where it stands beside the first one: a refrain', () => {
    const html = `<html><head><title>Row on</title></head><body><main><h1>Row on</h1>${paragraphs.map(text => `<p>${text}</p><p>${refrain}</p>`).join('')}</main></body></html>`
    assert.equal(read(html).text.split(refrain).length - 1, 4)
  })

  const [first = '', second = ''] = paragraphs
  const countOf = (text: string, html: string) => read(html).text.split(text).length - 1

  it('stays once where a box of its own is the copy for small screens', () => {
    const box = (name: string) => `<div class="${name}"><p>${first}</p><p>${second}</p></div>`
    const html = article('')
      .replace(`<p>${first}</p><p>${second}</p>`, box('only-wide'))
      .replace('<main>', `<main>${box('only-small')}`)
    assert.equal(countOf(first, html), 1)
    assert.equal(countOf(second, html), 1)
  })

  it('stays twice where a list says a sentence of the text again', () => {
    const list = `<section><h2>In short</h2><ol><li>It took eleven months and a loan from the dairy.</li><li>${first}</li><li>The channel was cleared by hand from the weir down.</li></ol></section>`
    assert.equal(countOf(first, article('').replace('</article>', `${list}</article>`)), 2)
  })

  it('stays with each of the functions that documentation says it of', () => {
    const said = 'Gives up where the gate has not moved within thirty seconds of the call.'
    const method = (name: string) =>
      `<section><h3>${name}</h3><div>Moves the ${name} gate of the lock.</div><div class="note"><p>${said}</p></div></section>`
    const step = steps.find(({ name }) => name === 'above the cut')
    assert.ok(step)
    const countOf = (pageType: PageType) => {
      const selection = selectionOf(method('upper').repeat(2), { pageType })
      selection.kept.fill(0)
      return keptAfter(step.run, selection).filter(text => text === said).length
    }
    assert.equal(countOf('documentation'), 2)
    assert.equal(countOf('article'), 1)
  })
})
