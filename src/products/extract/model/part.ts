import type { JsonSchema } from '../schema/limits.ts'

/** One question to the model: what it is shown, and the form it fills in. */
export type SchemaPart = {
  /** In the strict dialect; none when only a prompt was given. */
  schema: JsonSchema | undefined
  title: string
  url: string
  /** Numbered lines. */
  text: string
  /** What the page says of itself for machines. */
  facts: string
}
