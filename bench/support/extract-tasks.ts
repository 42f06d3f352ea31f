import { AppError } from '../../src/errors.ts'
import { extractFromCopy } from '../../src/products/extract/extract-page.ts'
import { finishAnswers } from '../../src/products/extract/model/finish.ts'
import type { JsonSchema } from '../../src/products/extract/schema/limits.ts'

/* What a thread is asked for an extraction: from HTML and a schema to data with evidence. */

export type Question = { html: string; url: string; schema: JsonSchema }

/** What the embedded extractor says; undefined of a page without text. */
export const extractEmbedded = (question: Question) => {
  try {
    const reading = extractFromCopy(taskOf(question, false))
    return reading.is === 'answered' ? reading.outcome : undefined
  } catch (error) {
    if (error instanceof AppError && error.code === 'page_empty') return undefined
    throw error
  }
}

/** What is left of a model's answer once it was held against the page. */
export const groundAnswer = (question: Question, value: unknown) => {
  const { wish } = taskOf(question, true).question
  return finishAnswers({ page: planned(question).lines, wish, answers: [value] })
}

/** What a model would be sent. */
export const modelParts = (question: Question) => planned(question).plan.parts

const planned = (question: Question) => {
  const reading = extractFromCopy(taskOf(question, true))
  if (reading.is !== 'planned') throw new Error('a model was to be asked')
  return reading
}

const taskOf = ({ html, url, schema }: Question, forModel: boolean) => ({
  copy: { url, source: html },
  tags: { includeTags: [], excludeTags: [] },
  question: {
    wish: { schema, prompt: undefined },
    onlyMainContent: false,
    forModel,
    evidence: false,
  },
})
