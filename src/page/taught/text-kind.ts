import { memoizeTexts } from '../../kit/memoize.ts'
import type { FieldKind } from './reader.ts'

/** Text as it stands on the page; case, marks, spaces and punctuation make no difference. */
export const textKind: FieldKind = {
  isAddress: false,
  keyOf: value => (typeof value === 'string' ? squash(value) || undefined : undefined),
  read(text) {
    const key = squash(text)
    return key ? { value: text, key } : undefined
  },
  find(text, key) {
    if (key.length < 2 || !` ${squash(text)} `.includes(` ${key} `)) return undefined
    return findSquashed(text, key)
  },
}

const squash = memoizeTexts({ most: 50_000 }, text => {
  const plain = text.toLowerCase()
  const ascii = isAscii.test(plain)
  const key = ascii
    ? plain.replace(/[^a-z0-9]+/g, ' ').trim()
    : plain
        .normalize('NFKD')
        .replace(/\p{M}+/gu, '')
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim()
  return key || text.trim()
})
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant.
const isAscii = /^[\x00-\x7f]*$/

/** Whole words whose letters and digits are the key's. */
const findSquashed = (text: string, key: string): { start: number; end: number } | undefined => {
  const words = [...text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].map(match => ({
    start: match.index,
    end: match.index + match[0].length,
    key: squash(match[0]),
  }))
  for (let first = 0; first < words.length; first++) {
    let joined = ''
    for (let last = first; last < words.length && joined.length < key.length; last++) {
      joined += `${joined && ' '}${words[last]?.key ?? ''}`
      if (joined === key) return { start: words[first]?.start ?? 0, end: words[last]?.end ?? 0 }
      if (!key.startsWith(joined)) break
    }
  }
  return undefined
}
