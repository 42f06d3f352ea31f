import { test } from 'node:test'
import { parsePage } from '../../../../src/page/html/parse-page.ts'
import { answerWithoutModel } from '../../../../src/products/extract/embedded/answer.ts'
import type { JsonSchema } from '../../../../src/products/extract/schema/limits.ts'
import { openPage } from '../../../../src/products/extract/source/open-page.ts'
import { createRandom, type Random } from '../../../support/random.ts'
import { digest } from '../../../support/readings.ts'

const text: JsonSchema = { type: 'string' }
const number: JsonSchema = { type: 'number' }
const day: JsonSchema = { type: 'string', format: 'date' }
const uri: JsonSchema = { type: 'string', format: 'uri' }

/** A field that people ask for, how pages call it, and what they say of it. */
type Fact = { field: string; schema: JsonSchema; labels: string; values: string }

const facts: readonly Fact[] = [
  {
    field: 'price',
    schema: number,
    labels: 'Price|Our price|Preis|Now',
    values: '$39.99|1.299,00 €|£5|12|from 9 €|$1,200',
  },
  {
    field: 'old_price',
    schema: number,
    labels: 'Was|RRP|Old price|Statt',
    values: '$49.99|1.499,00 €|£7',
  },
  { field: 'currency', schema: text, labels: 'Currency', values: 'EUR|USD' },
  {
    field: 'sku',
    schema: text,
    labels: 'SKU|Item no.|Article number|Art.-Nr.',
    values: 'LH-204|00417|AB 12',
  },
  {
    field: 'brand',
    schema: text,
    labels: 'Brand|Maker|Manufacturer|Marke',
    values: 'Lumen House|Quarry Ltd|Ørsted',
  },
  {
    field: 'weight_kg',
    schema: number,
    labels: 'Weight|Gewicht|Net weight',
    values: '1.2 kg|900 g|1,4 kg|3 lb',
  },
  {
    field: 'height_cm',
    schema: number,
    labels: 'Height|Höhe|Dimensions',
    values: '45 cm|0.45 m|12 × 30 × 45 cm',
  },
  { field: 'rating', schema: number, labels: 'Rating|Rated', values: '4.5 out of 5|4,5/5|★★★★☆|3' },
  {
    field: 'review_count',
    schema: number,
    labels: 'Reviews|Ratings',
    values: '128 reviews|(1,204)|12',
  },
  {
    field: 'in_stock',
    schema: { type: 'boolean' },
    labels: 'Availability|Stock|Verfügbarkeit',
    values: 'In stock|Sold out|Only 3 left|Yes|No',
  },
  { field: 'color', schema: text, labels: 'Color|Colour|Farbe', values: 'Brass|Deep red' },
  {
    field: 'warranty',
    schema: text,
    labels: 'Warranty|Guarantee|Garantie',
    values: '2 years|None',
  },
  {
    field: 'published',
    schema: day,
    labels: 'Published|Posted on|Date',
    values: '4 March 2024|2024-03-04|03/04/2024|last week|4. März 2024',
  },
  {
    field: 'updated_at',
    schema: day,
    labels: 'Updated|Last modified',
    values: '5 March 2024|2024-03-05',
  },
  {
    field: 'author',
    schema: text,
    labels: 'Author|By|Written by|Autor',
    values: 'Ann Lee|Ida Brandt and Ann Lee|Staff',
  },
  {
    field: 'reading_time_minutes',
    schema: { type: 'integer' },
    labels: 'Reading time|Read',
    values: '6 min read|12 minutes',
  },
  {
    field: 'email',
    schema: { type: 'string', format: 'email' },
    labels: 'E-mail|Mail|Contact',
    values: 'ann@lumen.example|info (at) lumen.example',
  },
  {
    field: 'phone',
    schema: text,
    labels: 'Phone|Tel.|Telefon|Fax',
    values: '+49 30 1234567|(020) 555 0100',
  },
  {
    field: 'address',
    schema: text,
    labels: 'Address|Adresse|Visit us',
    values: '12 Mill Lane, Utrecht 3511|Mühlweg 3, 10115 Berlin',
  },
  {
    field: 'city',
    schema: text,
    labels: 'City|Town|Ort|Location',
    values: 'Utrecht|Berlin|Remote',
  },
  { field: 'country', schema: text, labels: 'Country|Land', values: 'Netherlands|Germany' },
  {
    field: 'founded',
    schema: { type: 'integer' },
    labels: 'Founded|Established|Since',
    values: '1984|in 1984|March 1984',
  },
  {
    field: 'employees',
    schema: number,
    labels: 'Employees|Team size|Staff',
    values: '120|50–100|1.200',
  },
  {
    field: 'vat_number',
    schema: text,
    labels: 'VAT number|VAT ID|USt-IdNr.',
    values: 'NL123456789B01|DE136695976',
  },
  {
    field: 'duration',
    schema: { type: 'string', format: 'duration' },
    labels: 'Duration|Length|Cook time',
    values: '1 h 20 min|80 minutes|2 days',
  },
  {
    field: 'servings',
    schema: number,
    labels: 'Serves|Servings|Yield',
    values: '4|4–6 people|2 loaves',
  },
  { field: 'calories', schema: number, labels: 'Calories|Energy', values: '320 kcal|1,340 kJ' },
  { field: 'version', schema: text, labels: 'Version|Release', values: '2.4.1|v3' },
  { field: 'license', schema: text, labels: 'License|Licence', values: 'MIT|Apache-2.0' },
  {
    field: 'employment_type',
    schema: { enum: ['full-time', 'part-time', 'contract'] },
    labels: 'Type|Contract|Hours',
    values: 'Full-time|Part time|Temporary',
  },
  {
    field: 'salary_min',
    schema: number,
    labels: 'Salary|Pay',
    values: '€40,000–50,000|from $30k|negotiable',
  },
  {
    field: 'apply_by',
    schema: day,
    labels: 'Apply by|Deadline|Closing date',
    values: '1 May 2024|2024-05-01',
  },
  {
    field: 'website',
    schema: uri,
    labels: 'Website|Web|Homepage',
    values: '<a href="https://lumen.example/">lumen.example</a>|www.lumen.example',
  },
]

type Said = [label: string, value: string]
const layouts: readonly ((said: readonly Said[]) => string)[] = [
  said => `<dl>${said.map(([label, value]) => `<dt>${label}</dt><dd>${value}</dd>`).join('')}</dl>`,
  said =>
    `<table>${said.map(([label, value]) => `<tr><th>${label}</th><td>${value}</td></tr>`).join('')}</table>`,
  said =>
    `<table>${said.map(([label, value]) => `<tr><td>${label}:</td><td>${value}</td></tr>`).join('')}</table>`,
  said =>
    `<table><tr>${said.map(([label]) => `<th>${label}</th>`).join('')}</tr><tr>${said.map(([, value]) => `<td>${value}</td>`).join('')}</tr></table>`,
  said => said.map(([label, value]) => `<p>${label}: ${value}</p>`).join(''),
  said => said.map(([label, value]) => `<p><b>${label}</b> ${value}</p>`).join(''),
  said =>
    `<ul>${said.map(([label, value]) => `<li><strong>${label}:</strong> <span>${value}</span></li>`).join('')}</ul>`,
  said =>
    said
      .map(([label, value]) => `<div class="row"><div>${label}</div><div>${value}</div></div>`)
      .join(''),
  said => said.map(([label, value]) => `<h3>${label}</h3><p>${value}</p>`).join(''),
  said => `<p>${said.map(([label, value]) => `${label} ${value}`).join(' · ')}</p>`,
  said =>
    said
      .map(
        ([label, value]) =>
          `<span class="${label.toLowerCase().replace(/\W/g, '-')}">${value}</span> `,
      )
      .join(''),
  said =>
    `<p>${said.map(([label, value]) => `${label.toLowerCase()} is ${value}`).join(', and the ')}.</p>`,
]

const filler = [
  '<p>Lamps light the evening for readers and cooks alike.</p>',
  '<nav><a href="/">Home</a> <a href="/lamps">Lamps</a></nav>',
  '<h2>More of it</h2><p>Ours are made by hand in a small town on a river, since 1921.</p>',
  '<aside><p>Price: $7</p><p>By Otto Other</p></aside>',
  '<footer><p>© 2024 Lumen House B.V., Utrecht</p></footer>',
  '<ul><li>Dimmable</li><li>Two bulbs</li><li>Brass</li></ul>',
  '<p>By <a rel="author" href="/ann">Ann Lee</a>, 4 March 2024</p>',
  '<script type="application/ld+json">{"@type":"Product","name":"Brass lamp","sku":"LD-1","offers":{"price":"44","priceCurrency":"EUR"}}</script>',
]

type Composed = { body: string; schema: JsonSchema }

/** What is said of one thing, in one or two layouts; a few fields are asked for, said or not. */
const factsOfOne = (asked: Random, random: Random): Composed => {
  const wanted = facts.filter(() => asked.int(4) === 0)
  const chosen = facts.filter(fact => random.int(wanted.includes(fact) ? 2 : 8) === 0).slice(0, 8)
  const said = chosen.map(
    ({ labels, values }): Said => [random.pick(labels.split('|')), random.pick(values.split('|'))],
  )
  const half = random.int(said.length + 1)
  const fields = wanted.map(({ field, schema }) => [field, schema])
  return {
    body: `${random.pick(filler)}<h1>Brass lamp</h1>${random.pick(layouts)(said.slice(0, half))}${random.pick(filler)}${random.pick(layouts)(said.slice(half))}${random.pick(filler)}`,
    schema: { type: 'object', properties: Object.fromEntries([['name', text], ...fields]) },
  }
}

const names = ['Oil lamp', 'Desk lamp “Ida”', 'Wall light', 'Lantern', 'Floor lamp No. 7', 'Candle']
const cards: readonly ((name: string, at: number, random: Random) => string)[] = [
  (name, at) =>
    `<div class="card"><a href="/l/${at}"><h3>${name}</h3></a><p>$${at * 7 + 9}.00</p></div>`,
  (name, at, random) =>
    `<li><a href="/l/${at}">${name}</a> <time>2024-03-0${at + 1}</time>${random.int(2) ? ` <span>by Ann Lee</span>` : ''}</li>`,
  (name, at, random) =>
    `<article><img src="/${at}.png" alt=""><h2><a href="/l/${at}">${name}</a></h2><p class="price">${random.int(3) ? `€${at + 3},50` : 'Sold out'}</p><p>Made of brass, ${at} years ago.</p><span>${at + 2}.5 / 5</span></article>`,
  (name, at) =>
    `<tr><td>${at + 1}</td><td><a href="/l/${at}">${name}</a></td><td>${at * 3 + 4} €</td><td>${4 + at} March 2024</td></tr>`,
  (name, at, random) =>
    `<dt><a href="/l/${at}">${name}</a></dt><dd>${random.pick(['In stock', 'Sold out', ''])} ${at + 11} GBP</dd>`,
  (name, at) => `<p><b>${name}</b> – $${at + 1}, ${at + 20} reviews</p>`,
]
const fields: Record<string, JsonSchema> = {
  ...{ title: text, name: text, url: uri, link: uri, price: number, date: day, author: text },
  ...{
    image: uri,
    description: text,
    rating: number,
    reviews: number,
    in_stock: { type: 'boolean' },
  },
  position: { type: 'integer' },
}

/** A list of things that look alike, and some of their members. */
const listOfMany = (asked: Random, random: Random): Composed => {
  const card = random.pick(cards)
  const rows = names.slice(0, 2 + random.int(5)).map((name, at) => card(name, at, random))
  const inner = rows[0]?.startsWith('<tr')
    ? `<table>${random.int(2) ? '<tr><th>No.</th><th>Lamp</th><th>Price</th><th>Since</th></tr>' : ''}${rows.join('')}</table>`
    : rows[0]?.startsWith('<li')
      ? `<ul>${rows.join('')}</ul>`
      : `<div>${rows.join('')}</div>`
  const members = Object.entries(fields).filter(() => asked.int(5) < 2)
  const items: JsonSchema = asked.int(6)
    ? { type: 'object', properties: Object.fromEntries(members) }
    : asked.pick([text, uri])
  const member = asked.pick(['products', 'lamps', 'items', 'articles'])
  return {
    body: `${random.pick(filler)}<h1>${random.pick(['Our lamps', 'All articles'])}</h1>${inner}${random.pick(filler)}`,
    schema: asked.int(4)
      ? { type: 'object', properties: { [member]: { type: 'array', items } } }
      : { type: 'array', items },
  }
}

/**
 * Labels and layouts that pages have, in any combination. What is answered, and a digest of how sure
 * it is and why. After a change on purpose:
 * npx node --test --test-update-snapshots test/products/extract/embedded/composed.test.ts
 */
const answersTo = (pages: number, compose: (asked: Random, random: Random) => Composed) =>
  Array.from({ length: pages }, (_, at) => {
    // Six pages in a row are asked the same: the last schema that was compiled is kept.
    const { body, schema } = compose(createRandom(Math.floor(at / 6)), createRandom(1_000 + at))
    const html = `<html lang="en"><head><title>Brass lamp | Lumen</title></head><body>${body}</body></html>`
    const url = 'https://www.lumen.example/lamps/brass'
    const page = openPage(parsePage(html), { url, onlyMainContent: false })
    const { data, ...more } = answerWithoutModel(page, { schema, prompt: undefined })
    return `${digest({ data, more })} ${JSON.stringify(data)}`.slice(0, 240)
  })

test('what is answered of facts in any layout', t => {
  t.assert.fileSnapshot(answersTo(42, factsOfOne), 'test/fixtures/composed-facts.json')
})

test('what is answered of lists in any layout', t => {
  t.assert.fileSnapshot(answersTo(60, listOfMany), 'test/fixtures/composed-lists.json')
})
