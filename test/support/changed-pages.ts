import { createRandom, type Random } from './random.ts'

/**
 * A page with some places changed: texts cut, repeated or left out, elements of another name,
 * marked otherwise or hidden, a metadatum gone. What decides by a bound or by a mark meets pages on
 * both sides of it. The same for one seed.
 */
export const changePage = (html: string, seed: number, places = 12): string => {
  const random = createRandom(seed)
  let changed = html
  for (let nth = 0; nth < places; nth++) changed = random.pick(changes)(changed, random)
  return changed
}

type Change = (html: string, random: Random) => string

/** One of the places that a pattern finds is replaced. */
const replaceOne = (
  html: string,
  random: Random,
  pattern: RegExp,
  by: (match: RegExpExecArray) => string,
): string => {
  const all = [...html.matchAll(pattern)]
  if (all.length === 0) return html
  const match = random.pick(all)
  return html.slice(0, match.index) + by(match) + html.slice(match.index + match[0].length)
}

/** An element that holds words and nothing else. */
const leaf =
  /<(p|li|tr|td|th|h[1-6]|div|span|a|b|strong|time|dt|dd|button)\b([^<>]*)>([^<>]*)<\/\1>/g
const words = />\s*([^\s<>][^<>]{3,})</g
const openTag = /<([a-z][a-z\d]*)((?:\s+[\w:-]+(?:=(?:"[^"]*"|[^\s>"]+))?)*)>/g
const bodyTag = /<(p|li|h[1-6]|div|section|article|span|ul|ol|table|td|a|figure|aside)\b/g

const changes: readonly Change[] = [
  (html, random) => replaceOne(html, random, leaf, () => ''),
  (html, random) => replaceOne(html, random, leaf, ([all]) => all.repeat(2 + random.int(6))),
  (html, random) =>
    replaceOne(html, random, leaf, ([, , attributes, text]) => {
      const name = random.pick(names)
      return `<${name}${attributes}>${text}</${name}>`
    }),
  (html, random) =>
    replaceOne(html, random, words, ([, text = '']) => {
      const all = text.split(/\s+/)
      return `>${all.slice(0, 1 + random.int(Math.min(6, all.length))).join(' ')}<`
    }),
  (html, random) =>
    replaceOne(html, random, words, ([, text = '']) => `>${`${text} `.repeat(2 + random.int(4))}<`),
  (html, random) => replaceOne(html, random, words, () => `>${random.pick(phrases)}<`),
  (html, random) =>
    replaceOne(html, random, words, ([, text]) => `>${text}<p>${random.pick(phrases)}</p><`),
  (html, random) =>
    replaceOne(html, random, openTag, ([, name]) => `<${name} class="${random.pick(marks)}">`),
  (html, random) => replaceOne(html, random, openTag, ([, name]) => `<${name}>`),
  (html, random) =>
    replaceOne(html, random, bodyTag, ([tag]) => `${tag} ${random.pick(attributes)}`),
  (html, random) =>
    replaceOne(
      html,
      random,
      /<\/?(?:main|article|nav|header|footer|section|aside|ul|ol|table|thead|tbody)\b[^<>]*>/g,
      () => '',
    ),
  (html, random) => {
    const name = random.pick([
      'main',
      'article',
      'nav',
      'header',
      'footer',
      'section',
      'aside',
      'h1',
    ])
    return html.replaceAll(new RegExp(`(</?)${name}\\b`, 'g'), '$1div')
  },
  (html, random) => replaceOne(html, random, /<(?:meta|link)\b[^<>]*>/g, () => ''),
  (html, random) => replaceOne(html, random, /"@?\w+":\s*(?:"[^"]*"|[\d.]+),/g, () => ''),
  (html, random) =>
    replaceOne(
      html,
      random,
      /\d+/g,
      ([digits]) => `${Number(digits) + random.pick([1, -1, 10, 1_000])}`,
    ),
]

const names = 'p div span b li h1 h2 h3 h5 td th button small time label blockquote code em'.split(
  ' ',
)
const marks =
  'comment related sidebar meta price author byline date breadcrumb menu share ad rating tags caption summary title content feature hidden footnote'.split(
    ' ',
  )
const attributes = [
  'hidden',
  'style="display:none"',
  'style="font-weight:700"',
  'aria-hidden="true"',
  'role="navigation"',
  'role="heading"',
  'itemprop="name"',
  'itemprop="price"',
  'itemscope itemtype="https://schema.org/Product"',
  'lang="de"',
  'id="comments"',
  'data-price="12"',
]
const phrases = [
  'Read more',
  'By Ann Lee',
  'by Ann Lee, 4 March 2024 · 6 min read',
  'Price: $39.99',
  '1.299,00 €',
  '12 comments',
  'Share this article',
  '© 2024 Quarry Ltd. All rights reserved.',
  'Published on 2024-03-04',
  'Rated 4.5 out of 5',
  'Add to cart',
  'In stock',
  'Sign in to comment',
  'You may also like',
  'ann@example.com',
  '+49 30 1234567',
  'Home › Lamps › Brass',
  'What is it? It is a lamp, made of brass, for the desk.',
]
