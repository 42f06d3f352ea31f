import { answerParent } from '../base/processes/answer-parent.ts'
import type { Talk } from '../base/processes/talk.ts'
import { createImageWorker } from '../products/images/image-worker.ts'

/* A process that serves images beside others on one port. */
const parent: Talk = {
  ask: (name, input) => talk.ask(name, input),
  tell: (name, input) => talk.tell(name, input),
}
const talk = answerParent(createImageWorker(parent))
