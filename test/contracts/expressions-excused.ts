/**
 * Expressions that recheck does not call linear, and why each may stay. Those with an `attack` are
 * linear all the same, and measured: recheck does not follow a look behind.
 */
export type Excuse = { expressions: readonly string[]; because: string; attack?: string }

const r = String.raw

export const excused: readonly Excuse[] = [
  {
    because: 'Only our own text or the operator’s: settings, files of this machine, stored marks.',
    expressions: [
      r`/^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m`,
      r`/\((compatible; [^)]+)\)/`,
      r`/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g`,
      r`/^<svg xmlns="[^"]*" viewBox="(\S+) (\S+) (\S+) \S+"([^>]*)>/`,
    ],
  },
  {
    because: 'Starts only where the run of such characters does, so each is gone over once.',
    attack: '#',
    expressions: [r`/(?<!#)#+$/`],
  },
  { because: 'The same.', attack: '!', expressions: [r`/(?<![\p{P}\p{S}])[\p{P}\p{S}]+$/u`] },
  { because: 'The same.', attack: '$', expressions: [r`/^\$+|(?<!\$)\$+$/g`] },
  { because: 'The same.', attack: ' ', expressions: [r`/(?<!\s)\s+at\s+/i`] },
  { because: 'The same.', attack: ',', expressions: [r`/(?<![-–—|:,])[-–—|:,]+\s*$/`] },
  { because: 'The same.', attack: ' ', expressions: [r`/(?<!\s)\s+[-–—|·:•»]\s+|:\s+/`] },
  {
    because: 'The same.',
    attack: ' ',
    expressions: [r`/(?:(?<!\s)\s+)?[,;|]\s*/`],
  },
  { because: 'The same.', attack: '.', expressions: [r`/(?<![.!\s])[.!\s]+$/`] },
  { because: 'The same.', attack: '!', expressions: [r`/(?<![.,;:!?])[.,;:!?]+$/`] },
  {
    because: 'The same; and an open bracket ends what is inside another one.',
    attack: 'a(',
    expressions: [r`/(?<!\w)(\w+)\s?\(([^()]*)\)/g`],
  },
  {
    because: 'Each beginning ends where the next one stands.',
    attack: '<!DOCTYPE"',
    expressions: [
      r`/\s(?:xmlns|xsi:)[\w:-]*\s*=\s*(?:"[^"]*"|'[^']*')|<!DOCTYPE(?:(?!<!DOCTYPE)[^>])*>/g`,
    ],
  },
  {
    because: 'One character, and what stands beside it; recheck does not know the short names.',
    attack: '\u200b',
    expressions: [
      r`/(?!\u200c|\u200d|[\t\n\f\r\u0085]|(?<=\p{ExtPict})\ufe0f|\ufe0f\u20e3)(?:\p{DI}|\p{Cc})/gu`,
    ],
  },
  {
    because: 'Bounded: a hundred characters to the brace, and only one brace begins a search.',
    attack: ';html,l',
    expressions: [
      r`/(?<=^|[;}]|\*\/)\s{0,9}(?:html|body|:root)\s{0,9}(?:,[^{}]{0,99})?\{([^{}]{0,2000}background[^{}]{0,999})/i`,
    ],
  },
  {
    because: 'Bounded: font and a colon at most 40 apart.',
    attack: 'FONT',
    expressions: [
      r`/hidden|clip|scale|zoom|overflow[-xy]{0,2}\s{0,9}:\s{0,9}(?:auto|scroll)|-\d{3}|(?:font|size)[^;}]{0,40}:\s{0,9}[0-3](?:\D|$)|\\/i`,
    ],
  },
  {
    because: 'Bounded: words of at most 40 characters.',
    attack: 'VIDEO:',
    expressions: [
      r`/(?:image|logo|photo|icon|thumbnail|video|player)\S{0,40}[ :](?:\S{1,40}[ :])?(?:width|height)$|viewport|theme-color/i`,
    ],
  },
  {
    because: 'Every repetition is bounded: at most some hundred steps for a character.',
    attack: 'a.',
    expressions: [
      r`/[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}/`,
      r`/[\p{sc=Latin}\p{Nd}_.+-]{1,64}@[\p{sc=Latin}\p{Nd}-]{1,63}(?:\.[\p{sc=Latin}\p{Nd}-]{1,63}){1,5}/u`,
      r`/https?:\/\/[^\s"'<>)]+|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}|\bwww\.[^\s"'<>)]+/gi`,
      r`/(?:https?:\/\/|www\.)\S+|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}/g`,
    ],
  },
  {
    because: 'The same.',
    attack: "0'000",
    expressions: [
      r`/(?<![\p{N}.,:])(\d{1,3}:\d{2}|\d{1,3}(?:[\u00a0\u202f ,.'’]\d{3}){1,2}|\d{1,6}(?:[.,]\d{1,2})?(?:\s?[¼½¾])?|[¼½¾]|\d{1,3}\s\d\/\d|\d\/\d)\s?-?\s?(\p{L}{1,10})(?:\.|(?!\p{L}))/gu`,
    ],
  },
  {
    because: 'The same.',
    attack: 'A-',
    expressions: [
      r`/(?<![\p{L}\p{N}])(?=[\p{L}\p{N}]{0,9}\p{Lu})[\p{L}\p{N}]{1,10}(?:-[\p{Lu}\p{N}]{1,12}){1,5}(?![\p{L}\p{N}])/gu`,
    ],
  },
  {
    because: 'Its one repetition without a bound is of digits, after a word.',
    attack: 'reste 0',
    expressions: [
      r`/(?:subscribe|sign up|log in|register|join)[a-z ]{0,20} to (?:(?:continue|keep|finish) reading(?! and get access)|read the (?:full|rest|whole|entire))|to (?:continue|keep) reading,? (?:please )?(?:subscribe|log in|sign|register)|(?:this|the) (?:article|story|post|content|episode) is (?:only )?(?:for|available to|reserved for|exclusive to) (?:paid |paying |our )?(?:subscribers|members)|(?:abonnieren|anmelden|testen) und weiterlesen|dieser artikel ist kostenpflichtig|(?:article )?réservé (?:à nos|aux) abonnés|reste \d+ ?% de (?:cet article|l.article)|suscr[ií]bete para (?:seguir|continuar)|abbonati per continuare/`,
    ],
  },
  {
    because: 'Reads the first 20,000 characters of a stylesheet: 50 ms at the worst.',
    expressions: [
      r`/@import\s+(?:url\(\s*)?["']?(?<target>[^"')\s;]+)["']?\s*\)?(?<rest>[^;]{0,300});/gi`,
    ],
  },
  {
    because: 'Reads at most 300 characters.',
    expressions: [r`/\bsupports\(.*\)/i`, r`/[^/]*$/`, r`/^[.\s]+|[.\s]+$/g`],
  },
  {
    because: 'Reads at most 700 characters: names and the text of a picture.',
    expressions: [
      r`/(?:^|[\s_/-])(?:arrow|chevron|caret|angle)s?(?:$|[\s_.-])|^\s*(?:[←→‹›«»<>]|(?:go )?(?:back|home)\b|return to|zurück|retour|volver)/i`,
    ],
  },
  { because: 'Reads at most 8 kB, or the file is refused.', expressions: [r`/<!--[\s\S]*?-->/g`] },
  {
    because: 'Reads names of at most 200 characters.',
    expressions: [
      r`/^govuk-(?:button|header|link|body|heading-[a-z]+|grid-[a-z-]+|width-container|main-wrapper|footer|template)(?:[_-][\w-]+)?$/`,
      r`/^nhsuk-(?:button|header|body|width-container|main-wrapper|footer|card|grid-[a-z-]+|heading-[a-z]+)(?:[_-][\w-]+)?$/`,
      r`/^fr-(?:btn|header|container|grid-row|col(?:-\w+)?|card|input|link|footer|nav)(?:[_-][\w-]+)?$/`,
      r`/^(?:cds|bx)--(?:btn|header|grid|row|col|tile|text-input|link|form-item|white|g10|g90|g100)(?:[_-][\w-]+)?$/`,
      r`/[\s_-](?:fallback|placeholder)(?:[\s_:-][\w: .-]*)?$/i`,
    ],
  },
  {
    because: 'Reads at most 400 characters (the shape of a short text).',
    expressions: [
      r`/(?:https?:\/\/|www\.)\S+|(?<![@\w])[\w-]{2,60}\.(?:com|org|net|edu|gov|io|co|de|fr|uk|nl|it|es)\b\S*/i`,
      r`/\d(?:[.,]\d+)?\s?(?:\/|out of|von|sur|de)\s?(?:5|10|100)\b|\d(?:[.,]\d+)?\s?(?:stars?|★)/i`,
      r`/(?<![\w-])(?:97[89][- ]?(?:\d[- ]?){9}\d|(?:\d[- ]?){9}[\dXx]|[A-Z\d]{2,}[-/]?[A-Z\d-]*\d[A-Z\d-]*)(?![\w-])/`,
      r`/\p{Ll}{2,} \p{Ll}{2,} \p{Ll}{2,}/u`,
      r`/\d[\d.,]*\s?(?:-\s?)?(?:mm|cm|m|km|in|inch(?:es)?|ft|feet|foot|yd|mi|miles|kg|g|mg|lbs?|oz|pounds?|l|ml|cl|liters?|litres?|gal|cc|hp|kw|kwh|w|v|mah|mp|mpg|mph|kmh|gb|tb|mb|ghz|mhz|hz|px|megapixels?|sq\.?\s?(?:ft|m)|m²|°[cf]?|cups?|tbsp|tsp|kcal|cal|"|”|'|′)(?![\p{L}\d])(?:\s?\d+\s?(?:"|”|in))?/giu`,
      r`/^\W*(?:was|(?:old|original|previous|former|compare at|invoice) price|(?:\p{L}+ )?invoice|before|previously|formerly|originally|statt|bisher|vorher|avant|antes)\W*$/iu`,
    ],
  },
  {
    because: 'Each name is gone over once, from the end of its kind back to the dot before it.',
    attack: 'lazy',
    expressions: [
      r`/\.(?:gif|png|svg)(?<=(?:blank|spacer|placeholder|transparent|pixel|lazy|1x1)[\w-]*\.\w{3})/i`,
    ],
  },
]

/** Files whose expressions are built of so many words that recheck never comes to an end. */
export const excusedFiles: Readonly<Record<string, string>> = {
  'src/commands/command-line.ts': 'Our own usage lines and the operator’s words are read.',
  'src/doors/docs/highlight.ts': 'Our own documents are read.',
  'src/doors/docs/render.ts': 'Our own documents are read.',
  'src/products/extract/grounding/orders.ts': 'Windows of at most 4,000 characters are read.',
  'src/products/extract/grounding/order-parts.ts': 'The same: what the rules are built with.',
  'src/products/extract/grounding/order-words.ts': 'Single words are read.',
}

/** What functions build (`new RegExp(…)`), by file. */
export const excusedCalls: Readonly<Record<string, string>> = {
  'src/config/reader.ts': 'Reads a setting.',
  'src/page/css/relative.ts': 'One letter, and what stands beside it.',
  'src/page/markdown/escape.ts': 'A written expression with other flags.',
  'src/page/markdown/math.ts': 'A written expression with other flags.',
  'src/page/metadata/iso-date.ts': 'A number, and what stands beside it.',
  'src/products/branding/page/overlays.ts': 'Runs in the page; written in decide/overlays.ts.',
  'src/products/branding/sight.ts': 'One word.',
  'src/products/extract/grounding/order-parts.ts': 'Windows of at most 4,000 characters are read.',
  'src/products/extract/schema/compile.ts': 'The caller’s own, which ends with its time.',
  'src/products/extract/schema/faults.ts': 'The caller’s own, which is not run.',
}
