/** Data that says nothing at all: null, `{}`, `[]`, and what holds nothing else. */
export const isHollow = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (typeof value === 'object' && Object.values(value).every(isHollow))
