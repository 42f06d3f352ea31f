import type { LlmConfig } from '../../config/config.ts'
import type { Outgoing } from './providers.ts'

export type JsonSchema = Readonly<Record<string, unknown>>

export type ModelQuestion = {
  /** Instructions of ours; never page text. */
  system: string
  /** Alternating, from the user's first message on. */
  messages: readonly { role: 'user' | 'assistant'; content: string }[]
  /** In the strict dialect: every property required, nullable instead of optional. */
  schema: JsonSchema | undefined
  name: string
  maxOutputTokens: number
}

export type ModelAnswer = {
  /** What the model wrote. */
  text: string
  /** The JSON in it, or undefined when there is none. */
  value: unknown
  /** It stopped at the length limit: what is there is cut off. */
  isCut: boolean
  /** The model or its provider declined: asking again would only cost. */
  isRefused: boolean
  usage: { inputTokens: number; outputTokens: number }
}

export type Model = {
  /** Provider and name, for cache keys and the log. */
  id: string
  ask(question: ModelQuestion, signal: AbortSignal): Promise<ModelAnswer>
}

/** The providers' packages are loaded with the first question: most servers never ask one. */
export const createModel = (config: LlmConfig, egress: Outgoing): Model => {
  let opened: Promise<Model['ask']> | undefined
  const open = async () => (await import('./ask.ts')).createModelCall(config, egress)
  return {
    id: `${config.provider}/${config.model}`,
    async ask(question, signal) {
      opened ??= open()
      return (await opened)(question, signal)
    },
  }
}
