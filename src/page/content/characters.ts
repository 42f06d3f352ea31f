/**
 * What each UTF-16 unit is to a reader of blocks, in every script alike: one look into a table.
 * Kinds from `letter` up are parts of words.
 */
export const kinds = {
  other: 0,
  space: 1,
  comma: 2,
  /** Ends a sentence wherever it stands. */
  stop: 3,
  /** Ends a sentence unless a letter follows: `example.com`. */
  point: 4,
  currency: 5,
  separator: 6,
  letter: 7,
  upper: 8,
  digit: 9,
  /** Chinese and Japanese, without spaces: two characters are about a word. */
  pair: 10,
  /** Thai, Lao, Khmer and Burmese, without spaces: about four. */
  four: 11,
} as const

const ranges: [kind: number, ...spans: (number | [from: number, to: number])[]][] = [
  [
    kinds.other,
    [0, 0xbf],
    ...[0xd7, 0xf7],
    [0x2000, 0x2bff],
    [0x3000, 0x303f],
    [0xd800, 0xdfff],
    [0xfe10, 0xfe6f],
    [0xff01, 0xff0f],
    [0xff1a, 0xff20],
    [0xff3b, 0xff40],
    [0xff5b, 0xff65],
    [0xffe0, 0xffff],
  ],
  [kinds.space, 32, [9, 13], 0xa0, [0x2000, 0x200a], 0x3000, 0xfeff],
  [kinds.letter, [97, 122], 95, 0xaa, 0xb5, 0xba, [0x200b, 0x200f]],
  [
    kinds.digit,
    [48, 57],
    [0x660, 0x669],
    [0x6f0, 0x6f9],
    [0x966, 0x96f],
    [0x9e6, 0x9ef],
    [0xe50, 0xe59],
    [0xff10, 0xff19],
  ],
  [
    kinds.pair,
    [0x3005, 0x3007],
    [0x3041, 0x30ff],
    [0x3105, 0x312f],
    [0x31f0, 0x31ff],
    [0x3400, 0x4dbf],
    [0x4e00, 0x9fff],
    [0xf900, 0xfaff],
    [0xff66, 0xff9d],
  ],
  [kinds.four, [0xe01, 0xe3e], [0xe40, 0xe4e], [0xe81, 0xeff], [0x1000, 0x1049], [0x1780, 0x17d3]],
  // Latin, Arabic, Armenian, Ethiopic, Burmese, Chinese and Japanese.
  [kinds.comma, 44, 0x60c, 0x55d, 0x1363, 0x104a, 0x3001, 0xff0c, 0xff64],
  // Greek, Armenian, Arabic, Urdu, Devanagari, Tibetan, Burmese, Ethiopic, Khmer, Chinese, Japanese.
  [
    kinds.stop,
    ...[0x37e, 0x589, 0x61f, 0x6d4, 0x964, 0x965, 0xf0d, 0x104b, 0x1362, 0x17d4],
    ...[0x3002, 0xff01, 0xff0e, 0xff1f, 0xff61],
  ],
  [kinds.point, 33, 46, 63],
  [kinds.currency, 36, 0xa3, 0xa5, 0xe3f, 0x17db, [0x20a0, 0x20bf], 0xff04, 0xffe5, 0xffe6],
  [kinds.separator, 47, 62, 124, 0xab, 0xb7, 0xbb, 0x2022, 0x203a, [0x2190, 0x21ff], 0x30fb],
]

export const characterKinds: Uint8Array = new Uint8Array(0x10000).fill(kinds.letter)
for (const [kind, ...spans] of ranges)
  for (const span of spans) {
    const [from, to] = typeof span === 'number' ? [span, span] : span
    characterKinds.fill(kind, from, to + 1)
  }

/** Scripts with capitals end below this. */
const lastCased = 0x587

/** The small letter of each capital. */
export const lowerCodes: Uint16Array = Uint16Array.from({ length: lastCased }, (_, code) => {
  const small = String.fromCharCode(code).toLowerCase()
  return small.length === 1 ? small.charCodeAt(0) : code
})
lowerCodes.forEach((small, code) => {
  if (small !== code) characterKinds[code] = kinds.upper
})
