import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { completeItems } from '../../../src/page/content/items.ts'
import { selectContent } from '../../../src/page/content/select.ts'
import { contentText } from '../../../src/page/content/text.ts'
import { parseHtml } from '../../../src/page/html/html.ts'
import { selectionOf } from './selection.ts'

const prose = (about: string) =>
  `<p>The ${about} comes from the old mill at the river mouth, where it has been made in the same way for more than forty years, and people walk for an hour to get it.</p>`

const page = (body: string) =>
  `<title>Bread of the tide mill</title><header><nav><ul><li><a href="/a">Home</a></li><li><a href="/b">Topics</a></li><li><a href="/c">About us</a></li></ul></nav></header><main><article><h1>Bread of the tide mill</h1>${prose('bread')}${body}${prose('flour')}${prose('salt')}</article></main><footer><p>© 2026 Harbour Ltd.</p></footer>`

const read = (body: string): string =>
  contentText(selectContent(parseHtml(page(body)), { essentials: true }).tree)

const items = ['500 g flour', '1 tsp salt', '300 ml water', '7 g yeast', 'a little oil', 'seeds']

/** The same list as programs write it. */
const shapes: Record<string, string> = {
  'a list': `<h2>Ingredients</h2><ul>${items.map(item => `<li>${item}</li>`).join('')}</ul>`,
  'a list with classes in turn': `<h2>Ingredients</h2><ul class="i">${items.map((item, at) => `<li class="${at % 2 ? 'odd' : 'even'}">${item}</li>`).join('')}</ul>`,
  'labels of boxes to tick': `<h2>Ingredients</h2><ul>${items.map(item => `<li><label><input type="checkbox"> <span>${item}</span></label></li>`).join('')}</ul>`,
  boxes: `<h2>Ingredients</h2><div class="list">${items.map(item => `<div class="row">${item}</div>`).join('')}</div>`,
  definitions: `<h2>Ingredients</h2><dl>${items.map(item => `<dt>${item.split(' ')[0]}</dt><dd>${item}</dd>`).join('')}</dl>`,
  'rows of a table': `<h2>Ingredients</h2><table>${items.map(item => `<tr><td>${item}</td><td>more</td></tr>`).join('')}</table>`,
  'two lists of one name': `<h2>Dough</h2><ul class="i">${items.map(item => `<li>${item}</li>`).join('')}</ul><h2>Top</h2><ul class="i"><li>1 egg</li></ul>`,
}

describe('items of a list', () => {
  for (const [name, html] of Object.entries(shapes))
    test(`live or die together: ${name}`, () => {
      const text = read(html)
      for (const item of items) assert.ok(text.includes(item), `lost: ${item}\n${text}`)
    })

  test('of a menu amid the text go together', () => {
    const links = ['Bread', 'Cake', 'Rolls', 'Buns', 'Pies']
      .map(name => `<li><a href="/${name}">${name}</a></li>`)
      .join('')
    const text = read(`<nav class="menu"><ul>${links}</ul></nav>`)
    for (const name of ['Cake', 'Rolls', 'Buns', 'Pies']) assert.ok(!text.includes(name), text)
  })
})

describe('what stands beside the headline', () => {
  const header =
    '<header><p class="subtitle">Forty years of flour and water</p><p class="meta">By <a rel="author" href="/u/ida">Ida Brandt</a></p><time datetime="2026-03-08">8 March 2026</time><div class="share"><button>Share</button></div></header>'

  test('subtitle, author and day stay; what is there to be pressed goes', () => {
    const text = read(header)
    for (const part of ['Forty years of flour', 'Ida Brandt', '8 March 2026'])
      assert.ok(text.includes(part), `lost: ${part}\n${text}`)
    assert.ok(!text.includes('Share'), text)
  })
})

describe('what is there to be pressed', () => {
  test('goes, also from the middle of what is kept', () => {
    const text = read(
      `<pre><code>bake --hot</code></pre><button class="copy">Copy</button><p>The oven must be as hot as it gets before the bread goes in. <a href="#" onclick="run()">Run</a></p>`,
    )
    assert.ok(text.includes('The oven must be as hot'), text)
    for (const part of ['Copy', 'Run']) assert.ok(!text.includes(part), text)
  })

  test('goes from a heading that says more than it', () => {
    const text = read(
      `<h2>Ingredients <button data-times="1">1x</button><button data-times="2">2x</button></h2><ul>${items.map(item => `<li>${item}</li>`).join('')}</ul>`,
    )
    assert.ok(text.includes('Ingredients'), text)
    assert.ok(!text.includes('2x'), text)
  })

  test('goes where it opens nothing', () => {
    const empty = '<details><summary>Compare versions</summary></details>'
    const full =
      '<details><summary>How long</summary><p>It keeps for four days in a box.</p></details>'
    const text = read(`${empty}${full}`)
    assert.ok(!text.includes('Compare versions'), text)
    assert.ok(text.includes('How long'), text)
  })

  test('stays where it is the title of what it opens', () => {
    const answer =
      'It keeps for four days in a wooden box, and for a week if you toast what is left of it.'
    const text = read(
      `<h2><button aria-expanded="false">How long</button></h2><div><p>${answer}</p></div>`,
    )
    assert.ok(text.includes('How long'), text)
  })
})

describe('a page of which the model keeps next to nothing', () => {
  test('is read by its densest part', () => {
    const lines = Array.from({ length: 60 }, (_, at) => `<span>word${at} other${at}</span><br><br>`)
    const text = contentText(
      selectContent(
        parseHtml(`<title>The list</title><h1>The list</h1><div>${lines.join('')}</div>`),
        {
          essentials: true,
        },
      ).tree,
    )
    assert.ok(text.includes('word30'), text)
  })
})

describe('a page of dishes', () => {
  const dish = (name: string, made: string, price: string) =>
    `<div class="menu-item"><div class="menu-item-title">${name}</div><div class="menu-item-description">${made}</div><div class="menu-item-price-bottom"><span class="currency-sign">£</span>${price}</div></div>`
  const course = (name: string, dishes: string) =>
    `<div class="menu-section"><div class="menu-section-header"><div class="menu-section-title">${name}</div></div><div class="menu-items">${dishes}</div></div>`

  test('has them all, with their prices', () => {
    const first = `${dish('Leek soup', 'Brown bread', '6')}${dish('Oysters', 'Shallots, vinegar', '15')}${dish('Smoked eel', 'Beetroot, horseradish', '12')}`
    const mains = `${dish('Mutton stew', 'Barley, turnips', '17')}${dish('Celeriac steak', 'Hazelnuts, sage', '14.50')}${dish('Hake', 'Mussels, cider', '21')}`
    const text = contentText(
      selectContent(
        parseHtml(
          `<title>Dinner — The Tide Mill</title><header><nav><ul><li><a href="/a">Home</a></li><li><a href="/b">Menus</a></li></ul></nav></header><main><h1>Dinner</h1><div class="menu-block"><div class="menu">${course('To begin', first)}${course('Mains', mains)}</div></div></main><footer><p>© 2026 Harbour Ltd.</p></footer>`,
        ),
        { url: 'https://tidemill.example/dinner', essentials: true },
      ).tree,
    )
    for (const part of [
      'Leek soup',
      '£15',
      'Smoked eel',
      'Mutton stew',
      '£14.50',
      'Mussels, cider',
    ])
      assert.ok(text.includes(part), `lost: ${part}\n${text}`)
  })
})

describe('a line in the same place of every item', () => {
  const times = ['08:10 UTC', '09:40 UTC', '11:05 UTC', '12:20 UTC']
  const updates = (classOf = (_at: number) => 'update') =>
    times
      .map(
        (time, at) =>
          `<div class="${classOf(at)}"><div class="body">${prose(time)}</div><p>${time}</p></div>`,
      )
      .join('')
  const after = (html: string, lost: number, likely = 0.3) => {
    const selection = selectionOf(`<h1>Bread</h1>${html}`, { likely: () => likely })
    for (const { index, text } of selection.view.blocks)
      if (times.slice(0, lost).includes(text)) selection.kept[index] = 0
    completeItems(selection)
    return selection.view.blocks.filter(
      ({ index, text }) => selection.kept[index] && times.includes(text),
    ).length
  }

  test('stays where most of them do', () => {
    assert.equal(after(updates(), 1), 4)
    assert.equal(after(updates(), 2), 2)
  })

  test('stays in items of which more stays where the model is in doubt about all', () => {
    assert.equal(after(updates(), 3, 0.4), 4)
    const titles = times.map(time => `<div class="update"><h3>${time}</h3><p>1</p></div>`).join('')
    assert.equal(after(titles, 3, 0.4), 4)
    const bare = times.map(time => `<div class="update"><p>1</p><h3>${time}</h3></div>`).join('')
    assert.equal(after(bare, 3, 0.4), 1)
  })

  test('goes in that case where it is there to be pressed', () => {
    const buttons = updates().replaceAll(/<p>(\d.*?)<\/p>/g, '<p><button>$1</button></p>')
    assert.equal(after(buttons, 3, 0.4), 1)
    const labels = ['Rent it', 'Buy it', 'Row it', 'Sail it']
    const cards = (tag: string, isFirst = false) => {
      const links = labels.map(label => `<${tag}><a href="/">${label}</a></${tag}>`)
      const html = links.map(link => {
        const parts = [`<p>${prose('boat')}</p>`, link]
        return `<div class="card">${(isFirst ? parts.toReversed() : parts).join('')}</div>`
      })
      const selection = selectionOf(html.join(''), { likely: () => 0.4 })
      for (const { index, text } of selection.view.blocks)
        if (labels.slice(1).includes(text)) selection.kept[index] = 0
      completeItems(selection)
      return selection.view.blocks.filter(
        ({ index, text }) => selection.kept[index] && labels.includes(text),
      ).length
    }
    assert.deepEqual([cards('p'), cards('p', true), cards('li')], [1, 4, 4])
  })

  test('stays where items have classes of their own: categories, every other one', () => {
    const posts = updates(at => `post-${at} type-post category-${'abcd'[at]}`)
    assert.equal(after(posts, 1), 4)
    assert.equal(
      after(
        updates(at => (at % 2 === 0 ? 'Odd' : 'Even')),
        1,
      ),
      4,
    )
    assert.equal(
      after(
        updates(at => `of-${'abcd'[at]}`),
        1,
      ),
      3,
    )
  })

  test('goes where the model is sure, and in what stands around content', () => {
    assert.equal(after(updates(), 1, 0.05), 3)
    assert.equal(after(`<nav>${updates()}</nav>`, 1), 3)
  })
})

describe('the end of a small page', () => {
  const small = (end: string) =>
    contentText(
      selectContent(
        parseHtml(
          `<title>Low Water</title><header><nav><a href="/a">Home</a> <a href="/b">Topics</a></nav></header><main><article class="episode"><h1>Low Water</h1><div class="notes">${prose('eel')}<h3>Chapters</h3><ul><li>00:00 Ice on the boat</li><li>07:40 How a trap is woven</li><li>21:15 The year of the flood</li></ul>${end}</div></article></main><footer><p>© 2026 Harbour Ltd.</p></footer>`,
        ),
        { essentials: true },
      ).tree,
    )

  test('stays with the text it stands in', () => {
    assert.match(small('<p>Host: Tomke Ahlers. Music: Reed Band.</p>'), /Tomke/)
  })
})
