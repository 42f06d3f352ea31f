import { sayAny, stemsOf } from '../../../../page/words/stems.ts'
import { wordsOf } from '../../../../page/words/words.ts'
import type { Question } from '../state/state.ts'
import { asksNeighbour } from './neighbours.ts'

/** Asks for something that a page shows beside what it is about: the page's own heading, address and owner are not that thing's. */
export const belongsToSideContent = ({ field, parents }: Question): boolean =>
  isInSideContent(parents) ||
  isOfFirstThing(field.name) ||
  asksNeighbour(field, parents) !== undefined

/** `lead_story.title`, `testimonial.company`, `case_study.url`. */
export const isInSideContent = (parents: string[]): boolean =>
  parents.some(name => {
    const words = wordsOf(name)
    return sayAny(words, shown) || isFirst(name) || lastOf.test(uncapped(name))
  })

/** `lead_story`, "Top product", `premiereRecette`. */
export const isFirst = (name: string): boolean =>
  firstOf.test(uncapped(name)) && !sayAny(wordsOf(name), leaders)

/** A lead author comes first in no list. */
const leaders = stemsOf(
  'author actor actress singer developer engineer instructor investigator time',
)
const uncapped = (name: string) => name.slice(0, 1).toLowerCase() + name.slice(1)
const firstOf =
  /^(?:first|latest|newest|lead|top|most[\s_-]?recent|premi[eè]re?|erste[rs]?|primer[ao]?|prim[ao])(?=[\s_-]|\p{Lu})/u
const lastOf = /^(?:last|letzte[rs]?|derni[eè]re?|[uú]ltim[ao])(?=[\s_-]|\p{Lu})/u

/** `latest_post_title`, `topHeadline`; not `first_published`, `top_speed`. */
const isOfFirstThing = (name: string): boolean => isFirst(name) && sayAny(wordsOf(name), listed)

const listed = stemsOf(
  'story headline post article news product item paper episode result listing entry issue topic',
)

const shown = stemsOf(
  'testimonial quote next previous prev related featured sponsored promoted recommended similar case',
)

/**
 * `agency.name` may well be what the page is called, and `pricing.sku` is the page's own thing's;
 * `passing_leader.player` and `limited_edition.name` are names of something else.
 */
export const isNameOfPart = ({ query: { intent }, parents }: Question): boolean =>
  (intent === 'title' || intent === 'organization') && belongsToPart(parents)

export const belongsToPart = (parents: string[]): boolean =>
  parents.some(name => !sayAny(wordsOf(name), subjects))

const subjects = stemsOf(
  'page article post story thread topic question product item goods recipe book course event job listing property place hotel restaurant movie film company agency organization organisation business site website store shop firm provider service document profile person player vehicle car camera school university publisher seller vendor brand manufacturer general basic overview metadata meta header info information details data result',
)
