import type { Random } from '../../test/support/random.ts'

/** Names as people write them. Nothing here is shared with what is measured. */
export const manglings: Record<string, (name: string, random: Random) => string> = {
  bare: name => withoutForm(name),
  plain: name => withoutForm(name).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase(),
  spaced: (name, random) => {
    const short = withoutForm(name)
    return random.next() < 0.5 ? short.replace(/[ -]/, '') : short.replaceAll('-', ' ')
  },
  joined: name =>
    withoutForm(name).replace(/ (&|and) /g, (_, and: string) => (and === '&' ? ' and ' : ' & ')),
}

/** One letter missing, twice, or swapped with its neighbour, in the longest word. */
export const misspell = (name: string, random: Random): string => {
  const short = withoutForm(name)
  const [word = ''] = short.split(/\s+/).toSorted((a, b) => b.length - a.length)
  const at = 1 + random.int(Math.max(1, word.length - 2))
  const wrong = random.pick([
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + word[at] + word.slice(at),
    word.slice(0, at) + (word[at + 1] ?? '') + word[at] + word.slice(at + 2),
  ])
  return short.replace(word, wrong)
}

const form =
  /[\s,]+(?:inc|incorporated|corp|corporation|co|company|ltd|limited|plc|llc|lp|ag|se|sa|s\.a|spa|s\.p\.a|nv|n\.v|bv|ab|asa|as|a\/s|oyj|kk|gmbh|kgaa|bhd|berhad|tbk|pcl|publ|nyrt|ltda)\.?$|\s*\(publ\)$/i

const withoutForm = (name: string): string => {
  let short = name.trim().replace(/^PT\.? /, '')
  for (let rest = ''; rest !== short; ) {
    rest = short
    short = short.replace(form, '').replace(/[,\s]+$/, '')
  }
  return short
}
