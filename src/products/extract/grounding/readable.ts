/**
 * Lower case without accents, and with one spelling for letters that look the same. AI and its
 * like in other languages are words only in capitals: `ai` is French for "have".
 */
export const readable = (text: string): string => {
  if (text !== last.text) last = { text, plain: toPlain(text) }
  return last.plain
}

/** Several questions are asked of one line after the other. */
let last = { text: '', plain: '' }

const toPlain = (text: string): string => {
  // Of plain letters there is one spelling.
  const isPlain = !/[^\0-\x7f]/.test(text)
  const spelled = isPlain ? text : text.normalize('NFKC').replace(/\p{L}+/gu, latinised)
  const marked = /[IИІ]/.test(spelled) ? spelled.replace(machineNames, '⟨ai⟩') : spelled
  return (isPlain ? marked.toLowerCase() : fold(marked))
    .replace(/[’‘`´]/g, "'")
    .replace(unevenGap, ' ')
}

const machineNames =
  /(?<![\p{L}\p{N}])(?<!, )(?:AIs?|A\.I\.|KIs?|IAs?|ИИ|ШІ)(?![\p{Script=Latin}\p{Script=Cyrillic}\p{N}])/gu

/** What neither a word nor a sign is, as one space; nearly always it is one already, and stays. */
const gap = '[^\\p{L}\\p{N}⟨⟩<>|()[\\]{}:"\'=_#/.,;!?@–—→-]'
const unevenGap = new RegExp(`(?: (?=${gap})|(?! )${gap})${gap}*`, 'gu')

/** As `words.ts` has it, and apart from it: what was learned of orders hangs on this text alone. */
const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

const latinLetter = (char: string): string => {
  const letter = lookalikes.get(char.toLowerCase())
  if (letter === undefined) return char
  return char === char.toLowerCase() ? letter : letter.toUpperCase()
}

/** A word that mixes scripts is meant to be read as one of them. */
const latinised = (word: string): string =>
  /[a-z]/i.test(word) && /[^\p{Script=Latin}\p{M}]/u.test(word)
    ? [...word].map(latinLetter).join('')
    : word

export const lookalikes = new Map(
  Object.entries({
    a: '4@аα',
    b: 'ь',
    c: 'сϲ',
    d: 'ԁ',
    e: '3еε',
    h: 'һн',
    i: '1!|іι',
    j: 'ј',
    k: 'кκ',
    m: 'м',
    n: 'п',
    o: '0оοσ',
    p: 'рρ',
    r: 'г',
    s: '5$ѕ',
    t: '7тτ',
    u: 'υ',
    v: 'ѵν',
    x: 'хχ',
    y: 'уγ',
  }).flatMap(([letter, others]) => [...others].map(other => [other, letter] as const)),
)
