import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogleGenerativeAI } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModel } from 'ai'
import type { LlmConfig } from '../../config/config.ts'
import { withFewUnions } from './few-unions.ts'
import { guardAnswers } from './guard-answers.ts'
import type { JsonSchema } from './model.ts'

/** The guarded way out, to the one origin that the operator chose. */
export type Outgoing = { trust: (origin: string) => { fetch: Fetch } }
type Fetch = typeof globalThis.fetch

/** A way of putting a question. Which of them an endpoint takes is found out, not configured. */
export type Way = {
  model: LanguageModel
  /** What the endpoint is told of the form: all of it, that JSON is wanted, or nothing. */
  format: 'schema' | 'json' | 'text'
  /** The form in the endpoint's own dialect; undefined where that has no words for it. */
  dialect?: (schema: JsonSchema) => JsonSchema | undefined
  options?: Record<string, Record<string, string>>
}

const homes = {
  openai: 'https://api.openai.com',
  anthropic: 'https://api.anthropic.com',
  google: 'https://generativelanguage.googleapis.com',
} as const

/** The strictest way first. */
export const createWays = (config: LlmConfig, egress: Outgoing): Way[] => {
  const { origin } = new URL(config.baseUrl ?? homes[config.provider])
  const fetch = guardAnswers(egress.trust(origin).fetch)
  return providers[config.provider](config, fetch)
}

const providers: Record<LlmConfig['provider'], (config: LlmConfig, fetch: Fetch) => Way[]> = {
  openai(config, fetch) {
    if (!config.baseUrl) return jsonWays(createOpenAI(access(config, fetch))(config.model))
    const { baseUrl: baseURL, apiKey } = config
    const create = (supportsStructuredOutputs: boolean) =>
      createOpenAICompatible({
        name: 'openai-compatible',
        baseURL,
        fetch,
        supportsStructuredOutputs,
        ...(apiKey ? { apiKey } : {}),
      })(config.model)
    return jsonWays(create(true), create(false))
  },

  google: (config, fetch) =>
    jsonWays(createGoogleGenerativeAI(access(config, fetch))(config.model)),

  /**
   * There is no JSON mode without a schema. Where the form is too much for a grammar, it goes as
   * the input of a pretended tool, which is not compiled; nothing is ever run.
   */
  anthropic(config, fetch) {
    const model = createAnthropic(access(config, fetch))(config.model)
    const mode = (structuredOutputMode: string) => ({ anthropic: { structuredOutputMode } })
    return [
      { model, format: 'schema', dialect: withFewUnions, options: mode('outputFormat') },
      { model, format: 'schema', options: mode('jsonTool') },
      { model, format: 'text' },
    ]
  },
}

const access = ({ apiKey = 'none', baseUrl }: LlmConfig, fetch: Fetch) => ({
  apiKey,
  fetch,
  ...(baseUrl ? { baseURL: baseUrl } : {}),
})

const jsonWays = (strict: LanguageModel, plain = strict): Way[] => [
  { model: strict, format: 'schema' },
  { model: plain, format: 'json' },
  { model: plain, format: 'text' },
]
