import { createRandom } from '../../test/support/random.ts'

/* What the pages of the crawled sites say: plain prose, another one for each seed. */

const words =
  'river town evening book table window garden winter street baker letter bridge market harbour boat lamp clock school paper stone bread music forest path hill train station doctor farmer ship island summer story teacher kitchen wall roof glass road corner village church tower field horse meadow autumn rain wind door room chair'.split(
    ' ',
  )
const verbs = 'finds keeps sells opens carries mends paints remembers crosses visits'.split(' ')

const sentenceOf = (random: ReturnType<typeof createRandom>) =>
  `The ${random.pick(words)} by the ${random.pick(words)} ${random.pick(verbs)} a ${random.pick(words)} for the ${random.pick(words)} of the ${random.pick(words)}.`

export const paragraphs = (seed: number, count = 4): string => {
  const random = createRandom(seed * 7_919 + 13)
  const one = () => Array.from({ length: 3 }, () => sentenceOf(random)).join(' ')
  return Array.from({ length: count }, () => `<p>${one()}</p>`).join('\n')
}

/** A name in words, for an address that says what it is of. */
export const slug = (seed: number): string => {
  const random = createRandom(seed * 104_729 + 7)
  return Array.from({ length: 3 }, () => random.pick(words)).join('-')
}

type Look = { head?: string; lang?: string; nav?: readonly string[]; home?: string }

export const htmlPage = (
  title: string,
  content: string,
  links: readonly string[],
  { head = '', lang = 'en', nav = [], home = '/' }: Look = {},
): string => `<!doctype html><html lang="${lang}"><head><title>${title} – The house</title>${head}</head>
<body><header><a href="${home}">The house</a></header><nav><ul>${listOf(nav)}</ul></nav>
<main><h1>${title}</h1>
${content}
<ul>${listOf(links)}</ul></main>
<footer><p>The house by the river, open from nine to five.</p></footer></body></html>`

const listOf = (links: readonly string[]) =>
  links
    .map(link => `<li><a href="${link.replaceAll('&', '&amp;')}">${nameOf(link)}</a></li>`)
    .join('\n')

const nameOf = (link: string) => link.replace(/^.*\/(?=[^/])/, '').replace(/[?&#].*$/, '') || 'here'
