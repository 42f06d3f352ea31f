import { test } from 'node:test'
import { parsePage } from '../../../../src/page/html/parse-page.ts'
import { answerWithoutModel } from '../../../../src/products/extract/embedded/answer.ts'
import type { JsonSchema } from '../../../../src/products/extract/schema/limits.ts'
import { openPage } from '../../../../src/products/extract/source/open-page.ts'
import { changePage } from '../../../support/changed-pages.ts'
import { digest } from '../../../support/readings.ts'

/** A field by one letter: a text, number, integer, yes or no, day, address; in brackets a list of it. */
const kinds: Record<string, JsonSchema> = {
  t: { type: 'string' },
  n: { type: 'number' },
  i: { type: 'integer' },
  b: { type: 'boolean' },
  d: { type: 'string', format: 'date' },
  u: { type: 'string', format: 'uri' },
  l: { type: 'string', format: 'duration' },
  m: { type: 'object', additionalProperties: { type: 'string' } },
}
type Ask = { [name: string]: string | Ask | [string | Ask] }

const toSchema = (ask: string | Ask | [string | Ask]): JsonSchema => {
  if (typeof ask === 'string') return kinds[ask] ?? {}
  if (Array.isArray(ask)) return { type: 'array', items: toSchema(ask[0]) }
  const properties = Object.entries(ask).map(([name, inner]) => [name, toSchema(inner)])
  return { type: 'object', properties: Object.fromEntries(properties) }
}

const filler = `<p>Lamps light the evening for readers and cooks alike.</p><p>Ours are made by hand in a small town on a river.</p>`
const deep = (levels: number, inner: string) =>
  `${'<div>'.repeat(levels)}${inner}${'</div>'.repeat(levels)}`
const items = (...texts: string[]) => texts.map(text => `<li>${text}</li>`).join('')
const ld = (value: object) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`

/** What is asked, and bodies of pages: what makes the answer, and what comes near and does not. */
const cases: Record<string, { ask: Ask; url?: string; bodies: string[] }> = {
  'headings of the content': {
    ask: { headings: ['t'], subheadings: ['t'] },
    bodies: [
      '<nav><h2>Menu</h2></nav><h1>Lamps</h1><h2>Oil ¶</h2><h3>Wicks#</h3><footer><h2>Contact</h2></footer>',
    ],
  },
  pictures: {
    ask: { images: [{ url: 'u', caption: 't' }], links: ['u'] },
    bodies: [
      '<header><img src="/h.png"></header><main><img src="/a.png" alt="A"><img src="/a.png"><img src="/i.png" width=48><img src="/j.png" width=49><img src="/k.svg"><figure><div><img src="/f.png" alt="F"></div><figcaption>A <b>lamp</b></figcaption></figure></main><footer><img src="/g.png"></footer><a href="/x">X</a>',
      '<nav><img src="/n.png" alt="N"></nav>',
    ],
  },
  'the trail': {
    ask: { breadcrumbs: ['t'], category: 't' },
    bodies: [
      `<div class=breadcrumb>${deep(3, '<p><a href="/">Home</a> › <a href="/lamps">Lamps</a> › Brass</p>')}</div><h1>Brass</h1>`,
      `<div class=breadcrumb>${deep(4, '<p><a href="/">Home</a> › <a href="/lamps">Lamps</a></p>')}</div><h1>Brass</h1>`,
      `<body class=breadcrumb><p>One</p><h1>Brass</h1></body>`,
      `${ld({ '@type': 'BreadcrumbList', itemListElement: [{ name: 'Shop', item: '/s' }, { item: { '@id': '/t', name: 'Table lamps (12 items)' } }] })}<h1>Brass</h1>`,
    ],
  },
  questions: {
    ask: { faq: ['t'] },
    bodies: [
      '<nav>Why?</nav><h2>Q1: How long?</h2><p>Long.</p><h2>2. How much?</h2><p>Much.</p><h2>How long?</h2><p>What else?</p>',
      '<p>How long?</p><p>Long.</p><h2>How much?</h2>',
      ld({
        '@type': 'FAQPage',
        mainEntity: [{ '@type': 'Question', name: 'Is it bright?' }, { name: 'Is it dark?' }],
      }),
    ],
  },
  accounts: {
    ask: { social_links: ['u'], twitter_url: 'u', linkedIn: 'u', x: 'u' },
    bodies: [
      '<a href="https://twitter.com/lumen">T</a><a href="https://x.com/intent/tweet?text=a">share</a><a href="https://www.linkedin.com/company/lumen">L</a><a href="https://facebook.com/">F</a><a href="https://www.pinterest.co.uk/lumen">P</a><a href="https://twitter.com/other">T2</a>',
      '<a href="https://facebook.com/sharer/sharer.php?u=a">F</a>',
    ],
  },
  'a list with a title': {
    ask: { features: ['t'], tags: ['t'], steps: ['t'], trends: ['t'] },
    bodies: [
      `<h2>Features</h2><ul>${items('Bright', 'Solid oak', 'Add to cart', 'See more features')}</ul><h2>Other</h2><ul>${items('x', 'y')}</ul>`,
      `<h2>Features</h2><ul>${items('Bright')}</ul>`,
      `<h2>Features</h2><p>1</p><p>2</p><p>3</p>`,
      `<p><b>Features</b></p><ul>${items('Bright', 'Solid')}</ul><p><b>Sizes</b></p><ul>${items('S', 'M')}</ul>`,
      `<p>Features:</p><p>Bright</p><p>Solid</p><h2>Else</h2><p>No</p>`,
      `<div class="product-features"><div class=box><h4>Bright</h4><p>It shines.</p></div><div class=box><h4>Solid</h4><p>It lasts.</p></div></div>`,
      `<ul><li class=feature>Bright<li class=feature>Solid<li>Other</ul>`,
      `<div class="tag-list"><a href=/a>oil</a> <a href=/b>brass</a></div>`,
      `<h2>Tags</h2><ul>${items('oil', 'brass', 'A very long tag that is rather a whole sentence about lamps')}</ul>`,
      `<h3>Trends</h3><p>More trends</p><p>1. Webinar</p><p>2. Zoom</p><p>3. Call</p>`,
      `<h3>Trends</h3><p>More trends</p><p>Old trends</p><p>Few trends</p><p>1. Webinar</p><p>2. Zoom</p><p>3. Call</p>`,
      `<h3>Trends</h3><p>More trends</p><p>1. Webinar</p><p>3. Zoom</p><p>4. Call</p>`,
      `<h2>Trends</h2><h3>1. Save</h3><p>x</p><h3>2. Invest</h3><p>y</p><h3>3. Wait</h3><p>z</p><h3>Comments</h3>`,
      `<h2>Steps</h2><ol>${items('Step 1 Boil it', 'Step 2 Cool it')}</ol>`,
      `<h2>Steps</h2><ol>${items('Step 1 Boil it', 'Step 3 Cool it')}</ol>`,
      `<h2>Steps</h2><ol>${items('First you boil the water in a large pot until it bubbles, and then you wait for a minute more.', 'Then cool it.')}</ol>`,
      `<h2>Features</h2><ul>${items('First you boil the water in a large pot until it bubbles, and then you wait for a minute more.', 'Then you cool it in a cold place for as long as it takes to be cool, which is about an hour.')}</ul>`,
      `<h2>Trends</h2>${['Jojoba', 'Aloe', 'Clay'].map(title => `<h3>${title}</h3><p>It is good for the skin and the hair of everybody who tries it.</p>`).join('')}`,
      `<h2>Features</h2><table><tr><td>Bright<td>yes<tr><td>Solid<td>no</table>`,
      `<h2>Features</h2><ul>${items('<a href=/a>Bright</a>', '<a href=/b>Solid</a>')}</ul>`,
      `<h2>Features</h2><ul>${items('<b>Rated 4.5 out of 5</b>', 'ab', 'c', 'd')}</ul>`,
      `<h2>Features</h2><ul>${items('Bright<ul><li>very</ul>', 'Solid')}</ul>`,
      `<footer><h2>Features</h2><ul>${items('Bright', 'Solid')}</ul></footer>`,
    ],
  },
  'a list that is told': {
    ask: { partners: ['t'], languages: ['t'], related_articles: ['t'] },
    bodies: [
      `<h2>Our grants: partners</h2><ul>${items('Lumen', 'Oxid', 'Brass')}</ul>`,
      `<h3>You may also like</h3><div><p>Oil lamps</p><p>Wicks</p><p>Chimneys</p></div>`,
      `<h3>You may also like</h3><div><p>Oil</p><p>Oil</p><p>Oil</p></div>`,
      `<p>The app speaks German, French and Dutch. Its languages are Czech, Polish, Danish and Greek words.</p>`,
      `<p>Its languages are German, French and Dutch.</p><p>Other languages are Czech, Polish and Danish.</p>`,
      `<h2>Which languages are there?</h2><p>It is to be had in German, French, Dutch.</p>`,
      `<p>Languages: German; French | Dutch</p>`,
      `<p>Languages: <a href=/de>German</a>, <a href=/fr>French</a> and more</p>`,
      `<p>Languages: 12</p>`,
    ],
  },
  contacts: {
    ask: { phone: 't', fax: 't', email: 't', phone_numbers: ['t'], emails: ['t'] },
    bodies: [
      '<p>Call +49 30 901820 or write to help@lumen.example</p><p>Fax: +49 30 901821</p>',
      '<p>+1 212 555 0142</p><p>(212) 555-0143</p><p>+1 212-555-0142</p>',
      '<p>(212) 555-0142</p><p>(212) 555-0143</p>',
      '<p><a href="tel:+4930901820">Call us</a> <a href="mailto:a%40b.example?subject=x">Write</a></p>',
      '<p><a href="tel:123">Call us</a> <a href="tel:+4930901820">030 901820</a></p>',
      '<p>ann@lumen.example</p><p>bo@mail.example</p>',
      '<p>ann@mail.example</p><p>bo@mail.example</p>',
      '<p>(212) 555-0143</p><p>+1 212 555 0142</p><p>+1 212-555-0142</p><p>bo@mail.example</p><p>ann@mail.example</p><p>Ann@mail.example</p>',
      '<p><a href="tel:">Call</a> <a href="mailto:">Write</a> <a href="tel:+493090182">030</a></p>',
    ],
  },
  addresses: {
    ask: { address: 't', city: 't', postal_code: 't', street: 't' },
    bodies: [
      '<p>Visit us at 420 9th Ave, New York, NY 10001 any day</p>',
      '<p>Suite 55</p><p>420 9th Ave,</p><p>New York, NY 10001</p>',
      '<p>no street</p><p>New York, NY 10001</p>',
      '<p>P.O. Box 12</p><p>Dayton, OH 45402-1234, USA</p>',
      '<p>34 Canal Road</p><p>1015 CE Amsterdam</p>',
    ],
  },
  currencies: {
    ask: { currency: 't', price_currency: 't' },
    bodies: [
      '<p>€12.00</p><p>13 €</p>',
      '<p>$12.00</p>',
      '<p>CA$12.00</p>',
      '<p>€12.00</p><p>$13</p>',
      '<p>CHF 12.00</p>',
      '<p>12 zł</p>',
      '<p>The lamp costs $12 as does the other one that we have in the shop today</p>',
    ],
  },
  'other dollars': {
    ask: { currency: 't' },
    url: 'https://lumen.ca/p',
    bodies: ['<p>$12.00</p>', '<p>€12.00</p>'],
  },
  'yes and no': {
    ask: { free_shipping: 'b', is_vegan: 'b', machine_washable: 'b', credit_card_required: 'b' },
    bodies: [
      '<p>Free shipping</p><p>Vegan</p><p>Machine wash</p><p>No credit card required</p>',
      '<p>Free shipping over $50</p><p>Not vegan</p><p>Do not machine wash</p><p>Is a credit card required?</p>',
      '<p>Free shipping to all of our customers in the country, and for those abroad too, as long as there is enough oil</p><footer><p>Vegan</p></footer>',
      '<p>We offer free shipping</p><p>Certified vegan since 1998 by all</p><p>A credit card is required</p>',
      '<section class=reviews><p>Free shipping</p></section>',
    ],
  },
  figures: {
    ask: {
      free_shipping_over: 'n',
      guarantee_days: 'i',
      consultant_count: 'i',
      discount_percent: 'n',
      founded_year: 'i',
      customers: 'i',
      weight_kg: 'n',
      delivery_days: 'i',
    },
    bodies: [
      '<p>Free shipping on orders over $75.</p><p>60-day guarantee.</p><p>30+ certified consultants.</p><p>Save 15% discount.</p><p>Founded in 1998.</p><p>600K+ customers</p><p>Weight: 2.5 kg</p>',
      '<p>Free shipping over $75.</p><p>Free shipping over $85.</p><p>A guarantee of two years, or 60 days.</p><p>Ten consultants</p>',
      '<h3>Consultants</h3><p>12</p><p>3</p><p>customers</p>',
      '<p>We were founded in 1998 and have 3-4 customers. Delivery in 3 business days. Delivery takes 3 days.</p>',
      '<p>Our customers of 2020 bought 12 lamps and 13 wicks.</p><p>The guarantee ends on 12 May 2020.</p>',
      '<section class=related><p>30 certified consultants</p></section>',
    ],
  },
  totals: {
    ask: { total_results: 'i', total_pages: 'i', review_count: 'i', product_count: 'i' },
    bodies: [
      '<p>1-24 items of 33</p><p>Page 1 of 12</p>',
      '<p>showing 30 out of 438 conferences</p>',
      '<p>1–24 of 33 products</p><p>1-24 of 34 products</p>',
      '<p>22 Items</p><p>Reviews (6)</p>',
      '<p>22 Items</p><p>23 Items</p>',
      `<div class=pagination>${deep(2, '<a href=/2>2</a> <a href=/3>3</a> <a href=/9>9</a> <a href=/n>Next</a>')}</div>`,
      `<div class=pager>${deep(5, '<a href=/2>2</a>')}</div>`,
      '<p><a href=/2>2</a> <a href=/3>3</a></p>',
    ],
  },
  phrases: {
    ask: {
      parent_company: 't',
      license: 't',
      code_license: 't',
      coupon_code: 't',
      opening_hours: 't',
    },
    bodies: [
      '<p>This website is owned and operated by Lumen Group, part of nothing.</p><p>Content is licensed under the CC BY 4.0 License, and code samples are licensed under the Apache 2.0 License.</p><p>Use offer code: SPRING40 at checkout</p><p>Open Mon - Fri 9:00 - 17:00</p>',
      '<p>Lumen, a Brass Works company</p><p>Owned by Oxid Ltd.</p>',
      '<p>Use code ABC</p><p>Use code SPRING40</p><p>Use code SUMMER50</p><p>Daily 9 to 5</p>',
      `<p>Daily 9am to 5pm</p><p>${'Open daily from 9:00 to 17:00 and on some days much longer than that. '.repeat(3)}</p>`,
    ],
  },
  bylines: {
    ask: { author: 't', published_date: 'd', updated_at: 'd' },
    bodies: [
      '<article><h1>Oil</h1><p class=byline>By Ann Reed</p><time datetime="2020-07-04">4 July</time><p>Published 4 July 2020, updated 6 July 2020</p></article>',
      '<article><h1>Oil</h1><p class=byline>By —</p><p class=author>(Author)</p></article>',
      '<article><h1>Oil</h1><p class=byline>By ann reed</p></article>',
      '<article><h1>Oil</h1><p class=byline>By lampfan77</p><p>Last updated: 6 July 2020</p></article>',
      '<article><h1>Oil</h1><p class=byline>By Log in</p><p>Published on 4 July 2020</p></article>',
      '<article><h1>石油</h1><p class=byline>By 王小明 著</p></article>',
    ],
  },
  addressees: {
    ask: { image: 'u', logo: 'u', privacy_policy_url: 'u', website: 'u' },
    bodies: [
      '<h1>Brass lamp</h1><img src="/logo.png" alt="Brass"><img src="/b.jpg" alt="Brass lamp" width=400 height=300><img src="/s.jpg" width=79 height=79><img src="/p.gif"><a href="/privacy">Privacy policy</a><a href="https://lumen.example" class=website>Visit</a>',
      '<h1>Lamp</h1><p>a</p><a href="mailto:a@b.example">Privacy policy</a><a href="/p" title="Our privacy policy and more of what one must know of all">x</a>',
    ],
  },
  owners: {
    ask: { company: 't', site_name: 't', app_name: 't' },
    url: 'https://www.lumenhouse.example/',
    bodies: [
      '<title>Lumen House – lamps for all</title><h1>Light for every room</h1><footer>© 2024 Lumen House Ltd. All rights reserved.</footer>',
      '<meta property="og:site_name" content="Lumen House"><title>Light</title><h1>Light</h1>',
      '<title>Lamps | Other</title><h1>Light</h1><button>Add to cart</button>',
    ],
  },
  records: {
    ask: { plans: [{ name: 't', price: 'n', url: 'u' }] },
    bodies: [
      `<h2>Plans</h2><table><tr><th>Name<th>Price</tr>${['Free', 'Team', 'Firm'].map((name, at) => `<tr><td><a href="/${name}">${name}</a><td>$${at * 10 + 5}`).join('')}</table>`,
      `<h2>Plans</h2>${['Free', 'Team', 'Firm'].map((name, at) => `<div class=plan><h3>${name}</h3><p class=price>$${at * 10 + 5}</p><a href="/${name}">More</a></div>`).join('')}`,
      `<h2>Plans</h2><ul>${items('<b>Free</b> – $0.50', '<b>Team</b> – $10', '<b>Firm</b> – $20')}</ul>`,
      `<dl class=plans><dt>Free<dd>$1<dt>Team<dd>$10<dt>Firm<dd>$20</dl>`,
      `<div class=row><p>Software</p><p>Starting price</p></div><div class=row><p>Free</p><p>$1</p></div><div class=row><p>Team</p><p>$10</p></div><div class=row><p>Firm</p><p>$20</p></div>`,
      ld({
        '@type': 'ItemList',
        itemListElement: ['Free', 'Team', 'Firm'].map((name, at) => ({
          '@type': 'Product',
          name,
          url: `/${at}`,
          offers: { price: at },
        })),
      }),
    ],
  },
  'what comes next': {
    ask: { next_chapter: { title: 't', url: 'u' }, previous_title: 't', next_url: 'u' },
    bodies: [
      '<p><a href="/n">Next: Brass lamps »</a></p><p><a href="/p">« Previous: Oil</a></p>',
      '<p><a href="/n">Next</a></p><p><a href="/n">Brass lamps</a></p><p><a href="/p">Previous chapter</a></p>',
      '<p><a href="/n">Next</a></p><p><a href="/m">Brass lamps</a></p>',
      '<p>Next, boil it.</p><p><a href="/b">next boil</a></p>',
      '<link rel="x next" href="/n2"><a rel=next href="/n">→</a>',
      '<p>Next page</p><p><a href="/n">Brass lamps</a></p>',
    ],
  },
  'whose page it is': {
    ask: { company: 't', store: 't', publisher: 't' },
    url: 'https://www.oilco.example/a',
    bodies: [
      '<p>Oil Co makes lamps. OIL CO!</p><p>Oil Co</p>',
      '<p>www.oilco.example, info@oilco.example</p>',
      "<p>oil co</p><p>Oil's Co</p>",
      '<img alt="Oil Co logo" src="/l.png"><p>Oil Cows</p>',
      `${ld({ '@type': 'Organization', name: 'Oil Co Ltd' })}<p>OilCo</p>`,
      '<meta property="og:site_name" content="oilco.example"><p>Oil Co</p>',
      '<meta property="og:site_name" content="Lamps | Oil Co"><h1>Oil</h1>',
    ],
  },
  'boxes of facts': {
    ask: { specifications: 'm', ingredients: 'm' },
    bodies: [
      '<h2>Specifications</h2><table><tr><td>Weight<td>2 kg<tr><td>Color<td>brass</table>',
      '<h2>Other</h2><dl><dt>Weight<dd>2 kg<dt>Color<dd>brass<dt>Size<dd>L</dl>',
      '<h2>Other</h2><p>Weight: 2 kg</p><p>Color: brass</p>',
      '<form><p>Weight: 2 kg</p><p>Color: brass</p><p>Size: L</p></form>',
      '<table><caption>Ingredients</caption><tr><td>Oil<td>1 l<tr><td>Salt<td>2 g</table>',
    ],
  },
  'parts of a page': {
    ask: {
      product: { name: 't', price: 'n', maker: { name: 't', city: 't' } },
      next_article: { title: 't', url: 'u' },
    },
    bodies: [
      '<h1>Brass lamp</h1><p>Price: $61</p><p>Maker: Lumen House</p><p>City: Utrecht</p><a href="/next" rel=next>Next: Oil »</a>',
      `${ld({ '@type': 'Product', name: 'Brass lamp', offers: { price: '61' }, manufacturer: { name: 'Lumen', address: { addressLocality: 'Utrecht' } } })}<h1>Brass lamp</h1><p>$66</p>`,
    ],
  },
  'the thing that markup is about': {
    ask: { name: 't', description: 't', price: 'n', author: 't' },
    bodies: [
      `${ld({ '@type': 'Product', name: 'Brass lamp', offers: { price: 5 } })}${ld({ '@type': 'Product', name: 'Oil lamp', offers: { price: 6 } })}<h1>Oil lamp</h1>`,
      `${ld({ '@type': 'Organization', name: 'Lumen', description: 'Lamps for all' })}${ld({ '@type': 'Article', headline: 'Oil', author: { name: 'Ann Reed' } })}<h1>Oil</h1>`,
      `${ld({ '@type': 'Organization', name: 'Lumen', description: 'Lamps for all' })}<h1>Lumen</h1>`,
      ld({
        '@type': 'WebPage',
        name: 'Page',
        mainEntity: { '@type': 'Product', name: 'Lamp', offers: { price: 7 } },
      }),
      `${ld({ '@type': 'Question', name: 'Is it bright?', author: { name: 'Bo' } })}${ld({ '@type': 'Question', name: 'Is it dark?' })}<h1>Lamp</h1>`,
      `${ld({ '@type': 'Question', name: 'Is it bright?', author: { name: 'Bo' } })}<h1>Lamp</h1>`,
      `${ld({ '@type': 'Product', name: 'A', offers: { price: 5 } })}${ld({ '@type': 'Product', name: 'B', description: 'Both', offers: { price: 6 } })}<h1>Lamps</h1>`,
      '<div itemscope itemtype="https://schema.org/Book"><h1 itemprop=name>Lamps</h1><p itemprop=author>Ann Reed</p><meta itemprop=price content="9"><p itemprop=description>Of light.</p></div>',
      '<meta name=description content="All of light."><meta property="og:title" content="Lamps"><meta property="product:price:amount" content="12.50"><meta name=author content="Ann Reed"><h1>Lamps</h1>',
    ],
  },
  'kinds of things': {
    ask: {
      start_date: 'd',
      end_date: 'd',
      location: 't',
      organizer: 't',
      salary: 'n',
      employment_type: 't',
      isbn: 't',
      pages: 'i',
      calories: 'n',
      servings: 't',
      availability: 't',
      sku: 't',
    },
    bodies: [
      `${ld({ '@type': 'Event', name: 'Fair', startDate: '2031-05-06T19:00', endDate: '2031-05-08', location: { name: 'Hall 2', address: { streetAddress: '1 Quay', addressLocality: 'Utrecht' } }, organizer: { name: 'Lumen' } })}<h1>Fair</h1>`,
      `${ld({ '@type': 'JobPosting', title: 'Smith', employmentType: 'FULL_TIME', baseSalary: { value: { minValue: 100, maxValue: 200 } }, hiringOrganization: { name: 'Lumen' }, jobLocation: { address: { addressLocality: 'Utrecht' } } })}<h1>Smith</h1>`,
      `${ld({ '@type': 'Book', name: 'Lamps', isbn: '978-0-306-40615-7' })}<h1>Lamps</h1>`,
      `${ld({ '@type': 'Recipe', name: 'Soup', recipeYield: ['4', '4 bowls'], nutrition: { calories: '240 kcal' } })}<h1>Soup</h1>`,
      `${ld({ '@type': 'Product', name: 'Lamp', sku: 'LH-204', offers: [{ availability: 'https://schema.org/InStock' }, { availability: 'https://schema.org/OutOfStock' }] })}<h1>Lamp</h1>`,
      '<h1>Fair</h1><p>6–8 May 2031, Hall 2, Utrecht</p><p>Organizer: Lumen House</p>',
      '<h1>Smith</h1><dl><dt>Salary<dd>€3,200 a month<dt>Employment type<dd>Full time<dt>Location<dd>Utrecht</dl>',
      '<h1>Lamps</h1><ul><li>ISBN: 9780306406157</li><li>Pages: 312</li><li>SKU LH-204</li><li>In stock</li></ul>',
      '<h1>Soup</h1><p><b>Calories</b> 240</p><p><b>Servings:</b> 4 to 6</p><p>Availability – sold out</p>',
    ],
  },
  'labels and their values': {
    ask: { color: 't', material: 't', width_cm: 'n', bulb_type: 't', warranty: 't', model: 't' },
    bodies: [
      '<table><tr><th>Color<td>Brass<tr><th>Material<td>Oak, steel<tr><th>Width<td>30 cm</table>',
      '<table><tr><th>Color<th>Material<th>Width (cm)<tr><td>Brass<td>Oak<td>30</table>',
      '<p><strong>Color:</strong> Brass<br><strong>Material:</strong> Oak<br>Width: 0.3 m</p>',
      '<p>Color</p><p>Brass</p><p>Material</p><p>Oak</p><p>Warranty</p><p>2 years</p>',
      '<ul><li>Color - Brass</li><li>Bulb type — E27</li><li>Model | LH 204</li></ul>',
      '<div><span>Color</span><span>Brass</span></div><div><span>Material</span><span>Oak</span></div>',
      '<p>Color: </p><p>Material: see below</p><p>Model: <a href="/m">LH 204</a></p>',
      '<p>The color is brass and the material is oak.</p>',
      '<h3>Warranty</h3><p>Two years on all parts.</p><h3>Material</h3><ul><li>Oak</li></ul>',
    ],
  },
  'what markup and text both say': {
    ask: { price: 'n', old_price: 'n', rating: 'n', review_count: 'i', brand: 't', published: 'd' },
    bodies: [
      `${ld({ '@type': 'Product', name: 'Brass lamp', brand: 'Lumen', offers: { price: '61.00' }, aggregateRating: { ratingValue: 4.5, reviewCount: 12 } })}<h1>Brass lamp</h1><p>$61.00 <del>$70.00</del></p><p>4.5 stars (12 reviews)</p>`,
      `${ld({ '@type': 'Product', name: 'Brass lamp', brand: { name: 'Lumen' }, offers: { '@type': 'AggregateOffer', lowPrice: 5, highPrice: 9 } })}<h1>Brass lamp</h1><p>Brand: Oxid</p><p>Price: $7</p>`,
      '<h1>Brass lamp</h1><p><s>$70</s> <b>$61</b></p><p>Was $70, now $61</p><p>Rated 4 out of 5 by 12 people</p>',
      '<h1>Brass lamp</h1><p class=price>$61</p><div class=related><p class=price>$9</p><p class=price>$8</p></div>',
      '<h1>Brass lamp</h1><p>from $61 to $80</p><p>★★★★☆ 12 ratings</p><p>by <a href="/lumen">Lumen House</a></p>',
      `${ld({ '@type': 'Article', headline: 'Oil', datePublished: '2031-05-06', dateModified: '2031-06-01' })}<h1>Oil</h1><p>Published: May 7, 2031</p>`,
    ],
  },
  'lists of things': {
    ask: {
      speakers: [{ name: 't', role: 't' }],
      reviews: [{ author: 't', rating: 'n', text: 't' }],
      jobs: [{ title: 't', location: 't', url: 'u' }],
    },
    bodies: [
      `<h2>Speakers</h2>${['Ann Reed', 'Bo Lind', 'Cem Arslan'].map((name, at) => `<div class=card><img src="/${at}.jpg"><h3>${name}</h3><p class=role>Maker ${at}</p></div>`).join('')}`,
      `<h2>Reviews</h2>${['Ann', 'Bo'].map((name, at) => `<article class=review><b>${name}</b><span>${at + 3} / 5</span><p>It shines very well in the evening, number ${at}.</p></article>`).join('')}`,
      `<h2>Open jobs</h2><ul>${items('<a href="/j/1">Smith</a> <span>Utrecht</span>', '<a href="/j/2">Clerk</a> <span>Bern</span>', '<a href="/j/3">Driver</a> <span>Remote</span>')}</ul>`,
      `<table><caption>Jobs</caption><thead><tr><th>Title<th>Location</thead>${['Smith', 'Clerk'].map(name => `<tr><td><a href="/${name}">${name}</a><td>Utrecht`).join('')}</table>`,
      ld({
        '@type': 'Product',
        name: 'Lamp',
        review: [
          { author: { name: 'Ann' }, reviewRating: { ratingValue: 5 }, reviewBody: 'Good.' },
          { author: 'Bo', reviewRating: { ratingValue: '4' }, reviewBody: 'Fine.' },
        ],
      }),
      `<h2>Speakers</h2><p>Ann Reed, Maker</p><p>Bo Lind, Smith</p><p>Cem Arslan, Clerk</p>`,
      `<h2>Speakers</h2><div class=card><h3>Ann Reed</h3></div><h2>Jobs</h2><div class=card><h3>Smith</h3></div>`,
    ],
  },
  lengths: {
    ask: { cook_time: 'l', cook_time_minutes: 'i', season: 't', weekday: 't' },
    bodies: [
      '<h1>Soup</h1><p>Cook time: 1 h 20 min</p>',
      '<h1>Soup</h1><p>Prep: 5 min Cook: 80 min</p>',
    ],
  },
}

/**
 * After a change on purpose:
 * npx node --test --test-update-snapshots test/products/extract/embedded/small-pages.test.ts
 */
test('what small pages answer without a model, and how sure it is', t => {
  const shown = Object.entries(cases).map(([name, { ask, url, bodies }]) => {
    const answers = bodies.map(body => {
      const { data, evidence } = answer(body, ask, url)
      const sure = Object.entries(evidence).map(
        ([at, { quote, source, confidence }]) =>
          `${at} ${confidence}${source ? ` by ${source}` : ''}: ${quote?.slice(0, 60)}`,
      )
      return { body: body.slice(0, 100), data, sure }
    })
    return [name, answers]
  })
  t.assert.fileSnapshot(Object.fromEntries(shown), 'test/fixtures/small-pages.json')
})

/** Each with three places changed, in three ways: what is answered, and a digest of how sure it is and why. */
test('what they answer where they differ a little', t => {
  const shown = Object.entries(cases).map(([name, { ask, url, bodies }], nth) => {
    const answers = bodies.map((body, at) => {
      const { data, ...more } = answer(changePage(body, 100 * nth + at, 3), ask, url)
      const others = [1, 2].map(way => {
        const other = answer(changePage(body, 10_000 * way + 100 * nth + at, 3), ask, url)
        return digest(other)
      })
      return [JSON.stringify(data).slice(0, 120), digest({ data, more }), ...others].join(' ')
    })
    return [name, answers]
  })
  t.assert.fileSnapshot(Object.fromEntries(shown), 'test/fixtures/small-pages-changed.json')
})

const answer = (body: string, ask: Ask, url = 'https://www.lumen.example/lamps/brass') => {
  const html = `<html lang="en"><head><title>Brass lamp | Lumen</title></head><body>${filler}${body}</body></html>`
  const page = openPage(parsePage(html), { url, onlyMainContent: false })
  return answerWithoutModel(page, { schema: toSchema(ask), prompt: undefined })
}
