import { type Family, familyOf, type Rule } from './reader.ts'

/** Where a field's value is looked for, in words: the best rule of each family, the surest first. */
export const sayRules = (rules: readonly Rule[]): string[] => {
  const best = new Map<Family, Rule>()
  for (const rule of [...rules].sort((a, b) => b.p - a.p)) {
    const family = familyOf(rule.view)
    if (!best.has(family)) best.set(family, rule)
  }
  return [...new Set([...best.values()].map(sayRule))]
}

const sayRule = ({ view, cut }: Rule): string => {
  const [code = '', ...parts] = view.split('|')
  const where = sentences[code]?.(parts.map(part => part.slice(0, maxChars))) ?? 'by its markup'
  const around = cut?.map(words => words.trim().slice(0, maxChars)) ?? []
  const [before, after] = around
  if (before) return `${where}, after “${before}”`
  return after ? `${where}, up to “${after}”` : where
}

const maxChars = 80

/** By the code of a view; `views.ts` writes what stands behind it. */
const sentences: Record<string, (parts: string[]) => string> = {
  P1: () => 'at its place in the page',
  P2: () => 'at its place below an id',
  P3: () => 'at its place below an id',
  C1: ([sign]) => `in ${sign}`,
  C2: ([signs]) => `in ${signs}`,
  C3: ([signs]) => `in ${signs?.startsWith('>') ? signs.slice(1) : signs}`,
  C4: ([sign]) => `in ${sign}`,
  C5: ([sign]) => `below ${sign}`,
  C6: ([sign]) => `below ${sign}`,
  M1: ([path]) => `in the page’s JSON, at ${path}`,
  M2: ([property]) => `called ${property} in the markup`,
  L1: ([label]) => `after “${label}”`,
  L2: ([label]) => `after “${label}”`,
  L3: ([label]) => `after “${label}”`,
  L4: ([outer, label]) => `after “${outer}” and “${label}”`,
  L5: ([first]) => `in the row of “${first}”`,
  L6: ([after]) => `before “${after}”`,
  I1: ([label]) => `after “${label}:” in the same text`,
  I2: ([label]) => `after “${label}:” in the same text`,
  H1: ([heading]) => `below the heading “${heading}”`,
  H2: ([heading, label]) => `after “${label}”, below the heading “${heading}”`,
  H3: ([heading, sign]) => `in ${sign}, below the heading “${heading}”`,
}
