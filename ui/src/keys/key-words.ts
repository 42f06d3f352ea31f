import type { KeyAnswer } from '../../../src/doors/dashboard/schemas.ts'
import { plural } from '../parts/words.ts'

export const kindNames = { secret: 'Secret', publishable: 'Publishable' } as const

export const sayOrigins = (origins: readonly string[]): string =>
  origins.length === 0 ? 'Any site' : plural(origins.length, 'origin')

const makers: Record<string, string> = {
  operator: 'by a command',
  start: 'at the first start',
}

export const sayMaker = (madeBy: string | null): string =>
  madeBy === null ? '' : (makers[madeBy] ?? `by ${madeBy}`)

/** Worth deleting: a key that nobody uses can still be stolen. */
export const isForgotten = ({ lastUsedAt, createdAt }: KeyAnswer): boolean =>
  Date.now() - Date.parse(lastUsedAt ?? createdAt) > 30 * 86_400_000
