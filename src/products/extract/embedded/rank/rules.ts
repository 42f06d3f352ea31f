/**
 * Each is called by its reason, with an example: most often a field, and a text that is refused for
 * it.
 */
export type Rules<T> = Record<string, (one: T) => boolean>

export const anyOf = <T>(rules: Rules<T>): ((one: T) => boolean) => {
  const all = Object.values(rules)
  return one => all.some(holds => holds(one))
}
