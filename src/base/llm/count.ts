import { Counter, type Registry } from 'prom-client'
import { metric } from '../../kit/metrics.ts'
import { traced } from '../../kit/trace.ts'
import type { Model } from './model.ts'

/** The same model with its calls and tokens counted for `/metrics`. */
export const countCalls = (model: Model, registry: Registry): Model => {
  const calls = new Counter({
    ...metric('siteray_model_calls_total', registry),
  })
  const tokens = new Counter({
    ...metric('siteray_model_tokens_total', registry),
  })
  return {
    ...model,
    async ask(question, signal) {
      try {
        const answer = await traced('model', about => {
          about['gen_ai.request.model'] = model.id
          return model.ask(question, signal)
        })
        calls.inc({ outcome: 'ok' })
        tokens.inc({ direction: 'in' }, answer.usage.inputTokens)
        tokens.inc({ direction: 'out' }, answer.usage.outputTokens)
        return answer
      } catch (error) {
        calls.inc({ outcome: signal.aborted ? 'cancelled' : 'failed' })
        throw error
      }
    },
  }
}
