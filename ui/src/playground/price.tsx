import { type Operation, prices } from '../../../src/base/accounts/prices.ts'
import { plural } from '../parts/words.ts'

/** “5 credits”, by the table that the server charges by. */
export const credits = (...operations: Operation[]): string =>
  plural(
    operations.reduce((sum, operation) => sum + prices[operation], 0),
    'credit',
  )

/** Beside the button: what a press of it costs. */
export const Price = ({ of, each }: { of: readonly Operation[]; each?: string }) => (
  <span className="text-soft">
    {credits(...of)}
    {each && ` per ${each}`}
  </span>
)
