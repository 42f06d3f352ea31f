import { visibleText } from '../src/page/content/visible.ts'
import { parseHtml } from '../src/page/html/html.ts'
import { atLeast, defineBench, figure } from './harness/bench.ts'
import { makeListPages } from './support/list-pages.ts'
import { isRecipeAside, type Recipe, readRecipes } from './support/recipes.ts'
import { scrapeHtml } from './support/scrape.ts'
import { wordsOf } from './support/wcxb.ts'

export const bench = defineBench({
  name: 'survival',
  part: 'Scrape',
  title: 'Lists in a plain scrape: the share of their items that the answer holds',
  minutes: 2,
  needs: { data: ['recipes/truth.jsonl'] },
  rows: {
    own: {
      what: 'sixty pages of our own, six kinds of lists in ten shapes',
      unit: '%',
      limit: atLeast(99.5),
    },
    ownKinds: { what: 'the same, by kind of list' },
    ingredients: {
      what: 'ingredients that stand on the visible page, recipes of sites that no model has learned from',
      unit: '%',
      limit: atLeast(99.5),
    },
    known: { what: 'the same, of sites that one has learned from', unit: '%' },
    instructions: { what: 'steps of all recipes', unit: '%' },
    halved: { what: 'recipes of which a part of the ingredients is lost' },
  },
  measure: async ({ data, sample }) => {
    const own = makeListPages().map(({ kind, html, items }) => ({
      kind,
      ...survivors(html, 'https://harbour.example/mill', items),
    }))
    const recipes = readRecipes(data('recipes')).filter((_, at) => at % sample === 0)
    const counted = (of: 'ingredients' | 'instructions_list') =>
      recipes.map(({ html, url, truth }) => survivors(html, url, truth[of] ?? []))
    const ingredients = counted('ingredients')
    return {
      own: figure(share(own)),
      ownKinds: figure(share(own), byKind(own)),
      ingredients: figure(share(ingredients.filter((_, at) => isAside(recipes[at])))),
      known: figure(share(ingredients.filter((_, at) => !isAside(recipes[at])))),
      instructions: figure(share(counted('instructions_list'))),
      halved: figure(ingredients.filter(({ kept, all }) => kept > 0 && kept < all).length),
    }
  },
})

const isAside = (recipe: Recipe | undefined) => recipe !== undefined && isRecipeAside(recipe.domain)

type Survival = { kept: number; all: number }

/** Of the items that a reader of the whole page finds, those that the Markdown has. */
const survivors = (html: string, url: string, items: readonly string[]): Survival => {
  const whole = comparable(visibleText(parseHtml(html), Infinity))
  const there = items.map(comparable).filter(item => item.length > 2 && whole.includes(item))
  if (there.length === 0) return { kept: 0, all: 0 }
  const outcome = scrapeHtml(html, url, { formats: ['text'] })
  const text = comparable(outcome.is === 'answer' ? (outcome.answer.text ?? '') : '')
  return { kept: there.filter(item => text.includes(item)).length, all: there.length }
}

const comparable = (text: string): string => ` ${wordsOf(text).join(' ')} `

const share = (of: readonly Survival[]): number => {
  const all = of.reduce((sum, one) => sum + one.all, 0)
  return (100 * of.reduce((sum, one) => sum + one.kept, 0)) / Math.max(1, all)
}

const byKind = (own: readonly (Survival & { kind: string })[]): string =>
  [...new Set(own.map(({ kind }) => kind))]
    .map(kind => `${kind} ${share(own.filter(one => one.kind === kind)).toFixed(1)}`)
    .join(', ')
