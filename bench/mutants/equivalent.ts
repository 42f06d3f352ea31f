import { readFileSync } from 'node:fs'
import type { Mutant } from './draw.ts'

type Equivalent = { file: string; line: string; change: string; why: string }

/** Mutants that do exactly what the code does, each found by hand; `line` is its text. */
const equivalents: readonly Equivalent[] = [
  {
    file: 'src/page/content/blocks.ts',
    line: 'text.charCodeAt(at) === 32 && at + 1 < text.length && !isSpace(text.charCodeAt(at + 1))',
    change: '32 → 64',
    why: 'Words are then collapsed one by one, to the same text.',
  },
  {
    file: 'src/page/html/html.ts',
    line: 'if (attributes.length === 0) return noAttributes',
    change: 'if (attributes.length === 0) return noAttributes → left out',
    why: 'A record without entries says the same as the one that all such elements share.',
  },
  {
    file: 'src/page/documents/bare-addresses.ts',
    line: 'for (; end > 0; end--) {',
    change: '0 → 1',
    why: 'An address begins with a letter, at which the loop has ended.',
  },
  {
    file: 'src/page/css/syntax.ts',
    line: 'for (let at = from; at < to; at++) {',
    change: '< → <=',
    why: 'The answer at the last place is that place, whatever stands there.',
  },
  {
    file: 'src/page/markdown/escape.ts',
    line: 'if (sign.length > 1) return writeAddress(text, at, sign, context)',
    change: '1 → 2',
    why: 'A sign is one character, or the four or more of `www.` and `http://`.',
  },
  {
    file: 'src/page/html/encoding.ts',
    line: 'if (quote) return end < 0 ? undefined : value.slice(1, end)',
    change: '0 → 1',
    why: 'The second quote is looked for behind the first: it is never at the start.',
  },
  {
    file: 'src/products/extract/source/faint.ts',
    line: 'let isStyled = false',
    change: 'false → true',
    why: 'Where nothing is styled nothing is faint: not to look only saves time.',
  },
  {
    file: 'src/page/markdown/chunks.ts',
    line: 'const limit = isLowHalf(markdown, low) ? (low - 1 > start ? low - 1 : low + 1) : low',
    change: '+ → -',
    why: 'There is room for a token at least, and both halves of a character are no more than one.',
  },
  {
    file: 'src/page/documents/ocr/tesseract.ts',
    line: 'for (let row = 0; row < height; row++)',
    change: '0 → (-1)',
    why: 'Before the first row there is none: nothing is written, behind the last place.',
  },
  {
    file: 'src/base/accounts/keyring.ts',
    line: 'let changes = 0',
    change: '0 → (-1)',
    why: 'It is only asked whether two counts are the same.',
  },
  {
    file: 'src/base/accounts/keyring.ts',
    line: 'let round = 0',
    change: '0 → (-1)',
    why: 'It is only asked whether two rounds are the same.',
  },
  {
    file: 'src/products/extract/embedded/markup/scope.ts',
    line: 'if (asked.has(item) && !asksQuestion) return 0',
    change: '0 → (-1)',
    why: 'Only what fits better than nothing, which is 0, is chosen.',
  },
  {
    file: 'src/page/markdown/write-inline.ts',
    line: 'if (!/[()\\\\`|<>*_\\s]/.test(url)) return url',
    change: 'if (!/[()\\\\`|<>*_\\s]/.test(url)) return url → left out',
    why: 'What has none of these signs is encoded to itself.',
  },
  {
    file: 'src/page/content/prune.ts',
    line: 'const found = { hasFormulas: false, hasMedia: false, hasRules: false }',
    change: 'false → true',
    why: 'Where there are none, none are marked: not to look only saves time.',
  },
  {
    file: 'src/products/branding/decide/colors.ts',
    line: 'if (!first || !color) return undefined',
    change: '|| → && in !first … !color',
    why: 'All groups have a fill here: there is a first with its color, or neither.',
  },
  {
    file: 'src/page/documents/pdf/layout.ts',
    line: 'const count = seen.get(key(line))?.size ?? 0',
    change: '0 → (-1)',
    why: 'Each line at an edge was counted before, by the same key.',
  },
  {
    file: 'src/page/content/second-look.ts',
    line: "region('item', ({ own, context }) => context.bestTwins[own] ?? -1),",
    change: '1 → 0',
    why: 'Each box of a block has an entry there: nothing else is ever taken.',
  },
  {
    file: 'src/page/content/view.ts',
    line: 'wider[index] = grows ? parent.index : (wider[parent.index] ?? -1)',
    change: '1 → 0',
    why: 'Each box has an entry there, the one around it too: nothing else is ever taken.',
  },
  {
    file: 'src/base/ways/request.ts',
    line: 'return [0, 6].map(month => clock.format(Date.UTC(2026, month, 15))).join()',
    change: '6 → 7',
    why: 'No country’s clocks are changed between July and August of 2026.',
  },
  {
    file: 'src/page/links/simhash.ts',
    line: "format(part === 'month' ? Date.UTC(2026, n) : Date.UTC(2026, 0, n + 1))",
    change: '2026 → 4052',
    why: 'Twelve months, and twelve days in a row, have the same names in every year.',
  },
  {
    file: 'src/page/documents/sniff.ts',
    line: "(contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''",
    change: '1 → 2',
    why: 'Of the parts only the first is taken, however many there are.',
  },
]

/** Why a mutant cannot be noticed by anything. */
export const reasonEqual = ({ file, line, from, to }: Mutant): string | undefined => {
  const own = equivalents.filter(one => one.file === file && one.change === `${from} → ${to}`)
  if (own.length === 0) return undefined
  const text = readFileSync(file, 'utf8').split('\n')[line - 1]?.trim()
  return own.find(one => one.line === text)?.why
}
