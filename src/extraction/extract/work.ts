import { answerWith } from '../../threads-entry.ts'
import { extractWithoutModel } from './embedded/work.ts'
import { finishAnswers } from './model/finish.ts'
import { planParts } from './model/plan.ts'
import { reviewAnswer } from './model/review.ts'
import { compileSchema } from './schema.ts'
import type { WorkResult, WorkTask } from './work-task.ts'

/** Runs in a thread of its own that can be killed. */
const workOn = (task: WorkTask): WorkResult => {
  switch (task.work) {
    case 'check':
      compileSchema(task.schema)
      return undefined
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

answerWith(workOn)
