import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { selectContent } from '../../../src/page/content/select.ts'
import { contentText } from '../../../src/page/content/text.ts'
import { parseHtml } from '../../../src/page/html/html.ts'

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

  test('data about the site keeps nothing', () => {
    const text = read(aside, jsonLd({ '@type': 'WebSite', about: items }))
    assert.ok(!text.includes(items[0] ?? ''), text)
  })
})

describe('the box of the headline', () => {
  const box =
    '<div class="post-header"><h1 class="post-title">Bread of the tide mill</h1><div class="pencraft"><div class="pencraft">Ida Brandt</div><div class="pencraft">From the series on mills</div></div><div class="post-ufi"><a class="post-ufi-button" href="/likes"><div class="label">218</div></a><button>Share</button></div></div>'

  test('is read whole, without counts and buttons, whatever its lines are called', () => {
    const text = read(
      `<main><article>${box}<div class="body">${prose('bread')}${prose('flour')}${prose('salt')}</div></article></main>`,
    )
    assert.match(text, /Ida Brandt/)
    assert.match(text, /From the series on mills/)
    assert.doesNotMatch(text, /218|Share/)
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
