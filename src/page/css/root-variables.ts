import { type Lookup, substitute } from './variables.ts'

/**
 * The custom properties that the sheets set for the page itself and nowhere else otherwise: those
 * that a class, a theme or a window changes have no value of their own. Read when one is asked for.
 */
export const findVariables = (sheets: readonly string[]): Lookup => {
  let values: Map<string, string | undefined> | undefined
  let depth = 0
  const lookup: Lookup = name => {
    values ??= valuesIn(sheets)
    const value = values.get(name)
    if (value === undefined || !value.includes('var(')) return value
    // While it is being worked out it has no value: a circle is void.
    values.set(name, undefined)
    depth++
    const whole = depth > maxDepth ? undefined : substitute(value, lookup)
    depth--
    values.set(name, whole)
    return whole
  }
  return lookup
}
/** Properties that lead to one another, deeper than any design has them. */
const maxDepth = 20

const valuesIn = (sheets: readonly string[]): Map<string, string | undefined> => {
  const values = new Map<string, string | undefined>()
  for (const block of sheets.flatMap(css => css.split('}'))) {
    if (!block.includes('--')) continue
    const open = block.lastIndexOf('{')
    const isOfPage = ofPage.test(
      block
        .slice(0, Math.max(0, open))
        .split(/[{;,]|\*\//)
        .at(-1) ?? '',
    )
    for (const [, name = '', written = ''] of block.slice(open + 1).matchAll(declared)) {
      const [key, value] = [name.toLowerCase(), written.trim().toLowerCase()]
      const isSame = !values.has(key) || values.get(key) === value
      values.set(key, isOfPage && isSame ? value : undefined)
    }
  }
  return values
}
const ofPage = /^\s*(?::root|:host|html|body|\*)\s*$/i
const declared = /(?<![\w-])(--[\w-]{1,80})\s{0,9}:([^;]*)/g
