import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findLists } from '../../../src/page/content/lists.ts'
import type { PageType } from '../../../src/page/content/page.ts'
import { steps } from '../../../src/page/content/steps.ts'
import { keptAfter, selectionOf } from './selection.ts'

const sentence =
  'The lock keepers open the gates at six, and by noon forty barges have passed into the upper canal.'

/** What a step makes of a page: what is likelier than a half is kept before it. */
const after = (
  name: string,
  html: string,
  likely: Record<string, number>,
  pageType: PageType = 'service',
): string[] => {
  const step = steps.find(step => step.name === name)
  assert.ok(step)
  const selection = selectionOf(html, { pageType, likely: ({ text }) => likely[text] })
  selection.lists = findLists(selection.view)
  selection.likely.forEach((share, at) => {
    selection.kept[at] = share >= 0.5 ? 1 : 0
  })
  return keptAfter(step.run, selection)
}

describe('a list of which half is kept', () => {
  const step = 'list of kept lines'
  const items = (...lines: string[]) => `<ul>${lines.map(line => `<li>${line}</li>`).join('')}</ul>`

  it('is completed, but not with what the model is sure of', () => {
    const list = items('Two oars of ash', 'One tin bailer', 'A length of rope', 'Share this')
    assert.deepEqual(after(step, list, { 'A length of rope': 0.3, 'Share this': 0.29 }), [
      'Two oars of ash',
      'One tin bailer',
      'A length of rope',
    ])
  })

  it('is completed without what is pressed beside its lines', () => {
    const list = items('Two oars of ash', 'One bailer', 'A rope <div><button>Remove</button></div>')
    assert.deepEqual(after(step, list, { Remove: 0.4, 'A rope': 0.4 }), [
      'Two oars of ash',
      'One bailer',
      'A rope',
    ])
  })

  it('is none where its boxes are the headings of sections', () => {
    const sections = ['Course', 'Traffic', 'See also', 'External links']
    const html = sections
      .map(title => `<div class="mw-heading"><h2>${title}</h2></div><p>${sentence}</p>`)
      .join('')
    const doubted = { 'See also': 0.4, 'External links': 0.4 }
    const kept = after(step, html, doubted, 'article').filter(text => text !== sentence)
    assert.deepEqual(kept, ['Course', 'Traffic'])
  })
})

describe('a list amid kept text', () => {
  const html = (above: string) =>
    `<p>${sentence}</p><section>${above}<ol><li>Close the gates</li><li>Lower the water</li><li>Open the lower gates</li></ol></section><p>${sentence}</p>`
  const kept = (above: string, doubted: string) =>
    after('list amid kept text', html(above), { [doubted]: 0.4, 'Close the gates': 0.4 })

  it('has its title above it', () => {
    assert.ok(kept('<p>Locking through</p>', 'Locking through').includes('Locking through'))
  })

  it('has no title that is there to be ticked', () => {
    const field = '<label><input type="checkbox"> Keep the screen on</label>'
    assert.ok(!kept(field, 'Keep the screen on').includes('Keep the screen on'))
    assert.ok(kept(field, 'Keep the screen on').includes('Close the gates'))
  })
})

describe('a row of which half is kept', () => {
  it('is completed with what the model doubts, not with what it is sure of', () => {
    const row = '<table><tr><td>Oar of ash</td><td>24 €</td><td>Buy now</td></tr></table>'
    const likely = { '24 €': 0.3, 'Buy now': 0.29 }
    assert.deepEqual(after('row of a kept table', row, likely), ['Oar of ash', '24 €'])
  })
})

describe('a quotation of which most is kept', () => {
  it('has the one who said it', () => {
    const quote = `<blockquote><p>${sentence}</p><footer>Ada Quill, lock keeper</footer></blockquote>`
    const likely = { 'Ada Quill, lock keeper': 0.4 }
    assert.equal(after('row of a kept table', quote, likely).length, 2)
  })
})

describe('the head of a table', () => {
  const html =
    '<table><thead><tr><th>Lock</th><th>Fall</th></tr></thead><tbody><tr><td>Naburn</td><td>2 m</td></tr></tbody></table>'
  const kept = (likely: Record<string, number>) => after('head of a kept table', html, likely)

  it('stays with its rows, whatever the model thinks of it', () => {
    assert.deepEqual(kept({ Lock: 0.01, Fall: 0.01 }), ['Lock', 'Fall', 'Naburn', '2 m'])
  })

  it('does not stay alone', () => {
    assert.deepEqual(kept({ Lock: 0.01, Fall: 0.01, Naburn: 0.01, '2 m': 0.01 }), [])
  })
})

describe('the same line of every item', () => {
  const kept = (beside: (n: number) => string) => {
    const items = [1, 2, 3, 4].map(
      n => `<li><h2>Lock ${n}</h2><p>Canal road ${n}</p>${beside(n)}</li>`,
    )
    const likely = { 'Call 71 Route': 0.4, 'Call 74 Route': 0.4, More: 0.4 }
    const list = `<ul>${items.join('')}</ul>`
    return after('line of every item', list, likely, 'listing')
  }

  it('stays in all of them, also where no element of its own is around it', () => {
    const lines = kept(n => `<a href="tel:7${n}">Call 7${n}</a> <a href="/r${n}">Route</a>`)
    assert.equal(lines.filter(line => line.startsWith('Call')).length, 4, lines.join('|'))
  })

  it('is none where it is only a link there', () => {
    const lines = kept(n => `<a href="/l${n}">More</a>`)
    assert.ok(!lines.includes('More'), lines.join('|'))
  })
})

describe('what stands beside kept text', () => {
  it('opens it, unless the model is sure that it says nothing', () => {
    const fold = (title: string) =>
      `<details><summary>${title}</summary><p>${sentence}</p></details>`
    const html = `${fold('May I row here?')}${fold('Filters')}`
    const kept = after('heading of kept text', html, { 'May I row here?': 0.1, Filters: 0.09 })
    assert.deepEqual(kept, ['May I row here?', sentence, sentence])
  })

  it('opens only what stands in one box with it', () => {
    const facet = (name: string) =>
      `<div class="facet"><h3><button aria-expanded="false">${name}</button></h3></div>`
    const html = `<div class="facets">${facet('Capacity')}${facet('Part or kit')}</div><p>${sentence}</p>`
    const kept = after('heading of kept text', html, { Capacity: 0.1, 'Part or kit': 0.1 })
    assert.deepEqual(kept, [sentence])
  })

  it('is its author, unless the model is sure that it is none', () => {
    const post = (name: string) =>
      `<div class="post"><a href="/users/1">${name}</a><p>${sentence}</p></div>`
    const html = post('Ada Quill') + post('Top posters')
    const likely = { 'Ada Quill': 0.1, 'Top posters': 0.09 }
    assert.deepEqual(after('author of a kept post', html, likely, 'forum'), [
      'Ada Quill',
      sentence,
      sentence,
    ])
  })
})

describe('who wrote a kept post', () => {
  const step = 'author of a kept post'
  const line = 'Ada Quill 12 points'
  const posts = (head: string, type: PageType, name = 'post') =>
    after(
      step,
      `<div class="${name}">${head}<p>${sentence}</p></div>`.repeat(2),
      { [line]: 0.2 },
      type,
    )

  it('is read behind what folds the post, and by the links of programs for forums', () => {
    const fold = '<p><a href="#">[–]</a> <a href="/user/ada">Ada Quill</a> 12 points</p>'
    const folded = after(
      step,
      `<div class="post">${fold}<p>${sentence}</p></div>`,
      { [`[–] ${line}`]: 0.2 },
      'forum',
    )
    assert.deepEqual(folded, [`[–] ${line}`, sentence])
    for (const href of ['space-uid-7.html', 'member.php?u=7', 'profile.php?id=7'])
      assert.ok(
        posts(`<p><a href="${href}">Ada Quill</a> 12 points</p>`, 'forum').includes(line),
        href,
      )
    assert.ok(!posts('<p><a href="/harbour">Ada Quill</a> 12 points</p>', 'forum').includes(line))
  })

  it('counts in the comments of an article, not beside its own text', () => {
    const name = '<p><a href="/user/ada">Ada Quill</a> 12 points</p>'
    assert.ok(posts(name, 'article', 'comment').includes(line))
    assert.ok(!posts(name, 'article').includes(line))
  })
})

describe('what the page says of itself', () => {
  const head = '<title>Barges return</title>'

  it('is kept beside the headline, unless the model is sure that it is something else', () => {
    const html = `${head}<h1>Barges return</h1><p class="byline">Ada Quill</p><p class="date">1 May 2025</p><p>${sentence}</p>`
    const likely = { 'Ada Quill': 0.2, '1 May 2025': 0.19 }
    assert.ok(after('beside the headline', html, likely).includes('Ada Quill'))
    assert.ok(!after('beside the headline', html, likely).includes('1 May 2025'))
  })

  it('is kept where a name is a button, not what else is pressed there', () => {
    const html = `${head}<h1>Barges return</h1><button><i class="given-name">Ada</i> <i class="surname">Quill</i></button><button>Cite</button><p>${sentence}</p>`
    const kept = after('beside the headline', html, { 'Ada Quill': 0.3, Cite: 0.3 })
    assert.deepEqual(kept, ['Barges return', 'Ada Quill', sentence])
  })

  it('is kept where it says how long ago that was, in many languages', () => {
    const html = (line: string) => `${head}<h1>Barges return</h1><p>${line}</p><p>${sentence}</p>`
    const isKept = (line: string) =>
      after('beside the headline', html(line), { [line]: 0.3 }).includes(line)
    for (const line of ['2.3.1 • Public • Published a month ago', 'vor 3 Stunden', '5 小时前'])
      assert.ok(isKept(line), line)
    for (const line of ['Many barges ago', 'vor dem Wehr', '5 barges'])
      assert.ok(!isKept(line), line)
  })

  it('is kept where its data says so, but not in a link to the shelf it stands on', () => {
    const data = `<script type="application/ld+json">{"@type":"Product","name":"Oar of ash","category":"Rowing gear"}</script>`
    const html = `${head}${data}<h1>Oar of ash</h1><p>${sentence}</p><p>Oar of ash</p><div><a href="/shelf">Rowing gear</a></div>`
    const kept = (share: number) =>
      after('stated by the page', html, { 'Rowing gear': share }).includes('Rowing gear')
    assert.ok(kept(0.05))
    assert.ok(!kept(0.04))
  })
})

describe('a footnote', () => {
  it('is kept where kept text refers to it, unless it stands in the footer of the site', () => {
    const step = 'note to kept text'
    const page = (tag: string) =>
      `<p>${sentence}<a href="#fn1" role="doc-noteref">1</a></p><${tag}><ol><li id="fn1">In May.</li><li id="fn2">In June.</li></ol></${tag}>`
    const doubted = { 'In May.': 0.05, 'In June.': 0.05 }
    assert.deepEqual(after(step, page('div'), doubted), [`${sentence}1`, 'In May.'])
    assert.deepEqual(after(step, page('footer'), doubted), [`${sentence}1`])
    assert.deepEqual(after(step, page('div'), { ...doubted, 'In May.': 0.04 }), [`${sentence}1`])
    assert.deepEqual(after(step, page('div'), { ...doubted, [`${sentence}1`]: 0.4 }), [])
  })
})
