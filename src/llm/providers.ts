import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogleGenerativeAI } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModel } from 'ai'
import type { LlmConfig } from '../config.ts'
import { limitAnswers } from './limit-answers.ts'

/** The guarded way out, to the one origin that the operator chose. */
export type Outgoing = { trust: (origin: string) => { fetch: Fetch } }
type Fetch = typeof globalThis.fetch

export type LanguageModels = { schema: LanguageModel; json: LanguageModel; text: LanguageModel }

const homes = {
  openai: 'https://api.openai.com',
  anthropic: 'https://api.anthropic.com',
  google: 'https://generativelanguage.googleapis.com',
} as const

/** One model for each way of asking; they differ only where a provider must be told beforehand. */
export const createLanguageModels = (config: LlmConfig, egress: Outgoing): LanguageModels => {
  const { origin } = new URL(config.baseUrl ?? homes[config.provider])
  const fetch = limitAnswers(egress.trust(origin).fetch)
  const apiKey = config.apiKey ?? 'none'
  const baseURL = config.baseUrl
  const same = (model: LanguageModel): LanguageModels => ({
    schema: model,
    json: model,
    text: model,
  })

  switch (config.provider) {
    case 'anthropic':
      return same(createAnthropic({ apiKey, fetch, ...(baseURL ? { baseURL } : {}) })(config.model))
    case 'google':
      return same(
        createGoogleGenerativeAI({ apiKey, fetch, ...(baseURL ? { baseURL } : {}) })(config.model),
      )
    case 'openai': {
      if (!baseURL) return same(createOpenAI({ apiKey, fetch })(config.model))
      const create = (supportsStructuredOutputs: boolean) =>
        createOpenAICompatible({
          name: 'openai-compatible',
          baseURL,
          fetch,
          supportsStructuredOutputs,
          ...(config.apiKey ? { apiKey: config.apiKey } : {}),
        })(config.model)
      const plain = create(false)
      return { schema: create(true), json: plain, text: plain }
    }
  }
}
