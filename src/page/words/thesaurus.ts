import { labels } from './thesaurus/labels.ts'
import { languages } from './thesaurus/languages.ts'
import { trades } from './thesaurus/trades.ts'

const linesOf = (text: string): string[] => text.trim().split('\n')

/**
 * What callers and pages call things: one line, one thing. A word may stand in several lines.
 * schema.org's terms, everyday labels and their abbreviations, and the commonest in the larger
 * languages. It knows nothing of any one site or data set.
 */
export const thesaurus = {
  plain: linesOf(labels),
  more: [...linesOf(trades), ...linesOf(languages)],
}
