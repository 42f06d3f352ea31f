/** Pages of our own making with one list each, as programs write lists. */
export type ListPage = { kind: string; shape: string; html: string; items: string[] }

const lists: Record<string, { heading: string; items: string[] }> = {
  ingredients: {
    heading: 'You need',
    items: [
      '500 g rye flour',
      '2 tsp salt',
      '350 ml water',
      'a spoon of honey',
      '7 g yeast',
      'oil',
    ],
  },
  steps: {
    heading: 'How to do it',
    items: ['Mix all of it.', 'Knead well.', 'Let it rest.', 'Heat the oven.', 'Bake it dark.'],
  },
  specifications: {
    heading: 'Specifications',
    items: ['Weight: 1.2 kg', 'Height: 34 cm', 'Color: red', 'Power: 40 W', 'Cable: 2 m', 'IP44'],
  },
  ranks: {
    heading: 'The final ranks',
    items: ['1. Norden 31', '2. Hafen 29', '3. Seetal 27', '4. Mark 20', '5. Linden 11'],
  },
  towns: {
    heading: 'Where it stops',
    items: ['Kiel', 'Preetz', 'Plön', 'Malente', 'Eutin', 'Bad Schwartau', 'Lübeck'],
  },
  prices: {
    heading: 'Tickets',
    items: ['Adults € 12', 'Children € 6', 'Families € 28', 'Groups € 9', 'Dogs free'],
  },
}

type Shape = (items: readonly string[]) => string
const each = (items: readonly string[], write: (item: string, at: number) => string): string =>
  items.map(write).join('')

const shapes: Record<string, Shape> = {
  ul: items => `<ul>${each(items, item => `<li>${item}</li>`)}</ul>`,
  ol: items => `<ol>${each(items, item => `<li><p>${item}</p></li>`)}</ol>`,
  'ul with spans': items =>
    `<ul class="list">${each(items, item => `<li class="list__item"><span class="a">${item.split(' ')[0]}</span> <span class="b">${item.split(' ').slice(1).join(' ')}</span></li>`)}</ul>`,
  'boxes to tick': items =>
    `<ul class="checks">${each(items, (item, at) => `<li><input type="checkbox" id="c${at}"><label for="c${at}">${item}</label></li>`)}</ul>`,
  'boxes in a row': items =>
    `<div class="rows">${each(items, item => `<div class="row">${item}</div>`)}</div>`,
  paragraphs: items =>
    `<div class="box">${each(items, item => `<p class="line">${item}</p>`)}</div>`,
  'odd and even': items =>
    `<ul>${each(items, (item, at) => `<li class="${at % 2 ? 'odd' : 'even'}">${item}</li>`)}</ul>`,
  table: items =>
    `<table class="t">${each(items, item => `<tr><td>${item}</td><td>–</td></tr>`)}</table>`,
  definitions: items =>
    `<dl>${each(items, (item, at) => `<dt>${at + 1}</dt><dd>${item}</dd>`)}</dl>`,
  'a box beside': items =>
    `<aside class="facts"><ul>${each(items, item => `<li>${item}</li>`)}</ul></aside>`,
}

const text = (about: string) =>
  `<p>Of the ${about} people here say that it is older than the harbour, and that nobody who came by land ever found it on the first day, which is why the road has no sign to this hour.</p>`

/** Every list in every shape, within a text and below one. */
export const makeListPages = (): ListPage[] =>
  Object.entries(lists).flatMap(([kind, { heading, items }]) =>
    Object.entries(shapes).map(([shape, write], at) => {
      const list = `<h2>${heading}</h2>${write(items)}`
      const body =
        at % 2
          ? `${text('mill')}${list}${text('bridge')}`
          : `${text('mill')}${text('bridge')}${list}`
      const html = `<!doctype html><title>The old mill | Harbour</title><header><nav><ul><li><a href="/a">Home</a></li><li><a href="/b">Topics</a></li><li><a href="/c">About us</a></li><li><a href="/d">Contact</a></li></ul></nav></header><main><article class="post"><h1>The old mill</h1>${body}${text('water')}</article></main><footer><p>© 2026 Harbour. All rights reserved.</p><ul><li><a href="/p">Privacy</a></li><li><a href="/t">Terms</a></li></ul></footer>`
      return { kind, shape, html, items }
    }),
  )
