/** Who answers what a reader leaves open. */
export const fallbacks = ['model', 'embedded', 'none'] as const
export type Fallback = (typeof fallbacks)[number]
