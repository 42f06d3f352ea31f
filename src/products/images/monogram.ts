import { domainToASCII, domainToUnicode } from 'node:url'
import { getDomain, getDomainWithoutSuffix } from 'tldts'
import { tableOf, text } from '../../kit/data-shape.ts'
import { escapeHtml } from '../../kit/escape-html.ts'
import { clampChroma, formatHex, wcagContrast } from '../../page/css/culori.ts'
import data from './letter-strokes.json' with { type: 'json' }

/**
 * The stand-in for a domain without an icon: its first letter, white on a tile whose color
 * belongs to the domain. The tile is dark enough for the letter and light enough to be seen on a
 * dark page. It passes the SVG sanitiser unchanged.
 */
export const monogram = (
  domain: string,
  sizePx: number,
  { asPaths = false, color, name }: Given = {},
): string => {
  // `münchen.de` and `xn--mnchen-3ya.de` are one domain and get one color.
  const ascii = domainToASCII(domain) || domain
  const tile = color ?? tileColor(getDomain(ascii, suffixes) ?? ascii)
  const ink = wcagContrast(tile, '#ffffff') >= leastContrast ? '#ffffff' : '#000000'
  const letter = name === undefined ? firstLetter(domain) : firstOf(name)
  const path = asPaths ? strokesOf(letter) : undefined
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${sizePx}" height="${sizePx}" viewBox="0 0 100 100">` +
    `<rect width="100" height="100" rx="22" fill="${tile}"/>` +
    (path === undefined ? written(letter, ink) : stroked(path, ink)) +
    '</svg>'
  )
}

type Given = {
  /** Without any text, for what has no fonts. */
  asPaths?: boolean
  /** The brand's own, where the operator says what they are. */
  color?: string | undefined
  name?: string | undefined
}

/** As marks are held to: 3:1. */
const leastContrast = 3

const written = (letter: string, ink: string) =>
  `<text x="50" y="50" dy="0.36em" text-anchor="middle" font-size="54" font-weight="600" font-family="${fonts}" fill="${ink}">${escapeHtml(letter)}</text>`

const stroked = (path: string, ink: string) =>
  `<path d="${path}" fill="none" stroke="${ink}" stroke-width="8" stroke-linecap="round" stroke-linejoin="round"/>`

/** `user.github.io` is a site of its own. */
const suffixes = { allowPrivateDomains: true }

const fonts = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', Arial, sans-serif"

/** Of the registrable label, so `3.tesla.com` gives T; whatever a reader takes for one letter. */
const firstLetter = (domain: string): string => {
  const label = getDomainWithoutSuffix(domain, suffixes) || domain.split('.')[0] || domain
  return firstOf(domainToUnicode(label) || label)
}

const firstOf = (words: string): string => {
  const [first] = graphemes(words)
  return first === undefined ? '?' : upperCase(first)
}

const graphemes = (text: string): string[] =>
  [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)].map(part => part.segment)

/**
 * Only in scripts whose capitals people write (Georgian ones exist but few fonts have them), and
 * only where the capital is one letter: ß would become SS.
 */
const upperCase = (letter: string): string => {
  if (!/^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}]/u.test(letter))
    return letter
  const upper = letter.toUpperCase()
  return graphemes(upper).length === 1 ? upper : letter
}

/** White on it reaches 4.6:1 at every hue, which leaves about 4:1 against a dark page. */
const tileColor = (domain: string): string => {
  const h = hash(domain) % 360
  for (let l = 0.66; ; l -= 0.01) {
    const hex = formatHex(clampChroma({ mode: 'oklch', l, c: 0.15, h }, 'oklch'))
    if (wcagContrast(hex, '#ffffff') >= 4.6) return hex
  }
}

/** FNV-1a with a final mix, so that neighbouring names get distant hues. */
const hash = (text: string): number => {
  let value = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text)) value = Math.imul(value ^ byte, 0x01000193)
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d)
  return (value ^ (value >>> 13)) >>> 0
}

/**
 * Capitals and digits as strokes in a box of 100: pixels of a monogram need no font on the machine
 * (a container often has none).
 */
const strokes = tableOf(text)(data, 'letter-strokes.json')

/** The letter as a path; undefined for one of another script, which only a font can draw. */
const strokesOf = (letter: string): string | undefined => strokes[letter.normalize('NFD').charAt(0)]
