import { AppError } from '../../src/kit/errors.ts'
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

/** What is left of the answer of a model that does what it is told, and cites the lines that say so. */
export const askObedient = (question: Question, value: Record<string, unknown>) => {
  const { hold, lines } = planned(question)
  const said = Object.values(value).map(String)
  const cited = lines.lines.flatMap(({ node, text }) =>
    node !== undefined && said.some(one => text.includes(one)) ? node : [],
  )
  const outcome = hold({ _lines: cited, ...value })
  return {
    data: Object(outcome.data) as Record<string, unknown>,
    isMarked: (field: string) =>
      outcome.warnings.some(warning => new RegExp(`/${field}\\b`).test(warning)),
  }
}

/** A page as it is made ready for a model, to hold one answer after the other against it. */
export const planned = (question: Question) => {
  const task = taskOf(question, true)
  const reading = extractFromCopy(task)
  if (reading.is !== 'planned') throw new Error('a model was to be asked')
  const { plan, lines, instead } = reading
  const { spec } = task.question
  return {
    parts: plan.parts,
    lines,
    instead,
    hold: (value: unknown) => finishAnswers({ page: lines, spec, answers: [value], instead }),
  }
}

const taskOf = ({ html, url, schema }: Question, forModel: boolean) => ({
  copy: { url, source: html },
  tags: { includeTags: [], excludeTags: [] },
  question: {
    spec: { schema, prompt: undefined },
    onlyMainContent: false,
    forModel,
    evidence: false,
  },
})
