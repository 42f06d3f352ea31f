import { createHash } from 'node:crypto'

/** Two schemas with one key ask for the same fields of the same types, whatever they say of them. */
export const schemaKeyOf = (schema: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(bare(schema)))
    .digest('base64url')
    .slice(0, 22)

const annotations = new Set(['description', 'title', 'examples', 'default', '$comment', '$id'])

const bare = (value: unknown, isNames = false): unknown => {
  if (Array.isArray(value)) return value.map(one => bare(one))
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .filter(([name]) => isNames || !annotations.has(name))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, inner]) => [name, bare(inner, !isNames && name === 'properties')])
}
