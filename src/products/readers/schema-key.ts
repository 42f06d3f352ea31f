import { createHash } from 'node:crypto'

/**
 * Two schemas with one key ask for the same fields of the same types, whatever they say of them. A
 * prompt may ask for another value of the same field, and so has a key of its own.
 */
export const schemaKeyOf = (schema: unknown, prompt: string | null): string =>
  createHash('sha256')
    .update(JSON.stringify(bare(schema)) + (prompt === null ? '' : `\n${prompt}`))
    .digest('base64url')
    .slice(0, 22)

/** Prompts that differ in white space alone are one; null where there is none. */
export const promptKeyOf = (prompt: string | undefined): string | null =>
  prompt?.trim().replace(/\s+/g, ' ') || null

const annotations = new Set(['description', 'title', 'examples', 'default', '$comment', '$id'])

const bare = (value: unknown, isNames = false): unknown => {
  if (Array.isArray(value)) return value.map(one => bare(one))
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .filter(([name]) => isNames || !annotations.has(name))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, inner]) => [name, bare(inner, !isNames && name === 'properties')])
}
