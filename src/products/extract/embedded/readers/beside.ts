import { stemsOf } from '../../../../page/words/stems.ts'
import { wordsOf } from '../../../../page/words/words.ts'

/**
 * `lead_story`, `testimonial.company`, `case_study.url`: one of the things that a page shows beside
 * what it is about. The page's own heading, address and owner are not that thing's.
 */
export const isOfAnother = (parents: string[]): boolean =>
  parents.some(name => {
    const words = wordsOf(name)
    return words.some(({ stem }) => shown.has(stem)) || firstOf.test(name)
  })

export const firstOf = /^(?:first|latest|newest|lead|top|most[\s_-]?recent)(?=[\s_-]|\p{Lu})/u

/** `latest_post_title`, `topHeadline`; not `first_published`, `top_speed`. */
export const isOfFirstThing = (name: string): boolean =>
  firstOf.test(name) && wordsOf(name).some(({ stem }) => listed.has(stem))

const listed = stemsOf(
  'story headline post article news product item paper episode result listing entry issue topic',
)

const shown = stemsOf(
  'testimonial quote next previous prev related featured sponsored promoted recommended similar case',
)
