import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parsePage } from '../../../../src/page/html/parse-page.ts'
import { answerWithoutModel } from '../../../../src/products/extract/embedded/answer.ts'
import { openPage } from '../../../../src/products/extract/source/open-page.ts'

/* What pages say in sentences, in their footers and by whose they are: no label stands beside it. */
const text = { type: 'string' }
const integer = { type: 'integer' }
const number = { type: 'number' }
const yes = { type: 'boolean' }

const page = ({ head = '', body = '', url = 'https://www.lumenhouse.example/lamps' }) => {
  const html = `<html lang="en"><head>${head || '<title>Lamps</title>'}</head><body>${body}</body></html>`
  return openPage(parsePage(html), { url, onlyMainContent: false })
}

const ask = (properties: Record<string, object>, of: Parameters<typeof page>[0]) =>
  answerWithoutModel(page(of), { schema: { type: 'object', properties }, prompt: undefined })
    .data as Record<string, unknown>

const main = (body: string) => ({ body: `<main><h1>Lamps for every room</h1>${body}</main>` })

describe('a figure in a sentence', () => {
  const told = main(`<p>Get free shipping on orders over $75. Returns are easy.</p>
    <p>Every lamp comes with a 5-year warranty and a 60-day money back guarantee.</p>
    <p>Our team is made up of 30+ certified electricians with 42 vans.</p>
    <p>Drafts are ready within three business days, and two rounds of revisions are free.</p>
    <p>Trusted by 600K+ customers. We launched the shop in 2014, and 81% of buyers recommend it.</p>
    <p>The shade measures 30 cm; the cable weighs 790 g.</p>`)

  it('is found by the words around it and by its form', () => {
    for (const [name, schema, value] of [
      ['free_shipping_over', { ...number, description: 'Order value in USD' }, 75],
      ['warranty_years', integer, 5],
      ['moneyBackDays', integer, 60],
      ['certified_electricians', integer, 30],
      ['customer_count', integer, 600_000],
      ['launch_year', integer, 2014],
      ['recommend_percent', number, 81],
      ['shade_cm', number, 30],
    ] as const)
      assert.deepEqual(ask({ [name]: schema }, told), { [name]: value }, name)
  })

  it('is not given where its words, its form or its unit are missing', () => {
    for (const [name, schema] of [
      ['interest_rate_percent', number],
      ['warranty_months', integer],
      ['installers', integer],
      ['founded_year', integer],
      ['delivery_days', integer],
      ['shade_price_usd', number],
    ] as const)
      assert.deepEqual(ask({ [name]: schema }, told), {}, name)
  })

  it('is not given where two sentences say two things', () => {
    const both = main(
      '<p>Lamps have a 2-year warranty.</p><p>Shades have a 5-year warranty, too.</p>',
    )
    assert.deepEqual(ask({ warranty_years: integer }, both), {})
  })

  it('is no part of a date, a code or a span of prices', () => {
    const other = main(
      '<p>Reviewed on 12 May 2024 by four lamp testers.</p><p>Lamp model X-500 lamps</p><p>$1,000 - 3,000</p><p>Products</p>',
    )
    assert.deepEqual(ask({ product_count: integer }, other), {})
  })
})

describe('a day in a sentence', () => {
  it('is no deadline where it is that of the last change', () => {
    const head =
      '<title>Fees</title><meta property="article:modified_time" content="2025-11-19T10:00:00Z">'
    const deadline = { type: 'string', format: 'date', description: 'Last day to apply' }
    const of = { head, ...main('<p>Apply soon.</p>') }
    assert.deepEqual(ask({ application_deadline: deadline }, of), {})
    assert.deepEqual(ask({ updated_at: { type: 'string', format: 'date' } }, of), {
      updated_at: '2025-11-19',
    })
  })
})

describe('how to reach them', () => {
  const footer = `<main><h1>Lamps</h1><p>Call (703) 555-7037 for help.</p></main><footer>
    <p>Lumen House LLC</p><p>5641 Wick Parkway, Suite 208</p><p>Burke, VA 22015</p>
    <p>Write to help@lumenhouse.example or to sales@elsewhere.example</p></footer>`

  it('is the only one of the page, wherever it stands', () => {
    assert.deepEqual(
      ask(
        { contact_phone: text, street_address: text, city: text, zip_code: text, email: text },
        {
          body: footer,
        },
      ),
      {
        contact_phone: '(703) 555-7037',
        street_address: '5641 Wick Parkway, Suite 208',
        city: 'Burke',
        zip_code: '22015',
        email: 'help@lumenhouse.example',
      },
    )
    assert.deepEqual(ask({ fax: text }, { body: footer }), {})
  })

  it('is none of several', () => {
    const body = '<main><h1>Lamps</h1><p>(703) 555-7037 or (703) 555-9999</p></main>'
    assert.deepEqual(ask({ contact_phone: text }, { body }), {})
  })
})

describe('whose page it is', () => {
  const menu =
    '<header><div>Company</div><ul><li><a href="/about">About us</a></li><li><a href="/team">Our team</a></li><li><a href="/jobs">Jobs</a></li></ul></header>'

  it('is told by the site, not by an entry of a menu', () => {
    const head = '<title>Lamp care | Lumen House</title>'
    const body = `${menu}<main><h1>Lamp care</h1><p>Each firm in your street needs light.</p></main>`
    for (const name of ['company', 'firm_name', 'provider', 'agency', 'brand'])
      assert.deepEqual(ask({ [name]: text, phone: text }, { head, body }), {
        [name]: 'Lumen House',
      })
  })

  it('is told by its address, as the page writes it', () => {
    const of = {
      body: `${menu}<main><h1>Lamp care</h1><p>Lumen House cares for lamps.</p></main>`,
      head: '<title>Lamp care</title>',
    }
    assert.deepEqual(ask({ company: text }, of), { company: 'Lumen House' })
  })

  it('is not who offers a job', () => {
    const head = '<title>Lamplighter | Lumen House</title>'
    const body = `<main><h1>Lamplighter</h1><p>Light the lamps of the harbour every evening.</p></main>`
    assert.deepEqual(ask({ title: text, company: text, location: text }, { head, body }), {
      title: 'Lamplighter',
    })
  })
})

describe('what a line says by itself', () => {
  it('answers yes, and only then', () => {
    const body = '<p>Free consultation</p><p>Vegan</p><p>Gift wrapping is not available</p>'
    assert.deepEqual(
      ask(
        { free_consultation: yes, is_vegan: yes, gift_wrapping: yes, free_returns: yes },
        main(body),
      ),
      { free_consultation: true, is_vegan: true },
    )
  })

  it('is the currency of all prices', () => {
    const currency = { enum: ['EUR', 'USD', 'GBP'] }
    assert.deepEqual(ask({ currency }, main('<p>Brass lamp</p><p>€49.00</p><p>€12.50</p>')), {
      currency: 'EUR',
    })
    assert.deepEqual(ask({ currency }, main('<p>€49.00</p><p>£41.00</p>')), {})
  })

  it('says what is saved of two prices', () => {
    const body = '<div><span>$79.99</span> <span>$119.99</span></div><p>Save $40</p>'
    assert.deepEqual(ask({ price: number }, main(body)), { price: 79.99 })
  })
})

describe('posts and what was answered', () => {
  const question = (answer: object | undefined) =>
    `<title>Wick too long? - Lamp forum</title><script type="application/ld+json">${JSON.stringify({
      '@context': 'https://schema.org',
      '@type': 'QAPage',
      mainEntity: {
        '@type': 'Question',
        name: 'Wick too long?',
        author: { '@type': 'Person', name: 'ann', url: 'https://lamps.example/u/ann' },
        datePublished: '2024-05-03T08:45:44Z',
        upvoteCount: 11,
        answerCount: 1,
        interactionStatistic: [
          {
            '@type': 'InteractionCounter',
            interactionType: 'https://schema.org/ViewAction',
            userInteractionCount: 689,
          },
          {
            '@type': 'InteractionCounter',
            interactionType: { '@type': 'FollowAction' },
            userInteractionCount: 8,
          },
        ],
        acceptedAnswer: answer,
      },
    })}</script>`
  const body = '<main><h1>Wick too long?</h1><p>It smokes.</p></main>'
  const asked = {
    posted_on: { type: 'string', format: 'date' },
    askedBy: text,
    author_url: { type: 'string', format: 'uri' },
    questionScore: integer,
    views: integer,
    followers: integer,
  }

  it('are counted as their markup says', () => {
    assert.deepEqual(ask(asked, { head: question(undefined), body }), {
      posted_on: '2024-05-03',
      askedBy: 'ann',
      author_url: 'https://lamps.example/u/ann',
      questionScore: 11,
    })
  })
  it('have an author whose address is a link, and who has a role', () => {
    const marked = `<main itemscope itemtype="https://schema.org/Article"><h1 itemprop="headline">Wicks</h1>
      <span itemprop="author" itemscope itemtype="https://schema.org/Person"><a itemprop="url" href="/u/ann"><b itemprop="name">Ann Reed</b></a></span><p>Trim them.</p></main>`
    assert.deepEqual(
      ask({ author: text, author_url: asked.author_url, author_role: text }, { body: marked }),
      {
        author: 'Ann Reed',
        author_url: 'https://www.lumenhouse.example/u/ann',
      },
    )
  })

  it('are not what visitors ask often', () => {
    const faq = `<title>Oil lamps</title><script type="application/ld+json">${JSON.stringify({
      '@context': 'https://schema.org',
      '@type': 'FAQPage',
      mainEntity: ['Do they smoke?', 'Are they safe?'].map(name => ({
        '@type': 'Question',
        name,
        acceptedAnswer: { '@type': 'Answer', text: 'No.' },
      })),
    })}</script>`
    const of = { head: faq, body: '<main><h1>Oil lamps</h1><p>All kinds of them.</p></main>' }
    assert.deepEqual(ask({ heading: text, faq_questions: { type: 'array', items: text } }, of), {
      heading: 'Oil lamps',
      faq_questions: ['Do they smoke?', 'Are they safe?'],
    })
  })
})
