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
  'one line with strokes': facts =>
    `<p>${facts.map(([label, value]) => `<b>${label}:</b> ${value}`).join(' | ')}</p>`,
  'one or several': each((label, value) => `<p><b>${label}(s):</b> <a href=/x>${value}</a></p>`),
  'a line above that ends in a colon': each(
    (label, value) => `<div><h5>${label}:</h5><div>${value}</div></div>`,
  ),
}

const pageOf = ({ name }: Thing, body: string) =>
  readPage(
    parseHtml(`<title>${name} - Somewhere</title><div><a href=/>Home</a> <a href=/news>News</a></div>
<h1>${name}</h1><p>Gathered by people who have spent some time with it and wish to tell others.</p>
${body}<h2>You may also like</h2><ul><li><a href=/1>Something else</a></li></ul>`),
    { url: 'https://somewhere.example/' },
  )

describe('without a model, labels name their values in', () => {
  for (const [layout, write] of Object.entries(layouts))
    it(layout, () => {
      for (const thing of things) {
        const properties = Object.fromEntries(
          thing.asked.map(name => [name, { type: ['string', 'null'] }]),
        )
        const page = pageOf(thing, write(thing.facts))
        const { data } = fillSchema(page, compileSchema({ type: 'object', properties }))
        const wanted = thing.asked.map(name => [
          name,
          thing.facts.find(([label]) => label.toLowerCase().replace(' ', '_') === name)?.[1],
        ])
        assert.deepEqual(data, Object.fromEntries(wanted))
      }
    })
})
