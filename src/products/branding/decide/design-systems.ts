import { listOf, number, objectOf, oneOf, orElse, text } from '../../../kit/data-shape.ts'
import data from './design-systems.json' with { type: 'json' }

/** Where a sign is looked for, and the names that are one; anchored, so that no prefix misfires. */
export type Sign = {
  in: 'class' | 'variable' | 'attribute' | 'tag' | 'file' | 'generator'
  pattern: RegExp
  /** Different names that must match. */
  least: number
}

export type Rule = { name: string; kind: 'framework' | 'library'; signs: readonly Sign[] }

/** Each needs two of its signs: one name alone may be anybody's. */
export const rules: readonly Rule[] = listOf(
  objectOf<Rule>({
    name: text,
    kind: oneOf('framework', 'library'),
    signs: listOf(
      objectOf<Sign>({
        in: oneOf('class', 'variable', 'attribute', 'tag', 'file', 'generator'),
        pattern: (value, at) => new RegExp(text(value, at)),
        least: orElse(number, 1),
      }),
    ),
  }),
)(data, 'design-systems.json')
