import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { address, extract, listOf, text } from './filled-page-setup.ts'

describe('several lists that are asked for', () => {
  const links = ['Academics', 'Research', 'Campus life', 'Alumni']
    .map(name => `<li><h3>${name}</h3><a href="/${name}">About ${name}</a></li>`)
    .join('')
  const people = ['Ada Marsh', 'Bo Lind', 'Cy Rees']
    .map(name => `<div class="card"><h4>${name}</h4><p class="role">Engraver of ${name}</p></div>`)
    .join('')
  const asked = {
    team: listOf({ name: text, role: text }),
    pricing: listOf({ plan: text, price: text }),
  }

  it('are not filled with any list that the page happens to have', () => {
    assert.deepEqual(extract(`<main><h1>Lumen House</h1><ul>${links}</ul></main>`, asked), {})
  })

  it('are found by the name that the page gives them', () => {
    const body = `<main><h1>Lumen House</h1><ul>${links}</ul><h2>Our team</h2><div>${people}</div></main>`
    assert.deepEqual(extract(body, asked), {
      team: ['Ada Marsh', 'Bo Lind', 'Cy Rees'].map(name => ({
        name,
        role: `Engraver of ${name}`,
      })),
    })
  })
})

describe('a list of records', () => {
  const goods = (name: string, price: string, badge = '') =>
    `<li><a href="/p/${name}">${badge}<b class="name">${name} lamp</b></a><span class="price">${price}</span></li>`
  const asked = { products: listOf({ name: text, price: { type: ['number', 'null'] } }) }

  it('has what stands elsewhere in an entry that is built otherwise', () => {
    const other = '<li><p><a href="/p/Oak">Oak lamp</a></p><div><em>$30.00</em></div></li>'
    const body = `<ul>${goods('Brass', '$10.00')}${goods('Tin', '$20.00')}${other}${goods('Zinc', '$40.00')}</ul>`
    assert.deepEqual(extract(`<main><h1>Lamps</h1>${body}</main>`, asked).products, [
      { name: 'Brass lamp', price: 10 },
      { name: 'Tin lamp', price: 20 },
      { name: 'Oak lamp', price: 30 },
      { name: 'Zinc lamp', price: 40 },
    ])
  })
})

describe('the names of facts', () => {
  const facts = ['Material: Oak', 'Height: 90 cm', 'Width: 45 cm', 'Weight: 5 kg'].map(fact =>
    fact.split(': '),
  )
  const rows = facts.map(([name, value]) => `<tr><th>${name}</th><td>${value}</td></tr>`).join('')
  const terms = facts.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`).join('')
  const pages = [`<table>${rows}</table>`, `<dl>${terms}</dl>`].map(
    list => `<main><h1>Oak chair</h1><p>A solid chair of oak.</p><h2>Details</h2>${list}</main>`,
  )

  it('are no entries of a list that is called otherwise, or has more to each', () => {
    for (const body of pages) {
      assert.deepEqual(extract(body, { related: listOf({ name: text }) }), {})
      assert.deepEqual(extract(body, { lamps: listOf({ name: text, stars: text }) }), {})
    }
  })

  it('are entries where the page calls them so', () => {
    const names = facts.map(([name]) => ({ name }))
    for (const body of pages)
      assert.deepEqual(extract(body, { details: listOf({ name: text }) }), { details: names })
  })
})

describe('what every page is made of', () => {
  const body =
    '<nav><h2>Menu</h2></nav><main><h1>Start here</h1><h2>Install<a href="#install">¶</a></h2><p>Take <a href="/file">the file</a>.</p><img src="/one.png" alt="One"><h3>Next</h3></main>'

  it('headings, links and pictures are the page’s own', () => {
    const data = extract(body, {
      headings: { type: 'array', items: text },
      subheadings: { type: 'array', items: text },
      links: { type: 'array', items: address },
      images: { type: 'array', items: address },
    })
    assert.deepEqual(data.headings, ['Start here', 'Install', 'Next'])
    assert.deepEqual(data.subheadings, ['Install', 'Next'])
    assert.ok((data.links as string[]).includes('https://shop.example/file'))
    assert.deepEqual(data.images, ['https://shop.example/one.png'])
  })

  it('but not what only sounds so', () => {
    assert.deepEqual(extract(body, { social_links: { type: 'array', items: address } }), {})
  })
})

describe('the entries of a list', () => {
  const integer = { type: 'integer' }
  const text = { type: 'string' }
  const names = ['Brass lamps of old', 'Wicks: a history', 'How oil burns', 'Glass and soot']
  const page = (entries: string) => `<main><h1>News</h1>${entries}</main>`
  const news = page(
    `<table>${names
      .map(
        (name, at) =>
          `<tr class="entry"><td class="title">${at + 1}.</td><td class="title"><a href="https://${at}.example/">${name}</a> <span>(<a href="/from">${at}.example</a>)</span></td></tr><tr><td></td><td class="below"><span class="score">${at + 7} points</span> by <a href="/u/${at}">lighter${at}</a> <a href="/i/${at}">${at + 2} hours ago</a> | <a href="/c/${at}">${at + 20} comments</a></td></tr>`,
      )
      .join('')}</table>`,
  )

  it('are titled by words, not by their number, nor by where they come from', () => {
    const { items } = extract(news, { items: listOf({ title: text, url: address }) })
    assert.deepEqual(
      items,
      names.map((title, at) => ({ title, url: `https://${at}.example/` })),
    )
  })

  it('say what they count, and who wrote them', () => {
    const asked = { title: text, points: integer, comments: integer, author: text }
    assert.deepEqual(
      extract(news, { stories: listOf(asked) }).stories,
      names.map((title, at) => ({
        title,
        points: at + 7,
        comments: at + 20,
        author: `lighter${at}`,
      })),
    )
    // A number that nothing names is none of them.
    assert.deepEqual(
      extract(news, { stories: listOf({ title: text, url: address, downloads: integer }) }).stories,
      names.map((title, at) => ({ title, url: `https://${at}.example/` })),
    )
  })

  it('have a heading whole, however it is coloured, and the text below it', () => {
    const said = (name: string) =>
      `All that is known of ${name}, gathered from the letters of those who lit it every night.`
    const body = page(
      names
        .map(
          (name, at) =>
            `<article><h2><a href="/r/${at}"><span>lumen /</span> ${name}</a></h2><p>${said(name)}</p><p>${1990 + at}</p></article>`,
        )
        .join(''),
    )
    for (const prose of ['description', 'summary', 'excerpt'])
      assert.deepEqual(
        extract(body, { works: listOf({ name: text, [prose]: text, year: integer }) }).works,
        names.map((name, at) => ({
          name: `lumen / ${name}`,
          [prose]: said(name),
          year: 1990 + at,
        })),
      )
  })

  it('have a day without what happened on it', () => {
    const body = page(
      names
        .map(
          (name, at) =>
            `<div class="card"><h3><a href="/n/${at}">${name}</a></h3><p>Published on ${at + 3} March 2026</p></div>`,
        )
        .join(''),
    )
    assert.deepEqual(
      extract(body, { posts: listOf({ title: text, date: text }) }).posts,
      names.map((title, at) => ({ title, date: `${at + 3} March 2026` })),
    )
  })
})

describe('a list of words', () => {
  it('is no list of sentences', () => {
    const related = [1, 2, 3]
      .map(
        n => `<li><a href="/${n}">Why lamps of the kind ${n} are lit no more in this town</a></li>`,
      )
      .join('')
    const body = `<main><h1>Lamps</h1><p>They burn.</p><h3>Topics</h3><ul>${related}</ul></main>`
    assert.deepEqual(extract(body, { tags: { type: 'array', items: text } }), {})
  })

  it('has neither its own name nor the numbers of its entries', () => {
    const steps = ['Boil the oil', 'Dip the wick', 'Light it'].map(
      (step, at) => `<li><b>Step ${at + 1}</b><p>${step}</p></li>`,
    )
    const body = `<main><h1>Lamps</h1><h2>Steps</h2><ol>${steps.join('')}</ol><h2>Tips</h2><ul><li>Tip</li><li>Wait</li><li>Sit</li></ul></main>`
    const words = { type: 'array', items: text }
    assert.deepEqual(extract(body, { steps: words, tips: words }), {
      steps: ['Boil the oil', 'Dip the wick', 'Light it'],
      tips: ['Wait', 'Sit'],
    })
  })

  it('is not cut inside a number', () => {
    const body = '<main><h1>Lamps</h1><p>Customers: Acme 1,000, Lumen, Oak and Sons</p></main>'
    assert.deepEqual(extract(body, { customers: { type: 'array', items: text } }).customers, [
      'Acme 1,000',
      'Lumen',
      'Oak and Sons',
    ])
  })
})

describe('what a page is made of', () => {
  const text = { type: 'string' }
  const figure =
    '<figure><img src="/lamp.jpg" alt="A lamp"><figcaption>The <b>first</b> lamp</figcaption></figure>'
  const body = `<header><a href="/"><img src="/logo.png" alt="Lumen"></a></header>
<div class="breadcrumbs"><a href="/">Home</a> › <a href="/lamps">Lamps</a> › <span>Wicks</span></div>
<main><h1>Wicks</h1><p>They burn, as <a href="/oil">oil</a> does.</p>${figure}<img src="/dot.gif" width="1" height="1"><img src="/oil.jpg" alt="Oil"><h2>Of cotton</h2></main>`

  it('are pictures of its content, with what is said of them', () => {
    const asked = { url: address, alt: text, caption: text }
    assert.deepEqual(extract(body, { images: listOf(asked) }).images, [
      { url: 'https://shop.example/lamp.jpg', alt: 'A lamp', caption: 'The first lamp' },
      { url: 'https://shop.example/oil.jpg', alt: 'Oil', caption: 'Oil' },
    ])
    for (const items of [address, text])
      assert.deepEqual(extract(body, { images: { type: 'array', items } }).images, [
        'https://shop.example/lamp.jpg',
        'https://shop.example/oil.jpg',
      ])
  })

  it('are links with their words, and headings with their level', () => {
    assert.deepEqual(
      extract(body, { links: listOf({ text, url: address }) }).links,
      [
        ['', '/'],
        ['Home', '/'],
        ['Lamps', '/lamps'],
        ['oil', '/oil'],
      ].map(([said, path]) => ({
        ...(said && { text: said }),
        url: `https://shop.example${path}`,
      })),
    )
    assert.deepEqual(
      extract(body, { headings: listOf({ level: { type: 'integer' }, text }) }).headings,
      [
        { level: 1, text: 'Wicks' },
        { level: 2, text: 'Of cotton' },
      ],
    )
  })

  it('is the trail that leads to it, as it is stated or shown', () => {
    const words = { type: 'array', items: text }
    assert.deepEqual(extract(body, { breadcrumbs: words }).breadcrumbs, ['Home', 'Lamps', 'Wicks'])
    const stated = ['Shop', 'Wicks'].map((name, at) => ({
      ...{ '@type': 'ListItem', position: at + 1, name, item: `https://shop.example/${at}` },
    }))
    const script = `<script type="application/ld+json">${JSON.stringify({ '@type': 'BreadcrumbList', '@context': 'https://schema.org', itemListElement: stated })}</script>`
    assert.deepEqual(extract(script + body, { breadcrumbs: words }).breadcrumbs, ['Shop', 'Wicks'])
    assert.deepEqual(
      extract(script + body, { breadcrumbs: listOf({ name: text, url: address }) }).breadcrumbs,
      [
        { name: 'Shop', url: 'https://shop.example/0' },
        { name: 'Wicks', url: 'https://shop.example/1' },
      ],
    )
  })
})

describe('what is no part of an entry', () => {
  it('the address of a link is not its picture', () => {
    const body = '<main><p><a href="/a">About us</a> <a href="/b">Our lamps</a></p></main>'
    assert.deepEqual(extract(body, { links: listOf({ text, url: text, image: text }) }), {
      links: [
        { text: 'About us', url: 'https://shop.example/a', image: null },
        { text: 'Our lamps', url: 'https://shop.example/b', image: null },
      ],
    })
  })
})
