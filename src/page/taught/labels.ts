import { memoizeTexts } from '../../kit/memoize.ts'
/** A text as a label: words alone count, and any number is as good as another. */
export const foldLabel = memoizeTexts({ most: 20_000 }, text =>
  text
    .slice(0, 80)
    .toLowerCase()
    .replace(/\d+/g, '#')
    .replace(/[^\p{L}#$€£%]+/gu, ' ')
    .trim()
    .slice(0, 60),
)
