import type { Atrule, CssNode, Rule } from 'css-tree'
import { type CssDeclaration, declarationsOf } from './declaration.ts'
import { parseSheet } from './parse.ts'

export type AtRule = {
  name: string
  prelude: string
  /** A statement such as `@layer a, b;` has none. */
  block: readonly CssNode[] | undefined
}

/** What a reader of rules makes of them; `Selectors` and `Place` are its own. */
export type RuleReader<Selectors, Place> = {
  /** What a list of selectors means inside those around it; undefined leaves its block out. */
  select(text: string, around: Selectors | undefined): Selectors | undefined
  /** Where the rules inside an at-rule stand; undefined leaves them out. */
  enter(rule: AtRule, place: Place): Place | undefined
  add(selectors: Selectors, declarations: CssDeclaration[], place: Place): void
  isFull(): boolean
  maxDepth: number
  /** Nested deeper than that, or than any stack: what stands there is left out unless this throws. */
  onTooDeep(): undefined
}

/**
 * The one reader of CSS text: it knows how rules nest and follow each other. What a selector
 * means and which at-rules hold, each reader says for itself.
 */
export const readRules = <Selectors, Place>(
  reader: RuleReader<Selectors, Place>,
  { css, media }: { css: string; media?: string | undefined },
  place: Place,
): void => {
  const nodes = nodesOf(reader, withoutEmbedded(css))
  const inner = media
    ? enter(reader, { name: 'media', prelude: media, block: nodes }, place)
    : place
  if (inner !== undefined) readNodes(reader, nodes, { place: inner, around: undefined, depth: 0 })
}

/** Embedded fonts and pictures say nothing here and take long to read. */
export const withoutEmbedded = (css: string): string =>
  css.replace(/;base64,[A-Za-z0-9+/=\s]*/g, '')

type At<Selectors, Place> = { place: Place; around: Selectors | undefined; depth: number }

const readNodes = <Selectors, Place>(
  reader: RuleReader<Selectors, Place>,
  nodes: readonly CssNode[],
  at: At<Selectors, Place>,
): void => {
  if (at.depth > reader.maxDepth) {
    reader.onTooDeep()
    return
  }
  const inside = { ...at, depth: at.depth + 1 }
  for (const node of nodes) {
    if (reader.isFull()) return
    if (node.type === 'Rule') readRule(reader, node, inside)
    // css-tree leaves `a { … }` inside a block unread; only `& a { … }` is a rule to it.
    else if (node.type === 'Raw' && at.around !== undefined)
      readNodes(reader, nodesOf(reader, node.value), inside)
    else if (node.type === 'Atrule') readAtrule(reader, node, inside)
  }
}

const readRule = <Selectors, Place>(
  reader: RuleReader<Selectors, Place>,
  { prelude, block }: Rule,
  at: At<Selectors, Place>,
): void => {
  const text = prelude.type === 'Raw' ? prelude.value.replace(/\/\*.*?\*\//gs, '') : ''
  const selectors = shallow(reader, () => reader.select(text, at.around))
  if (selectors !== undefined) readBlock(reader, block.children.toArray(), selectors, at)
}

const readBlock = <Selectors, Place>(
  reader: RuleReader<Selectors, Place>,
  children: readonly CssNode[],
  selectors: Selectors,
  at: At<Selectors, Place>,
): void => {
  const declarations = declarationsOf(children)
  if (declarations.length > 0) reader.add(selectors, declarations, at.place)
  readNodes(reader, children, { ...at, around: selectors })
}

const readAtrule = <Selectors, Place>(
  reader: RuleReader<Selectors, Place>,
  rule: Atrule,
  at: At<Selectors, Place>,
): void => {
  const name = rule.name.toLowerCase()
  const prelude = rule.prelude?.type === 'Raw' ? rule.prelude.value : ''
  const block = rule.block?.children.toArray()
  const place = enter(reader, { name, prelude, block }, at.place)
  if (place === undefined || !block) return
  if (at.around === undefined) readNodes(reader, block, { ...at, place })
  else readBlock(reader, block, at.around, { ...at, place })
}

const enter = <Selectors, Place>(
  reader: RuleReader<Selectors, Place>,
  rule: AtRule,
  place: Place,
): Place | undefined => shallow(reader, () => reader.enter(rule, place))

const nodesOf = <Selectors, Place>(
  reader: RuleReader<Selectors, Place>,
  css: string,
): readonly CssNode[] => shallow(reader, () => parseSheet(css)) ?? []

const shallow = <T>(reader: { onTooDeep(): undefined }, read: () => T): T | undefined => {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return reader.onTooDeep()
  }
}
