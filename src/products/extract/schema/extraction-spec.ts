import type { JsonSchema } from './limits.ts'

/** What the caller asks for; at least one of the two is there. */
export type ExtractionSpec = {
  schema: JsonSchema | boolean | undefined
  prompt: string | undefined
}

/** A prompt that says nothing is none: forms send an empty one for a field that was left empty. */
export const promptIn = (asked: { prompt?: string | undefined }): string | undefined =>
  asked.prompt?.trim() ? asked.prompt : undefined
