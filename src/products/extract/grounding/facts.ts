import type { FactItem, FactValue } from '../../../page/metadata/facts/item.ts'
import type { Page } from '../source/page.ts'

/** Every text of the page's own markup, with the properties that lead to it. */
export function* factTexts(page: Page): Generator<{ text: string; path: string }> {
  let budget = maxFacts
  const seen = new Set<FactItem>()
  const stack: { value: FactValue; path: string }[] = [...page.facts.items, page.facts.meta].map(
    item => ({
      value: item,
      path: `${item.source} ${item.types[0] ?? ''}`.trim(),
    }),
  )
  for (let step = stack.pop(); step && budget-- > 0; step = stack.pop()) {
    const { value, path } = step
    if (typeof value === 'string') {
      yield { text: value, path }
      continue
    }
    if (seen.has(value)) continue
    seen.add(value)
    for (const [name, values] of value.properties)
      for (const inner of values)
        stack.push({ value: inner, path: `${path} ${name}`.slice(0, 200) })
  }
}

const maxFacts = 20_000
