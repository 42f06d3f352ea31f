import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { keepHeadlineFacts } from '../../../src/page/content/headline-facts.ts'
import { selectContent } from '../../../src/page/content/select.ts'
import { textKey } from '../../../src/page/content/stated-texts.ts'
import { contentText } from '../../../src/page/content/text.ts'
import { parseHtml } from '../../../src/page/html/html.ts'
import { keptAfter, selectionOf } from './selection.ts'

const prose = (about: string) =>
  `<p>The ${about} comes from the old mill at the river mouth, where it has been made in the same way for more than forty years, and people walk for an hour to get it.</p><p>Nobody wrote down how the ${about} was made before the flood of 1976, so the miller asked the three oldest people of the village, and each of them told her something else about it, which she wrote into a book that lies open on the table beside the door.</p>`

const menu =
  '<nav><ul><li><a href="/a">Home</a></li><li><a href="/b">Topics</a></li><li><a href="/c">About us</a></li></ul></nav>'

const read = (body: string, head = ''): string =>
  contentText(
    selectContent(
      parseHtml(
        `<title>Bread of the tide mill</title>${head}<header>${menu}</header>${body}<footer><p>© 2026 Harbour Ltd.</p></footer>`,
      ),
      { essentials: true },
    ).tree,
  )

const jsonLd = (data: object) =>
  `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...data })}</script>`

describe('what the data of a page states of its subject', () => {
  const items = ['500 g rye flour', '2 tsp salt', '350 ml water', '7 g yeast']
  const aside = `<main><h1>Bread of the tide mill</h1>${prose('bread')}${prose('salt')}</main><aside class="sidebar widget"><ul>${items.map(item => `<li>${item}</li>`).join('')}</ul></aside>`

  test('stays wherever it stands: ingredients in a sidebar', () => {
    assert.ok(!read(aside).includes(items[0] ?? ''), 'the page must need its data')
    const text = read(aside, jsonLd({ '@type': 'Recipe', recipeIngredient: items.slice(0, 3) }))
    for (const item of items) assert.ok(text.includes(item), `lost: ${item}\n${text}`)
  })

  test('the same words in another order are the same', () => {
    const other = items.map(item => item.split(' ').reverse().join(' '))
    const text = read(aside, jsonLd({ '@type': 'Recipe', recipeIngredient: other }))
    assert.ok(text.includes(items[0] ?? ''), text)
  })

  test('is known by the sum of its words, each of which counts, over all boxes that it stands in', () => {
    const key = (...boxes: number[][]) => textKey(boxes.map(words => Int32Array.from(words)))
    assert.equal(key([3, 4, 5]), 15)
    assert.equal(key([5], [3], [], [4]), 15)
    assert.equal(key([3, 4, 5, 0]), 16)
    assert.equal(key([2 ** 31 - 1], [2 ** 31 - 1], [-1]), 0)
    assert.equal(key([-7]), 2 ** 32 - 6)
  })

  test('data about the site keeps nothing', () => {
    const text = read(aside, jsonLd({ '@type': 'WebSite', about: items }))
    assert.ok(!text.includes(items[0] ?? ''), text)
  })
})

describe('the box of the headline', () => {
  const box =
    '<div class="post-header"><h1 class="post-title">Bread of the tide mill</h1><div class="pencraft"><div class="pencraft">Ida Brandt</div><div class="pencraft">From the series on mills</div></div><div class="post-ufi"><a class="post-ufi-button" href="/likes"><div class="label">218</div></a><button>Share</button></div></div>'

  test('is read whole, without buttons, whatever its lines are called', () => {
    const text = read(
      `<main><article>${box}<div class="body">${prose('bread')}${prose('flour')}${prose('salt')}</div></article></main>`,
    )
    assert.match(text, /Ida Brandt/)
    assert.match(text, /From the series on mills/)
    assert.doesNotMatch(text, /Share/)
  })

  test('is of the text also in a header without article or main around it', () => {
    const text = read(
      `<header class="title-block"><h1>Bread of the tide mill</h1><p class="subtitle">Report of the season</p><p class="author">Ida Brandt</p><p class="date">2026-03-08</p><div class="abstract">${prose('rye')}</div></header>${prose('bread')}${prose('flour')}${prose('salt')}`,
    )
    for (const line of ['Report of the season', 'Ida Brandt', '2026-03-08'])
      assert.ok(text.includes(line), `lost: ${line}\n${text}`)
  })
})

test('the contents of a page go whole, with their title', () => {
  const sections = ['bread', 'flour', 'salt']
  const contents = `<h2>Contents</h2><ul>${sections.map(name => `<li><a href="#${name}">All about ${name}</a></li>`).join('')}</ul>`
  const text = read(
    `<main><h1>Bread of the tide mill</h1>${prose('mill')}${contents}${sections.map(name => `<h2 id="${name}">The ${name}</h2>${prose(name)}`).join('')}</main>`,
  )
  assert.doesNotMatch(text, /Contents|All about/)
  for (const name of sections) assert.ok(text.includes(`The ${name}`), text)
})

test('ingredients whose names are links stay with their amounts', () => {
  const items = ['rye flour', 'sea salt', 'water', 'yeast', 'honey']
  const list = `<div class="links"><dl>${items.map((name, at) => `<dd><a href="/lexicon/${name}">${name}</a> <span>${at + 1}00 g</span></dd>`).join('')}</dl></div>`
  const text = read(
    `<main><h1>Bread of the tide mill</h1>${prose('bread')}${list}${prose('flour')}${prose('salt')}</main>`,
  )
  items.forEach((name, at) => {
    assert.ok(text.includes(`${name} ${at + 1}00 g`), `lost: ${name}\n${text}`)
  })
})

describe('who wrote it and when', () => {
  const text = ['bread', 'flour', 'salt', 'rye', 'yeast'].map(prose).join('')
  test('stays in a list of facts beside the headline, with the list', () => {
    const facts =
      '<dl><dt>From</dt><dd>Board of the mills</dd><dt>Published</dt><dd>14 January 2026</dd><dt>Reference</dt><dd>BM/112</dd></dl>'
    const read1 = read(`<main><h1>Bread of the tide mill</h1>${facts}${text}</main>`)
    for (const fact of ['Board of the mills', '14 January 2026', 'BM/112'])
      assert.ok(read1.includes(fact), `lost: ${fact}\n${read1}`)
  })

  test('stays in a thread where the day is a link to the post', () => {
    const post = (at: number) =>
      `<article class="message"><header><a href="/members/ida.${at}/" class="username">ida${at}</a> <ul><li><a href="#p${at}"><time>Jan ${at}, 2026</time></a></li></ul></header><div class="body">${prose(`bread ${at}`)}</div></article>`
    const thread = read(
      `<div class="thread forum"><h1>Bread of the tide mill</h1>${[4, 5, 19].map(post).join('')}</div>`,
      `${jsonLd({ '@type': 'DiscussionForumPosting' })}<meta name="generator" content="phpBB">`,
    )
    for (const day of ['Jan 4, 2026', 'Jan 5, 2026', 'Jan 19, 2026'])
      assert.ok(thread.includes(day), `lost: ${day}\n${thread}`)
  })
})

test('a longer headline above the text stays, with what stands beside it', () => {
  const text = read(
    `<main><div class="package"><h1>Bread of the tide mill 2.1</h1><p>npm i bread</p><p>Released: <time>Mar 30, 2025</time></p></div><article><h1>Bread of the tide mill</h1>${prose('bread')}${prose('flour')}</article></main>`,
  )
  for (const line of ['Bread of the tide mill 2.1', 'npm i bread', 'Mar 30, 2025'])
    assert.ok(text.includes(line), `lost: ${line}\n${text}`)
})

test('the motto beside the name of the site is no fact of the page', () => {
  const beside = (href: string) => {
    const selection = selectionOf(
      `<title>Bread</title><main><div class="site-meta"><a href="${href}"><h1>Bread</h1></a><p class="subtitle">Loaves and letters</p></div>${prose('bread')}</main>`,
    )
    selection.kept.fill(0)
    selection.kept[selection.view.headline] = 1
    return keptAfter(keepHeadlineFacts, selection)
  }
  assert.deepEqual(beside('/'), ['Bread'])
  assert.deepEqual(beside('/2026/bread'), ['Bread', 'Loaves and letters'])
})

test('a long line in the box of the headline stays if it is text, or leads to a person', () => {
  const of = (words: number) => Array.from({ length: words }, (_, at) => `word${at}`).join(' ')
  const beside = (line: string) => {
    const selection = selectionOf(
      `<main><div class="top"><div><h1>Bread</h1></div><div><div>${line}</div></div></div>${prose('mill')}</main>`,
    )
    selection.kept.fill(0)
    selection.kept[selection.view.headline] = 1
    return keptAfter(keepHeadlineFacts, selection).length > 1
  }
  const cases: [line: string, stays: boolean][] = [
    [of(17), true],
    [of(24), true],
    [of(25), false],
    [`<a href="/ida">${of(17)}</a>`, false],
    [`<a rel="author" href="/ida">${of(17)}</a>`, true],
    [`<a href="/authors/ida">${of(17)}</a>`, true],
    [`<a rel="author" href="/ida">${of(25)}</a>`, false],
    [`<b rel="author">${of(17)}</b>`, true],
    [`<a href="/ida">${of(3)}</a> ${of(14)}`, true],
    [`<label>${of(17)}</label>`, false],
    [`<button>${of(17)}</button>`, false],
    ['218', false],
    ['x', false],
  ]
  for (const [line, stays] of cases) assert.equal(beside(line), stays, line)
})

describe('few words behind the text', () => {
  const text = ['bread', 'flour', 'salt'].map(prose).join('')
  const section = (title: string, lines: string) =>
    `<div class="group"><h2 class="group-title">${title}</h2><dl>${lines}</dl></div>`
  const groups = `${section('Details', '<dt>Day</dt><dd>October 17</dd><dt>Time</dt><dd>6 pm to 11 pm</dd><dt>Cost</dt><dd>€12</dd>')}${section('Organizer', '<dt>Name</dt><dd>Marit Sandvold</dd><dt>Phone</dt><dd>+47 555 0142</dd>')}${section('Venue', '<dd>The Old Brickworks</dd><dd>Leirgata 9, Sandnes</dd>')}`

  test('stay under headings that look alike, in the element of the text', () => {
    const inside = read(
      `<main><div class="event"><h1>Bread of the tide mill</h1>${text}${groups}</div></main>`,
    )
    for (const line of ['October 17', 'Marit Sandvold', 'The Old Brickworks', 'Leirgata 9'])
      assert.ok(inside.includes(line), `lost: ${line}\n${inside}`)
  })
})

test('a question stays with its answer', () => {
  const questions = ['May I bring my dog?', 'Is there parking?', 'Who bakes?']
  const text = read(
    `<main><h1>Bread of the tide mill</h1>${prose('bread')}${questions.map(question => `<details><summary>${question}</summary><p>Yes, at the south gate, where it has been so for longer than anybody remembers.</p></details>`).join('')}</main>`,
  )
  for (const question of questions) assert.ok(text.includes(question), text)
})

describe('the sizes of a product', () => {
  test('are read where the page looks like no product, but has a price and a form to send', () => {
    const page = (price: string, button: string) =>
      read(
        `<main><h1>Bread of the tide mill</h1><p>${price}</p>${prose('bread')}<form><label for="size">Size</label><select id="size"><option value="">Choose</option><option>Half</option><option>Whole</option></select>${button}</form></main>`,
      )
    const send = '<button type="submit">Buy</button>'
    assert.match(page('€ 4.20', send), /Size: Half, Whole/)
    assert.doesNotMatch(page('Fresh every day', send), /Half/)
    assert.doesNotMatch(page('€ 4.20', '<button type="button">Sort</button>'), /Half/)
  })

  const page = (field: string, label = '<label for="size">Size:</label>') =>
    read(
      `<main class="product"><h1>Bread of the tide mill</h1><p class="price">€ 4.20</p><p>${prose('loaf')}</p><form class="cart">${label}${field}<button>Add to cart</button></form><h2>Description</h2>${prose('bread')}</main>`,
      `${jsonLd({ '@type': 'Product', name: 'Bread of the tide mill', offers: { '@type': 'Offer', price: 4.2 } })}<meta property="og:type" content="product">`,
    )
  const select = (options: string) => `<select id="size" name="size">${options}</select>`

  test('are read from the field to choose them', () => {
    const text = page(
      select('<option value="">Choose one</option><option>Half</option><option>Whole</option>'),
    )
    assert.match(text, /Size: Half, Whole/)
    assert.doesNotMatch(text, /Choose one/)
  })

  test('are read with the label around the field, and without what only asks to choose', () => {
    const options = '<option>Half<option>Whole'
    const inside = (first: string) => select(`${first}${options}`)
    const fields = [
      `<label>Weight ${inside('<option>Choose')}</label>`,
      `<label>Weight: <span>${inside('<option>– Select a weight –')}</span></label>`,
      `<label for="size">Weight ${inside('<option>Bitte wählen')}</label>`,
    ]
    for (const field of fields) {
      const text = page(field, '')
      assert.match(text, /Weight: Half, Whole/, field)
      assert.doesNotMatch(text, /Choose|Select|Bitte/, field)
    }
    assert.match(page(inside('<option>Bitter')), /Size: Bitter, Half, Whole/)
    assert.match(page(inside('<option>Select')), /Size: Select, Half, Whole/)
  })

  const group = (buttons: string, legend = '<legend>Grain: <b>Rye</b></legend>') =>
    page(`<fieldset>${legend}${buttons}</fieldset>`)

  test('are read from the buttons to press one of them', () => {
    const buttons =
      '<input type="radio" name="g" id="g1" value="7"><label for="g1">Rye<span class="visually-hidden">Sold out</span></label><label><input type="radio" name="g" value="8"> Spelt</label>'
    assert.match(group(buttons), /\nGrain: Rye, Spelt\n/)
    const bare =
      '<input type="radio" name="g" value="Rye"><input type="radio" name="g" value="Spelt">'
    assert.match(group(bare), /\nGrain: Rye, Spelt\n/)
  })

  test('are none where buttons of two kinds stand in one box, or only one', () => {
    const button = (name: string, text: string) =>
      `<label><input type="radio" name="${name}" value="${text}">${text}</label>`
    assert.doesNotMatch(group(button('a', 'Rye') + button('b', 'Spelt')), /Rye, Spelt/)
    assert.doesNotMatch(group(button('a', 'Rye')), /Grain: Rye\n/)
  })

  test('a number of pieces is none', () => {
    assert.doesNotMatch(page(select('<option>1</option><option>2</option>')), /1, 2/)
  })
})
