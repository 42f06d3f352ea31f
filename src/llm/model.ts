import { APICallError, generateText, type LanguageModel, type ModelMessage, RetryError } from 'ai'
import type { LlmConfig } from '../config.ts'
import { AppError } from '../errors.ts'
import { createLanguageModels, type Outgoing } from './providers.ts'
import { readJson } from './read-json.ts'

export type JsonSchema = Readonly<Record<string, unknown>>

export type Question = {
  /** Instructions of ours; never page text. */
  system: string
  /** Alternating, from the user's first message on. */
  messages: readonly { role: 'user' | 'assistant'; content: string }[]
  /** In the strict dialect: every property required, nullable instead of optional. */
  schema: JsonSchema | undefined
  name: string
  maxOutputTokens: number
}

export type Answer = {
  /** What the model wrote. */
  text: string
  /** The JSON in it, or undefined when there is none. */
  value: unknown
  /** It stopped at the length limit: what is there is cut off. */
  isCut: boolean
  usage: { inputTokens: number; outputTokens: number }
}

export type Model = {
  /** Provider and name, for cache keys and the log. */
  id: string
  ask(question: Question, signal: AbortSignal): Promise<Answer>
}

/** How much of structured output an endpoint takes; found out from its answers, not configured. */
type Mode = 'schema' | 'json' | 'text'
const modes: readonly Mode[] = ['schema', 'json', 'text']

export const createModel = (config: LlmConfig, egress: Outgoing): Model => {
  const models = createLanguageModels(config, egress)
  let mode: Mode = 'schema'
  return {
    id: `${config.provider}/${config.model}`,
    async ask(question, signal) {
      const deadline = AbortSignal.timeout(config.timeoutMs)
      const life = AbortSignal.any([signal, deadline])
      for (let tried: Mode = mode; ; ) {
        try {
          const answer = await askIn(models[tried], tried, question, life)
          // Only now is it known that the format was what the endpoint refused.
          mode = tried
          return answer
        } catch (error) {
          const next = modes[modes.indexOf(tried) + 1]
          if (!refusesFormat(error) || !next) throw explain(error, signal, deadline)
          tried = next
        }
      }
    },
  }
}

const askIn = async (
  model: LanguageModel,
  mode: Mode,
  question: Question,
  signal: AbortSignal,
): Promise<Answer> => {
  const result = await generateText({
    model,
    instructions: mode === 'schema' ? question.system : withSchema(question),
    messages: question.messages.map(message => ({ ...message })) as ModelMessage[],
    temperature: 0,
    maxOutputTokens: question.maxOutputTokens,
    maxRetries: 2,
    abortSignal: signal,
    output: rawJson(mode === 'schema' ? question : undefined, mode),
  })
  return {
    text: result.text,
    value: readJson(result.text),
    isCut: result.finishReason === 'length',
    usage: {
      inputTokens: result.usage.inputTokens ?? 0,
      outputTokens: result.usage.outputTokens ?? 0,
    },
  }
}

/** Asks for JSON but leaves the text alone: we read and repair it ourselves. */
const rawJson = (question: Question | undefined, mode: Mode) => ({
  name: 'raw json',
  responseFormat: Promise.resolve(
    mode === 'text'
      ? ({ type: 'text' } as const)
      : {
          type: 'json' as const,
          ...(question?.schema ? { schema: question.schema as object, name: question.name } : {}),
        },
  ),
  parseCompleteOutput: ({ text }: { text: string }) => Promise.resolve(text),
  parsePartialOutput: () => Promise.resolve(undefined),
  createElementStreamTransform: () => undefined,
})

const withSchema = ({ system, schema }: Question) => {
  const asked = `${system}\n\nAnswer with one JSON value and nothing else.`
  return schema ? `${asked} It must follow this JSON Schema:\n${JSON.stringify(schema)}` : asked
}

/** A 400 or 422 in answer to a well-formed call means that the endpoint does not take the format. */
const refusesFormat = (error: unknown): boolean => {
  const call = callErrorOf(error)
  return call?.statusCode === 400 || call?.statusCode === 422
}

const callErrorOf = (error: unknown): APICallError | undefined => {
  if (APICallError.isInstance(error)) return error
  return RetryError.isInstance(error) ? callErrorOf(error.lastError) : undefined
}

/** The provider's own words may hold anything (also our key): they go to the log's cause only. */
const explain = (error: unknown, signal: AbortSignal, deadline: AbortSignal): unknown => {
  if (signal.aborted) return signal.reason
  if (deadline.aborted) return new AppError('model_timeout')
  if (error instanceof AppError) return error
  const status = callErrorOf(error)?.statusCode
  const cause = new Error(`the model's endpoint failed${status ? ` with status ${status}` : ''}`)
  const sentence = sentences.find(([statuses]) => statuses.includes(status ?? 0))?.[1]
  return new AppError('model_failed', sentence, { cause })
}

const sentences: readonly (readonly [readonly number[], string])[] = [
  [[401, 403], 'The language model’s provider refused our key (LLM_API_KEY).'],
  [[404], 'The language model’s provider does not know the model (LLM_MODEL, LLM_BASE_URL).'],
  [[400, 422], 'The language model’s provider refused the request.'],
  [[413], 'The page is too long for the language model.'],
  [[429], 'The language model’s provider is busy or its quota is used up.'],
]
