import { answerWith } from '../../base/threads/thread.ts'
import { AppError } from '../../errors.ts'
import { extractWithoutModel } from './embedded/work.ts'
import { finishAnswers } from './model/finish.ts'
import { planParts } from './model/plan.ts'
import { reviewAnswer } from './model/review.ts'
import { type CompiledSchema, compileSchema } from './schema/compile.ts'
import type { WorkResult, WorkTask } from './task.ts'

/** Runs in a thread of its own that can be killed. */
const workOn = (task: WorkTask): WorkResult => {
  switch (task.work) {
    case 'check':
      return checkSense(compileSchema(task.schema))
    case 'embedded':
      return extractWithoutModel(task)
    case 'plan':
      return planParts(task)
    case 'review':
      return reviewAnswer(task)
    case 'finish':
      return finishAnswers(task)
  }
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
