import { setTimeout as pause } from 'node:timers/promises'
import { APICallError, generateText, type ModelMessage } from 'ai'
import type { LlmConfig } from '../../config/config.ts'
import { inTime } from '../../kit/deadline.ts'
import { AppError } from '../../kit/errors.ts'
import { complaintOf, explain, pauseMsAfter } from './endpoint-faults.ts'
import { createLearned, type Manner } from './learned.ts'
import type { JsonSchema, Model, ModelAnswer, ModelQuestion } from './model.ts'
import { createWays, type Outgoing, type Way } from './providers.ts'
import { readJson } from './read-json.ts'

/** What a provider does not take of a call is dealt with here, and nothing for the process's output. */
globalThis.AI_SDK_LOG_WARNINGS = false

export const createModelCall = (config: LlmConfig, egress: Outgoing): Model['ask'] => {
  const learned = createLearned(createWays(config, egress))
  const askTill = async (question: ModelQuestion, until: number, life: AbortSignal) => {
    for (let manner = learned.manner(question.schema); ; ) {
      try {
        const answer = await withRetries(() => askIn(manner, question, life), until, life)
        learned.keep(manner)
        return answer
      } catch (error) {
        const complaint = life.aborted ? undefined : complaintOf(error)
        const next = complaint && learned.instead(manner, complaint)
        if (!next) throw error
        manner = next
      }
    }
  }
  return async (question, signal) => {
    const { timeoutMs } = config
    const late = () => new AppError('model_timeout')
    try {
      return await inTime({ timeoutMs, signal, late }, life =>
        askTill(question, Date.now() + timeoutMs, life),
      )
    } catch (error) {
      if (signal.aborted) throw signal.reason
      throw explain(error)
    }
  }
}

const askIn = async (
  { way, temperature, limit }: Manner,
  question: ModelQuestion,
  signal: AbortSignal,
): Promise<ModelAnswer> => {
  const form = way.format === 'schema' ? formFor(way, question) : undefined
  const result = await generateText({
    model: way.model,
    instructions: [question.system, ...furtherRules(way, question, form)].join('\n\n'),
    messages: question.messages.map(message => ({ ...message })) as ModelMessage[],
    ...(temperature && { temperature: 0 }),
    ...(limit && { maxOutputTokens: question.maxOutputTokens }),
    maxRetries: 0,
    abortSignal: signal,
    output: rawJson(way.format === 'text' ? 'text' : 'json', question.name, form),
    ...(way.options && { providerOptions: way.options }),
  })
  return {
    text: result.text,
    value: readJson(result.text),
    isCut: result.finishReason === 'length',
    isRefused: result.finishReason === 'content-filter',
    usage: {
      inputTokens: result.usage.inputTokens ?? 0,
      outputTokens: result.usage.outputTokens ?? 0,
    },
  }
}

const formFor = ({ dialect }: Way, { schema }: ModelQuestion) =>
  schema && dialect ? dialect(schema) : schema

/** What the endpoint is not told by its own means, the model is told in words. */
const furtherRules = (
  way: Way,
  { schema }: ModelQuestion,
  form: JsonSchema | undefined,
): string[] => {
  if (form)
    return form === schema ? [] : ['A property that is not required is left out instead of null.']
  if (way.format === 'json' && !schema) return []
  const rule = 'Answer with one JSON value and nothing else.'
  return [schema ? `${rule} It must follow this JSON Schema:\n${JSON.stringify(schema)}` : rule]
}

/** Asks for JSON but leaves the text alone: we read and repair it ourselves. */
const rawJson = (type: 'json' | 'text', name: string, schema: JsonSchema | undefined) => ({
  name: 'raw json',
  responseFormat: Promise.resolve(
    type === 'text' ? { type } : { type, ...(schema && { schema: schema as object, name }) },
  ),
  parseCompleteOutput: ({ text }: { text: string }) => Promise.resolve(text),
  parsePartialOutput: () => Promise.resolve(undefined),
  createElementStreamTransform: () => undefined,
})

const maxTries = 3

/**
 * Again when an endpoint is busy, broken or away for a moment. It is given the time it asks for; if
 * that is more than there is left, the fault is told at once instead of a wait that ends in it.
 */
const withRetries = async <T>(
  ask: () => Promise<T>,
  until: number,
  signal: AbortSignal,
): Promise<T> => {
  for (let tries = 1; ; tries++) {
    try {
      return await ask()
    } catch (error) {
      if (!APICallError.isInstance(error) || !error.isRetryable || tries === maxTries) throw error
      const pauseMs = pauseMsAfter(error, tries)
      if (Date.now() + pauseMs >= until) throw error
      await pause(pauseMs, undefined, { signal })
    }
  }
}
