import type { JsonSchema } from '../../src/products/extract/schema/limits.ts'
import { normal, readHtml, recipeHtml, recipeRows, recipeUrl, swdeRows } from './extract-data.ts'
import { recipeSchema, swdeSchemas } from './extract-schemas.ts'
import type { Question } from './extract-tasks.ts'

/** A page, what it is asked, and what is true of it. */
export type Known = {
  /** Pages that ask for the same fields. */
  group: string
  question: () => Question
  truth: Record<string, unknown>
}

/** Single values of SWDE and of recipes, as a model would give them. */
export const knownPages = (folder: string): Known[] => [
  ...swdeRows(folder).map(row => ({
    group: row.vertical,
    question: () => ({
      html: readHtml(`${folder}/swde/html/${row.file}`),
      url: `http://${row.site}.example/`,
      schema: swdeSchemas[row.vertical] as JsonSchema,
    }),
    truth: Object.fromEntries(
      Object.entries(row.truth).flatMap(([name, [first]]) => (first ? [[name, first]] : [])),
    ),
  })),
  ...recipeRows(folder).map(row => ({
    group: 'recipe',
    question: () => ({
      html: recipeHtml(folder, row),
      url: recipeUrl(row),
      schema: recipeSchema as JsonSchema,
    }),
    truth: Object.fromEntries(
      recipeFields.flatMap(name => (row.truth[name] ? [[name, row.truth[name]]] : [])),
    ),
  })),
]

/** Those that are words or numbers of the page, not made of them. */
const recipeFields = [
  ...['title', 'author', 'description', 'cuisine', 'category'],
  ...['total_time', 'cook_time', 'prep_time', 'ratings', 'ratings_count'],
]

/** Whether the page has a value at all, by a look at its source: nothing of ours decides it. */
export const standsIn = (html: string): ((value: unknown, name: string) => boolean) => {
  const source = ` ${normal(decode(html.replace(/<[^>]*>/g, ' ')))} ${normal(decode(html))} `
  return (value, name) => {
    const text = normal(String(value))
    // Times are often sums of what is there, and lists are joined by those who label.
    if (/_time$/.test(name))
      return source.includes(` ${text} min`) || source.includes(` pt${text}m `)
    return text !== '' && !/,\S/.test(String(value)) && source.includes(` ${text} `)
  }
}

const decode = (html: string): string =>
  html
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Math.min(Number(code), 0x10ffff)))
    .replace(/&#x([\da-f]+);/gi, (_, code) =>
      String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff)),
    )
    .replace(
      /&(amp|nbsp|quot|apos|lt|gt|rsquo|lsquo|ndash|mdash|eacute|egrave|uuml|ouml|auml);/g,
      (_, name) => named[name] ?? ' ',
    )
    .replace(/\\u([\da-f]{4})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))

const named: Record<string, string> = {
  ...{ amp: '&', nbsp: ' ', quot: '"', apos: "'", lt: '<', gt: '>', rsquo: '’', lsquo: '‘' },
  ...{ ndash: '–', mdash: '—', eacute: 'é', egrave: 'è', uuml: 'ü', ouml: 'ö', auml: 'ä' },
}

/** For a number field: figures that the page has only within a date, a time or a code. */
export const figuresInside = (texts: readonly string[]): number[] => {
  const all = texts.join(' \n ')
  const inside = [
    ...all.matchAll(/\b(\d{1,2})[./](\d{1,2})[./](\d{4})\b/g),
    ...all.matchAll(/\b(\d{4})-(\d{2})-(\d{2})\b/g),
    ...all.matchAll(/\b[A-Z]{1,4}-?(\d{2,6})\b/g),
    ...all.matchAll(/\b(\d{3})-(\d{3})-(\d{4})\b/g),
    ...all.matchAll(/\b(\d{1,2}):(\d{2})\b/g),
  ].flatMap(match => match.slice(1).map(Number))
  const alone = new Set(
    [...all.matchAll(/(?<![\w.,:/])\d[\d.,]*(?![\w:/])/g)].map(([figure]) =>
      Number(figure.replace(/[.,]+$/, '').replaceAll(',', '')),
    ),
  )
  return [...new Set(inside)].filter(figure => figure > 12 && !alone.has(figure))
}
