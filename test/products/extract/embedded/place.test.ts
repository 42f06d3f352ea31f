import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ask, integer, main, object, text } from './lumen-house-setup.ts'

/* What only its place tells: the line below the heading, the first of a list, whose words these are. */
const number = { type: 'number' }
const day = { type: 'string', format: 'date' }
const records = (properties: Record<string, object>) => ({
  type: 'array',
  items: object(properties),
})

describe('a tagline', () => {
  const asked = { tagline: text }

  it('is no link and no day', () => {
    const linked =
      '<main><h1>Lumen Pro</h1><p><a href="/all">See all lamps of this kind</a></p></main>'
    const dated = '<main><h1>Lumen Pro</h1><p>Published on 4 July 2024 by Ann</p></main>'
    assert.deepEqual(ask(asked, { body: linked }), {})
    assert.deepEqual(ask(asked, { body: dated }), {})
  })
})

describe('what a front page is about', () => {
  const head = '<title>Lumen | The light of small shops</title>'
  const body = '<main><h1>Simple. Bright. Ready in 4 minutes.</h1><p>Try it for free.</p></main>'
  const url = 'https://www.lumen.example/'

  it('and no other page is, nor one that sells something', () => {
    const sold = ask({ product_name: text }, { head, body: `${body}<p>Add to cart</p>`, url })
    assert.notEqual(sold.product_name, 'Lumen')
    const asked = ask({ product_name: text }, { head, body, url: `${url}?id=12` })
    assert.notEqual(asked.product_name, 'Lumen')
    const { product_name } = ask({ product_name: text }, { head, body, url: `${url}lamps/brass` })
    assert.notEqual(product_name, 'Lumen')
  })
})

describe('the first of a list', () => {
  const story = (name: string, at: number) =>
    `<article class="card"><h2><a href="/s/${at}">${name}</a></h2><p>It was a bright night over the harbor, and nobody slept at all.</p></article>`
  const names = ['Brass is back', 'Wicks of the world', 'Oil runs dry', 'A lamp for two']
  const asked = { lead_story: object({ headline: text, url: { ...text, format: 'uri' } }) }

  it('is asked for as one thing', () => {
    assert.deepEqual(
      ask(asked, { body: `<main><h1>News</h1>${names.map(story).join('')}</main>` }),
      {
        lead_story: { headline: 'Brass is back', url: 'https://www.lumenhouse.example/s/0' },
      },
    )
  })
})

describe('a telephone number', () => {
  it('is no year and no sentence', () => {
    for (const line of [
      '<p>Phone</p><p>2026</p>',
      '<p>Phone research shows that 3 of 4 shops will close by 2035, and 2040 will see 12 left.</p>',
    ])
      assert.deepEqual(ask({ phone: text }, { body: main(line) }), {}, line)
    assert.deepEqual(ask({ phone: text }, { body: main('<p>Phone: 957-107-2374</p>') }), {
      phone: '957-107-2374',
    })
  })
})

describe('how many there are', () => {
  it('is no part of a shelf’s name', () => {
    const body =
      '<nav class="breadcrumb"><a href="/">Home</a> <a href="/l">Lamps</a></nav><main><h1>Oil lamps (158 items)</h1><p>Light.</p></main>'
    const asked = { category: text, products: records({ name: text, price: number }) }
    assert.deepEqual(ask(asked, { body }), { category: 'Oil lamps' })
  })
})

describe('a year', () => {
  it('of founding stands in a sentence', () => {
    const body = main('<p>Founded in 2018, we began with one lamp and no money at all.</p>')
    assert.deepEqual(ask({ yearFounded: integer }, { body }), { yearFounded: 2018 })
  })
})

describe('a day', () => {
  it('of publication is none of change', () => {
    const body =
      '<main><article><h1>Lamps of old</h1><p>Ann Reed</p><p>23.07.2025 · 6 min read</p><p>Once there was light.</p></article></main>'
    assert.deepEqual(ask({ aktualisiert_am: day }, { body }), {})
    assert.deepEqual(ask({ veroeffentlicht_am: day }, { body }), {
      veroeffentlicht_am: '2025-07-23',
    })
  })
})

describe('an e-mail address', () => {
  it('is asked for in any language', () => {
    const asked = { correo: { ...text, format: 'email' } }
    assert.deepEqual(ask(asked, { body: main('<p>info@lumenhouse.example</p>') }), {
      correo: 'info@lumenhouse.example',
    })
  })
})

describe('a list of records', () => {
  it('says two things of each, where two are asked for', () => {
    const services = ['Wicks trimmed', 'Oil brought', 'Glass cleaned', 'Brass polished']
    const body = main(
      services.map(one => `<div class="box"><h3>${one}</h3><a href="#">More</a></div>`).join(''),
    )
    const admission_packages = records({ name: text, grades: text })
    assert.deepEqual(ask({ admission_packages }, { body }), {})
  })

  it('but whatever the page lists is given with what it says', () => {
    const lamps = ['Brass lamp', 'Glass lamp', 'Paper lamp', 'Tin lamp', 'Wood lamp']
    const body = main(
      `<ul>${lamps.map(one => `<li><a href="/${one.slice(0, 3)}">${one}</a><p>It burns all night long.</p></li>`).join('')}</ul>`,
    )
    assert.deepEqual(
      ask({ items: records({ name: text, price: number }) }, { body }).items,
      lamps.map(name => ({ name })),
    )
  })

  it('asks where questions are asked for', () => {
    const boxes = ['Schools', 'Inns', 'Ships', 'Mills', 'Farms', 'Halls'].map(
      one =>
        `<div class="box"><h3>${one}</h3><p>Light for all ${one} that need it, by day and by night, in any weather and at any price.</p></div>`,
    )
    const questions = ['How long does it burn?', 'Is it safe?', 'Who makes it?'].map(
      one =>
        `<div class="faq"><h3>${one}</h3><p>What we say to “${one}” stands in the book that comes with it, on one of its last pages.</p></div>`,
    )
    assert.deepEqual(
      ask({ faqs: records({ question: text, answer: text }) }, { body: main(boxes.join('')) }),
      {},
    )
    const body = main(`${boxes.join('')}<h2>Questions</h2>${questions.join('')}`)
    const { faqs } = ask({ faqs: records({ question: text, answer: text }) }, { body })
    assert.deepEqual(
      (faqs as { question: string }[]).map(({ question }) => question),
      ['How long does it burn?', 'Is it safe?', 'Who makes it?'],
    )
  })

  it('is the page’s own, where the markup says less of each', () => {
    const posts = [
      ['Ann', 'Oslo', 4],
      ['Bo', 'Turku', 12],
      ['Cy', 'Visby', 9],
    ]
    const markup = {
      '@type': 'DiscussionForumPosting',
      headline: 'Which lamp?',
      comment: posts.map(([name], at) => ({
        ...{ '@type': 'Comment', text: `I would take the brass one number ${at}, it lasts.` },
        ...{ author: { '@type': 'Person', name }, datePublished: `2024-07-0${at + 1}` },
      })),
    }
    const head = `<title>Which lamp?</title><script type="application/ld+json">${JSON.stringify(markup)}</script>`
    const shown = posts
      .map(
        ([name, place, count], at) =>
          `<div class="post"><div class="username">${name}</div><div class="location">Location: ${place}</div><div class="count">Posts: ${count}</div><time datetime="2024-07-0${at + 1}">2024-07-0${at + 1}</time><p>I would take the brass one number ${at}, it lasts.</p></div>`,
      )
      .join('')
    const body = `<main><h1>Which lamp?</h1>${shown}</main>`
    const user = { replies: records({ user: text, date: day }) }
    assert.deepEqual(
      ask(user, { head, body }).replies,
      posts.map(([name], at) => ({ user: name, date: `2024-07-0${at + 1}` })),
    )
    const more = records({ username: text, location: text, date: day, post_count: integer })
    assert.deepEqual(
      ask({ replies: more }, { head, body }).replies,
      posts.map(([username, location, post_count], at) => ({
        ...{ username, location, date: `2024-07-0${at + 1}`, post_count },
      })),
    )
  })
})

describe('the name of a product', () => {
  it('is not the headline of an article about it', () => {
    const headline = 'Put a bright lamp under the tree for less than $45'
    const markup = JSON.stringify({ '@type': 'NewsArticle', headline })
    const head = `<title>${headline}</title><script type="application/ld+json">${markup}</script>`
    const body = `<main><article><h1>${headline}</h1><p>It is cheap.</p></article></main>`
    assert.notEqual(ask({ product_name: text }, { head, body }).product_name, headline)
    assert.equal(ask({ title: text }, { head, body }).title, headline)
  })
})

describe('the same thing in other words', () => {
  it('is found by what callers and pages call it', () => {
    for (const [name, label] of [
      ['coupon_code', 'Promo code'],
      ['therapist', 'Practitioner'],
      ['wattage', 'Watt'],
      ['nachname', 'Surname'],
      ['entrenador', 'Coach'],
      ['verfuegbarkeit', 'Availability'],
    ] as const) {
      const body = main(`<dl><dt>${label}</dt><dd>Lumen</dd><dt>Sort</dt><dd>Brass</dd></dl>`)
      assert.deepEqual(ask({ [name]: text }, { body }), { [name]: 'Lumen' }, name)
    }
  })
})

describe('what is true of the page', () => {
  const head = '<title>Lamps of the north | Lumen House</title>'

  it('names none of its parts', () => {
    const body = '<main><h1>Lamps of the north</h1><p>All that shines, from A to Z.</p></main>'
    const asked = {
      limited_edition: object({ name: text }),
      best_lamp: object({ retailer: text, model: text }),
    }
    assert.deepEqual(ask(asked, { head, body }), {})
    assert.deepEqual(ask({ page: object({ title: text }) }, { head, body }), {
      page: { title: 'Lamps of the north' },
    })
  })

  it('is its heading, in as many lines as it has', () => {
    const body =
      '<main><h1><div>Build what comes next</div><div>on lamps</div></h1><p>Now.</p></main>'
    const asked = { headline: { ...text, description: 'Main headline of the page' } }
    assert.deepEqual(ask(asked, { body }), { headline: 'Build what comes next on lamps' })
  })

  it('is whose site it is, whatever the markup boasts of', () => {
    const boast = JSON.stringify({ '@type': 'Organization', name: 'The best lamps in town' })
    const own = `<title>Lamps | Lumen House</title><script type="application/ld+json">${boast}</script>`
    assert.deepEqual(ask({ provider: text }, { head: own, body: main('') }), {
      provider: 'Lumen House',
    })
  })

  it('is a name where `nombre` is no number', () => {
    const body = '<main><h1>Lamps of the north</h1><p>All that shines.</p></main>'
    assert.deepEqual(ask({ nombre: text }, { head, body }), { nombre: 'Lamps of the north' })
  })
})

describe('a code to save money with', () => {
  it('is not known where there are two', () => {
    const body = main('<p>Use code SPRING40 today</p><p>Text</p><p>Use code BRASS15 for brass</p>')
    assert.deepEqual(ask({ promo_code: text }, { body }), {})
  })
})

describe('a list of texts', () => {
  it('does not say the same again and again', () => {
    const card = (name: string) =>
      `<div class="card"><h3>${name}</h3><div class="sizes"><span>Select your size</span></div></div>`
    const body = main(['Brass', 'Glass', 'Tin', 'Wood'].map(card).join(''))
    assert.deepEqual(ask({ sizes: { type: 'array', items: text } }, { body }), {})
  })
})
