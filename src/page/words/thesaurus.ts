import labels from './thesaurus/labels.json' with { type: 'json' }
import languages from './thesaurus/languages.json' with { type: 'json' }
import trades from './thesaurus/trades.json' with { type: 'json' }

/**
 * What callers and pages call things: one line, one thing. A word may stand in several lines.
 * `labels` has what most pages have (schema.org's terms, everyday labels and their abbreviations,
 * the commonest in the larger languages), `trades` what shops, services, schools, clubs, doctors
 * and forums call the same thing in English, `languages` what callers ask for most in some fifteen
 * languages, German also without its umlauts; words that mean something else in English are left
 * out. It knows nothing of any one site or data set.
 */
export const thesaurus = { plain: labels, more: [...trades, ...languages] }
