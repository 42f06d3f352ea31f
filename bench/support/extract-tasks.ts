import { AppError } from '../../src/errors.ts'
import { extractWithoutModel } from '../../src/products/extract/embedded/work.ts'
import { finishAnswers } from '../../src/products/extract/model/finish.ts'
import { planParts } from '../../src/products/extract/model/plan.ts'
import type { JsonSchema } from '../../src/products/extract/schema/limits.ts'
import type { PageSource } from '../../src/products/extract/task.ts'

/* What a thread is asked for an extraction: from HTML and a schema to data with evidence. */

export type Question = { html: string; url: string; schema: JsonSchema }

/** What the embedded extractor says; undefined of a page without text. */
export const extractEmbedded = (question: Question) => {
  try {
    return extractWithoutModel(taskOf(question))
  } catch (error) {
    if (error instanceof AppError && error.code === 'page_empty') return undefined
    throw error
  }
}

/** What is left of a model's answer once it was held against the page. */
export const groundAnswer = (question: Question, value: unknown) =>
  finishAnswers({ ...taskOf(question), answers: [{ scope: 'all', value }] })

/** What a model would be sent. */
export const modelParts = (question: Question) => planParts(taskOf(question)).parts

const taskOf = ({ html, url, schema }: Question) => {
  const page: PageSource = { html, url, onlyMainContent: false, includeTags: [], excludeTags: [] }
  return { page, wish: { schema, prompt: undefined } }
}
