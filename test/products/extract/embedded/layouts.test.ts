import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseHtml } from '../../../../src/page/html/html.ts'
import { fillSchema } from '../../../../src/products/extract/embedded/fill.ts'
import { compileSchema } from '../../../../src/products/extract/schema/compile.ts'
import { readPage } from '../../../../src/products/extract/source/page.ts'

/* A label that is the field's own name vouches for its value, however the page sets the two. */

type Thing = { name: string; asked: string[]; facts: [label: string, value: string][] }

const things: Thing[] = [
  {
    name: 'The Silent Harbour',
    asked: ['genre', 'director', 'age_rating', 'studio'],
    facts: [
      ['Genre', 'Drama'],
      ['Cast', 'Ann Lee, Bo Hall'],
      ['Director', 'Mira Kallas'],
      ['Country', 'Norway'],
      ['Age rating', 'PG-13'],
      ['Released', '3 May 2010'],
      ['Studio', 'Northlight Pictures'],
      ['Color', 'Yes'],
    ],
  },
  {
    name: 'Ostrava Café',
    asked: ['cuisine', 'phone', 'price_range', 'dress_code'],
    facts: [
      ['Cuisine', 'Czech'],
      ['Parking', 'Street'],
      ['Phone', '(555) 302-1188'],
      ['Payment', 'Visa, Cash'],
      ['Price range', '$$'],
      ['Reviews', '41'],
      ['Dress code', 'Casual'],
      ['Terrace', 'No'],
    ],
  },
]

things.push({
  name: 'Tomas Verbeek',
  asked: ['height', 'weight', 'team'],
  facts: [
    ['Position', 'Guard'],
    ['Height', '6-5'],
    ['Weight', '212 lbs'],
    ['Born', 'Apr 3, 1987'],
    ['Team', 'Carlton Kestrels'],
    ['College', 'Northfield State'],
  ],
})

const each = (write: (label: string, value: string) => string) => (facts: Thing['facts']) =>
  facts.map(fact => write(...fact)).join('')
const table = (write: (label: string, value: string) => string) => (facts: Thing['facts']) =>
  `<table>${each(write)(facts)}</table>`

const layouts: Record<string, (facts: Thing['facts']) => string> = {
  'a bold label': each((label, value) => `<p><b>${label}:</b> ${value}</p>`),
  'two cells': table((label, value) => `<tr><td>${label}</td><td>${value}</td></tr>`),
  'a head and a cell': table((label, value) => `<tr><th>${label}</th><td>${value}</td></tr>`),
  'names and values twice in a row': facts =>
    `<table>${facts
      .flatMap((fact, at) => (at % 2 === 0 ? [[fact, facts[at + 1] ?? ['', '']]] : []))
      .map(pairs => `<tr>${pairs.map(([l, v]) => `<td>${l}:</td><td>${v}</td>`).join('')}</tr>`)
      .join('')}</table>`,
  terms: facts => `<dl>${each((l, v) => `<dt>${l}</dt><dd>${v}</dd>`)(facts)}</dl>`,
  links: facts => `<ul>${each((l, v) => `<li>${l}: <a href=/x>${v}</a></li>`)(facts)}</ul>`,
  'lines of one paragraph': facts =>
    `<p>${facts.map(([label, value]) => `<b>${label}:</b> ${value}`).join('<br>')}</p>`,
  'one or several': each((label, value) => `<p><b>${label}(s):</b> <a href=/x>${value}</a></p>`),
  'a line above that ends in a colon': each(
    (label, value) => `<div><h5>${label}:</h5><div>${value}</div></div>`,
  ),
  'a line above that looks otherwise': each(
    (label, value) => `<p class="k">${label}</p><p class="v">${value}</p>`,
  ),
  'a bold word in front': facts =>
    `<ul>${each((l, v) => `<li><strong>${l}</strong> ${v}</li>`)(facts)}</ul>`,
  'two boxes in a row': each(
    (label, value) =>
      `<div class="row"><span class="k">${label}</span><span class="v">${value}</span></div>`,
  ),
  'columns under heads': facts =>
    `<table><tr>${facts.map(([l]) => `<th>${l}</th>`).join('')}</tr><tr>${facts.map(([, v]) => `<td>${v}</td>`).join('')}</tr></table>`,
  'rows in stripes': facts =>
    `<table>${facts.map(([l, v], at) => `<tr><td class="row${at % 2}">${l}</td><td class="row${at % 2}">${v}</td></tr>`).join('')}</table>`,
  'columns under bold cells': facts =>
    `<table><tr>${facts.map(([l]) => `<td><b>${l}</b></td>`).join('')}</tr><tr>${facts.map(([, v]) => `<td>${v}</td>`).join('')}</tr></table>`,
}

const pageOf = ({ name }: Thing, body: string) =>
  readPage(
    parseHtml(`<title>${name} - Somewhere</title><div><a href=/>Home</a> <a href=/news>News</a></div>
<h1>${name}</h1><p>Gathered by people who have spent some time with it and wish to tell others.</p>
${body}<h2>You may also like</h2><ul><li><a href=/1>Something else</a></li></ul>`),
    { url: 'https://somewhere.example/' },
  )

const ask = (thing: Thing, body: string, names: readonly string[]) => {
  const properties = Object.fromEntries(names.map(name => [name, { type: ['string', 'null'] }]))
  return fillSchema(pageOf(thing, body), compileSchema({ type: 'object', properties })).data
}

const nameOf = (label: string) => label.toLowerCase().replace(' ', '_')

describe('without a model, labels name their values in', () => {
  for (const [layout, write] of Object.entries(layouts))
    it(layout, () => {
      for (const thing of things) {
        const wanted = thing.asked.map(name => [
          name,
          thing.facts.find(([label]) => nameOf(label) === name)?.[1],
        ])
        assert.deepEqual(ask(thing, write(thing.facts), thing.asked), Object.fromEntries(wanted))
      }
    })
})

describe('without a model, a label without a value has none in', () => {
  for (const [layout, write] of Object.entries(layouts))
    it(layout, () => {
      for (const thing of things)
        for (const name of thing.asked) {
          const facts = thing.facts.map(
            ([label, value]) => [label, nameOf(label) === name ? '' : value] as [string, string],
          )
          assert.deepEqual(ask(thing, write(facts), [name]), { [name]: null }, name)
        }
    })
})

describe('without a model, the heading is the name of what the page is about', () => {
  const written = (kind: string) => `<ul><li><a href=/2>Another ${kind}</a></li></ul>`
  for (const [name, kind, asked] of [
    ['Tomas Verbeek', 'player', ['name', 'player', 'playerName', 'athlete']],
    ['2011 Marlo Vento SE', 'car', ['model', 'car', 'vehicle_name']],
    ['Northfield State University', 'college', ['university', 'school_name']],
  ] as const)
    it(`${kind}: ${asked.join(', ')}`, () => {
      for (const field of asked)
        assert.deepEqual(
          ask({ name, asked: [], facts: [] }, `${written(kind)}<p>Founded: 1891</p>`, [field]),
          { [field]: name },
        )
    })

  it('but not of its team, its school or its maker', () => {
    const fields = ['team', 'university', 'manufacturer', 'director']
    assert.deepEqual(
      ask({ name: 'Tomas Verbeek', asked: [], facts: [] }, '<p>Born: 1987</p>', fields),
      Object.fromEntries(fields.map(field => [field, null])),
    )
  })
})
