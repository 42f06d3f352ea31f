import { answerWith } from '../../base/threads/thread.ts'
import { AppError } from '../../errors.ts'
import { parsePage } from '../../page/html/parse-page.ts'
import { answerWithoutModel } from './embedded/answer.ts'
import { readLines } from './ground/lines.ts'
import { finishAnswers } from './model/finish.ts'
import { planParts } from './model/plan.ts'
import { reviewAnswer } from './model/review.ts'
import { type CompiledSchema, compileSchema } from './schema/compile.ts'
import type { Wish } from './schema/wish.ts'
import { openPage } from './source/open-page.ts'
import type { PageSource, WorkResult, WorkTask } from './task.ts'

/** Runs in a thread of its own that can be killed. */
const workOn = (task: WorkTask): WorkResult => {
  switch (task.work) {
    case 'check':
      return checkSense(compileSchema(task.schema))
    case 'embedded':
      return answerWithoutModel(open(task.page), task.wish)
    case 'plan':
      return planPage(task.page, task.wish)
    case 'review':
      return reviewAnswer(task)
    case 'finish':
      return finishAnswers(task)
  }
}

const open = (page: PageSource) => openPage(parsePage(page.html), page)

const planPage = (source: PageSource, wish: Wish) => {
  const page = open(source)
  return { plan: planParts(page, wish), lines: readLines(page) }
}

/** A schema that does not come to an end over nothing at all comes to none over anything. */
const checkSense = ({ validate }: CompiledSchema): undefined => {
  if (validate(null).some(({ keyword }) => keyword === 'timeout'))
    throw new AppError(
      'invalid_schema',
      'The JSON Schema cannot be used: it leads back to itself without end.',
    )
}

answerWith(workOn)
