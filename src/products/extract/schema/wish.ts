import type { JsonSchema } from './limits.ts'

/** What the caller asks for; at least one of the two is there. */
export type Wish = { schema: JsonSchema | boolean | undefined; prompt: string | undefined }
