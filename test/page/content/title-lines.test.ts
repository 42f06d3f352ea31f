import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { dropContentsLists } from '../../../src/page/content/contents-lists.ts'
import { keepHeadline } from '../../../src/page/content/headline.ts'
import { keepClosingFacts, keepHeadlineFacts } from '../../../src/page/content/headline-facts.ts'
import { findLists } from '../../../src/page/content/lists.ts'
import type { PageType } from '../../../src/page/content/page.ts'
import { keptAfter, selectionOf } from './selection.ts'

const text = 'The mill stood still for forty years, and the village had grown used to its silence.'
const url = 'https://mill.example/tides'

/** What is kept of a page of which, before the step, only running text is. */
const keptBeside = (
  step: Parameters<typeof keptAfter>[0],
  html: string,
  pageType: PageType = 'service',
) => {
  const selection = selectionOf(html, { pageType, url })
  for (const { index, facts } of selection.view.blocks)
    selection.kept[index] = facts.words > 12 ? 1 : 0
  return keptAfter(step, selection).filter(line => !line.startsWith(text.slice(0, 20)))
}

describe('the headline', () => {
  const page = (title: string, top: string) => `<title>${title}</title>${top}<p>${text}</p>`
  const cases: [name: string, title: string, top: string, kept: string[]][] = [
    ['is a line that says a part of the title', 'ringbuf: Tuning', '<div>Tuning</div>', ['Tuning']],
    [
      'may have a few words behind it',
      'A month on paper | News',
      '<div><a href="https://ink.example/">A month on paper</a> (ink.example)</div>',
      ['A month on paper (ink.example)'],
    ],
    [
      'stands beside a first heading that names the site',
      'Hydraulics - Tractors',
      '<h1>Tractors</h1><h3><a href="/f/3">Hydraulics</a></h3>',
      ['Tractors', 'Hydraulics'],
    ],
    ['is no link to the front page', 'Mill - Tides', '<div><a href="/">Mill</a></div>', []],
    [
      'is no link to the front page by its whole address',
      'Mill - Tides',
      '<div><a href="https://mill.example">Mill</a></div>',
      [],
    ],
    ['is not in the header of the site', 'Mill - Tides', '<header><div>Mill</div></header>', []],
    ['is not half a line', 'Mill - Tides', '<div>Mill for sale</div>', []],
    [
      'is not far above the text',
      'Mill - Tides',
      `<div>Mill</div>${'<div>entry</div>'.repeat(13)}`,
      [],
    ],
    [
      'is not looked for below one that says the title',
      'Mill works - Tides',
      '<h1>Mill works</h1><div>Tides</div>',
      ['Mill works'],
    ],
  ]
  for (const [name, title, top, kept] of cases)
    test(name, () => assert.deepEqual(keptBeside(keepHeadline, page(title, top)), kept))
})

describe('facts beside the headline', () => {
  const page = (box: string) =>
    `<title>Night of stars</title><main><h1>Night of stars</h1><p>${text}</p>${box}</main>`
  const keep: Parameters<typeof keptAfter>[0] = selection => {
    keepHeadline(selection)
    keepHeadlineFacts(selection)
  }
  test('do not lead to the editor of the page', () => {
    for (const href of ['https://code.example/mill/edit/main/a.md', '/index.php?action=edit&t=1'])
      assert.deepEqual(
        keptBeside(keep, page(`<div class="meta"><a href="${href}">Edit page</a></div>`)),
        ['Night of stars'],
      )
  })
})

test('facts behind the text end at the next heading and at what is for members', () => {
  const closing = (between: string) => {
    const selection = selectionOf(
      `<article><h1>Bread</h1><p>${text}</p>${between}<p class="byline">By Ida Brandt</p></article>`,
    )
    for (const { index } of selection.view.blocks.slice(2)) selection.kept[index] = 0
    return keptAfter(keepClosingFacts, selection)
  }
  const without = ['Bread', text]
  assert.deepEqual(closing(''), [...without, 'By Ida Brandt'])
  assert.deepEqual(closing('<p>A line</p>'), [...without, 'By Ida Brandt'])
  assert.deepEqual(closing('<h2>More stories</h2>'), without)
  assert.deepEqual(closing('<nav><p>Menu</p></nav>'), without)
})

describe('the contents of a page', () => {
  const page = (list: string, id: string) =>
    `<title>Kiln</title><h1>Kiln</h1><h3>Contents</h3>${list}<p id="${id}">${text}</p>`
  const after = (list: string, id = 'firing') => {
    const selection = selectionOf(page(list, id))
    selection.lists = findLists(selection.view)
    return keptAfter(dropContentsLists, selection)
  }
  const inner = ['booking', 'firing', 'glazes'].map(id => `<li><a href="#${id}">${id}</a></li>`)

  test('go whole, with the entry that holds the others', () => {
    const nested = `<div><ul><li><div><a href="#kiln">Pottery kiln</a></div><ul>${inner.join('')}</ul></li></ul></div>`
    assert.deepEqual(after(nested), ['Kiln', text])
  })

  test('stay where the page has none of the places, as links for scripts', () => {
    const list = `<ul>${inner.join('')}</ul>`
    assert.deepEqual(after(list), ['Kiln', text])
    assert.equal(after(list, 'other').length, 6)
  })

  test('go where their links say the name of the page, too', () => {
    const url = 'https://x.example/docs/kiln.html?v=2'
    const kept = (name: string) => {
      const list = `<dl>${inner.join('').replaceAll('li>', 'dt>').replaceAll('"#', `"${name}#`)}</dl>`
      const selection = selectionOf(page(list, 'firing'), { url })
      selection.lists = findLists(selection.view)
      return keptAfter(dropContentsLists, selection).length
    }
    assert.deepEqual(['kiln.html?v=2', url].map(kept), [2, 2])
    assert.deepEqual(['oven.html', 'kiln.html', '/kiln.html'].map(kept), [6, 6, 6])
  })

  test('are not the headings themselves, each of which is a link to its own place', () => {
    const names = ['Booking', 'Firing', 'Glazes', 'Cooling']
    const sections = names.map(
      name => `<div class="h"><h2 id="${name}"><a href="#${name}">${name}</a></h2></div>`,
    )
    assert.equal(after(sections.join('')).length, 7)
  })

  test('take a title with them that is no heading, but not from above a kept list', () => {
    const title = '<table><tr><th>Table of Contents</th></tr></table>'
    assert.deepEqual(after(`${title}<ul>${inner.join('')}</ul>`), ['Kiln', 'Contents', text])
    assert.ok(after(`${title}<p>Which of these?</p>`).includes('Table of Contents'))
  })

  test('stay where they say more', () => {
    const more = `<div><p>Which of these?</p><ul>${inner.join('')}</ul></div>`
    assert.deepEqual(after(more), ['Kiln', 'Contents', 'Which of these?', text])
  })
})
