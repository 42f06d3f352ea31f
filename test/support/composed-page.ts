import type { Random } from './random.ts'

/**
 * A page put together from parts that pages are made of, in any order and of any size: what decides
 * by neighbours, counts or names meets them on both sides of its bounds.
 */
export const composePage = (random: Random): string => {
  const parts = Array.from({ length: 3 + random.int(7) }, () => wrap(random, part(random)))
  const [before, after] = [maybe(random, top), maybe(random, bottom)]
  return `<html><head><title>${random.pick(titles)} | Harbour</title>${maybe(random, head)}</head><body>${before}${wrap(
    random,
    `${maybe(random, headline)}${parts.join('\n')}`,
  )}${after}</body></html>`
}

const maybe = (random: Random, make: (random: Random) => string) =>
  random.int(3) > 0 ? make(random) : ''
const many = (random: Random, least: number, most: number, make: (nth: number) => string) =>
  Array.from({ length: least + random.int(most - least + 1) }, (_, nth) => make(nth)).join('')

const wrap = (random: Random, inner: string): string => {
  const tag = random.pick(['', '', 'div', 'section', 'article', 'main', 'aside', 'form', 'div'])
  if (tag === '') return inner
  return `<${tag}${random.int(3) === 0 ? ` class="${random.pick(names)}"` : ''}>${inner}</${tag}>`
}

const names =
  'content related-posts comments sidebar byline share-buttons site-footer promo price specs caption post entry newsletter toc recommended breadcrumb author-bio reviews'.split(
    ' ',
  )
const titles = [
  'The tide mill turns again',
  'Brass lamp',
  'How to moor a barge',
  'Jobs at the lock',
]
const words =
  'river mill lamp brass water gate keeper stone flour morning winter bridge boat rope harbour tide wheel miller bread light evening garden market price ticket letter road hill'.split(
    ' ',
  )

const phrase = (random: Random, least: number, most: number): string => {
  const text = many(random, least, most, () => `${random.pick(words)} `).trim()
  return text.charAt(0).toUpperCase() + text.slice(1)
}
const sentence = (random: Random, least = 5, most = 22): string => {
  const text = phrase(random, least, most)
  const comma = random.int(2) ? text.replace(/^(\S+ \S+ \S+)/, '$1,') : text
  return `${comma}${random.pick(['.', '.', '.', '?', '!', ''])}`
}
const prose = (random: Random) => many(random, 1, 4, () => `${sentence(random)} `).trim()
const link = (random: Random, text: string) =>
  `<a href="${random.pick(['/a', '/b/c', '#', '#note', 'https://x.example/', '/file.pdf', 'javascript:void 0'])}">${text}</a>`
const person = (random: Random) =>
  random.pick(['Ida Brandt', 'Ann Lee', 'J. de Vries', 'Dr. May Osei'])
const day = (random: Random) =>
  random.pick(['4 March 2026', '2026-03-04', 'Mar 4, 2026', '3 hours ago', '04/03/2026'])
const price = (random: Random) =>
  random.pick(['$12.00', '39 €', '€1.299,00', '£5', 'Free', 'from $9 a month'])

const head = (random: Random) =>
  random.pick([
    '<meta property="og:type" content="article"><meta name="author" content="Ida Brandt">',
    `<meta name="description" content="${sentence(random)}">`,
    `<script type="application/ld+json">{"@type":"Product","name":"Brass lamp","description":"${phrase(random, 6, 12)}"}</script>`,
    '<script type="application/ld+json">{"@type":"QAPage"}</script>',
    '<meta property="og:title" content="Brass lamp">',
  ])
const top = (random: Random) =>
  `<header><a href="/">Harbour</a><nav><ul>${many(random, 2, 6, () => `<li>${link(random, phrase(random, 1, 2))}</li>`)}</ul></nav></header>`
const bottom = (random: Random) =>
  random.pick([
    `<footer><p>© 2026 Harbour Ltd.</p>${many(random, 1, 4, () => `<p>${link(random, phrase(random, 1, 3))}</p>`)}</footer>`,
    `<hr><address>${link(random, person(random))} made this page. ${maybe(random, sentence)}</address>`,
    `<div id="footer">${prose(random)}</div>`,
  ])
const headline = (random: Random) => `<h1>${random.pick(titles)}</h1>${maybe(random, facts)}`
const facts = (random: Random) =>
  random.pick([
    `<p class="byline">By ${person(random)}</p><p>${day(random)}</p>`,
    `<div>${person(random)}, ${day(random)} · 4 min read</div>`,
    `<p><time datetime="2026-03-04">${day(random)}</time></p><p>${phrase(random, 1, 3)}</p>`,
    `<p>${sentence(random, 8, 18)}</p><span rel="author">${person(random)}</span>`,
    `<p>${price(random)}</p><p>In stock</p>`,
    `<ul><li>${link(random, 'Home')}</li><li>${link(random, phrase(random, 1, 2))}</li></ul>`,
  ])

const part = (random: Random): string => random.pick(parts)(random)

const parts: readonly ((random: Random) => string)[] = [
  random => many(random, 1, 5, () => `<p>${prose(random)}</p>`),
  random => many(random, 2, 6, () => `<p>${prose(random)}</p>`),
  random =>
    `<h2>${phrase(random, 1, 5)}</h2>${many(random, 0, 3, () => `<p>${prose(random)}</p>`)}`,
  random => `<h3>${phrase(random, 1, 4)}</h3><p>${sentence(random, 2, 7)}</p>`,
  random => `<ul>${many(random, 1, 7, () => `<li>${phrase(random, 1, 6)}</li>`)}</ul>`,
  random => `<ol>${many(random, 2, 6, () => `<li>${sentence(random)}</li>`)}</ol>`,
  random =>
    `<ul>${many(random, 2, 9, () => `<li>${link(random, phrase(random, 1, 5))}</li>`)}</ul>`,
  random =>
    `<h2>${random.pick(['Contents', 'On this page', phrase(random, 1, 3)])}</h2><ul>${many(random, 2, 6, nth => `<li><a href="#s${nth}">${phrase(random, 1, 4)}</a></li>`)}</ul>`,
  random =>
    `<div>${many(random, 2, 5, () => `<div class="card"><h3>${link(random, phrase(random, 2, 5))}</h3><p>${maybe(random, sentence)}</p>${maybe(random, () => `<span>${price(random)}</span>`)}</div>`)}</div>`,
  random =>
    many(
      random,
      2,
      5,
      nth =>
        `<li><h4>${phrase(random, 2, 5)}</h4><p>${sentence(random, 3, 12)}</p><a href="/item/${nth}">Read more</a></li>`,
    ),
  random =>
    `<table>${maybe(random, () => `<tr><th>${phrase(random, 1, 2)}</th><th>${phrase(random, 1, 2)}</th></tr>`)}${many(random, 1, 5, () => `<tr><td>${phrase(random, 1, 2)}</td><td>${random.pick([price(random), phrase(random, 1, 9), '12'])}</td></tr>`)}</table>`,
  random =>
    `<dl>${many(random, 1, 5, () => `<dt>${phrase(random, 1, 2)}</dt><dd>${phrase(random, 1, 8)}</dd>`)}</dl>`,
  random =>
    `<section id="comments"><h2>${1 + random.int(9)} comments</h2>${many(random, 1, 5, () => `<div class="comment"><b>${person(random)}</b> <span>${day(random)}</span><p>${prose(random)}</p>${link(random, 'Reply')}</div>`)}${maybe(random, () => '<form><textarea></textarea><button>Post</button></form>')}</section>`,
  random =>
    many(
      random,
      1,
      4,
      () =>
        `<article class="post"><div class="author">${person(random)}</div><div>${prose(random)}</div>${maybe(random, () => `<p>${link(random, 'Quote')}</p>`)}</article>`,
    ),
  random =>
    `<blockquote><p>${prose(random)}</p></blockquote>${maybe(random, () => `<p>${person(random)}</p>`)}`,
  random => many(random, 2, 5, () => `<p><b>${person(random)}:</b></p><p>${sentence(random)}</p>`),
  random =>
    `<figure><img src="/a.png" alt="A lamp"><figcaption>${sentence(random, 3, 12)}</figcaption></figure>`,
  random =>
    `<p>${random.pick(['Read also', 'Read more', 'Related articles', 'Lesen sie auch'])}</p>${many(random, 1, 4, () => `<p>${link(random, phrase(random, 3, 8))}</p>`)}`,
  random =>
    `<p>${random.pick(['Read also', 'À lire aussi', 'Lees ook'])}: ${link(random, phrase(random, 3, 9))}</p>`,
  random =>
    `<p>${random.pick(['Share this article', 'Advertisement', 'Copy link', 'Back to top', 'Add to cart', 'Leave a comment', 'Share the road'])}</p>`,
  random =>
    `<div>${link(random, `Previous: ${phrase(random, 1, 4)}`)}${maybe(random, () => `<p>${sentence(random, 2, 8)}</p>`)}<p>${link(random, `Next: ${phrase(random, 1, 4)}`)}</p></div>`,
  random =>
    `<p>${link(random, '« older')} ${link(random, phrase(random, 1, 3))} ${link(random, 'newer »')}</p>`,
  random =>
    `<div><h3>Refine</h3>${many(random, 1, 4, () => `<label><input type="checkbox"> ${phrase(random, 1, 2)}${random.int(2) ? ' (4)' : ''}</label>`)}</div>`,
  random =>
    `<div><p>${sentence(random, 3, 14)}</p><input type="${random.pick(['email', 'search', 'text', 'checkbox'])}"${random.pick(['', ' readonly'])}><button>Send</button></div>`,
  random =>
    `<form><p>${price(random)}</p><label for=size>Size:</label><select id=size><option value="">Choose</option>${many(random, 1, 4, () => `<option>${phrase(random, 1, 2)}</option>`)}</select><button>Add to cart</button></form>`,
  random => `<p>${price(random)}</p>${maybe(random, () => `<p>${phrase(random, 1, 6)}</p>`)}`,
  random => `<pre><code>npm i ${phrase(random, 1, 3)}</code></pre>`,
  random => `<h2>${phrase(random, 1, 4)}</h2>`,
  random => `<p>Tags: ${many(random, 1, 4, () => `${link(random, phrase(random, 1, 1))} `)}</p>`,
  random =>
    `<p>${random.pick(['Source:', 'Photo:', 'Editor:', 'Updated'])} ${random.pick([person(random), day(random)])}</p>`,
  random =>
    `<details><summary>${sentence(random, 3, 8)}</summary>${maybe(random, () => `<p>${prose(random)}</p>`)}</details>`,
  random =>
    `<p>The keeper opens the gates at six, and by noon forty barges have passed.</p><div><p>The keeper opens the gates at six, and by noon forty barges have passed.</p></div>`.repeat(
      1 + random.int(2),
    ),
  random => `<div style="display:none"><p>${prose(random)}</p></div>`,
  random => `<div>${many(random, 2, 5, () => `${link(random, phrase(random, 1, 2))} `)}</div>`,
]
