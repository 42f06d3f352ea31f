import { type CssDeclaration, declarationsOf } from './declaration.ts'
import { type CssBlock, type CssPart, cutSheet } from './syntax.ts'

export type AtRule = { name: string; prelude: string; block: CssBlock | undefined }

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
  const parts = cutSheet(withoutEmbedded(css))
  const rule = { name: 'media', prelude: media ?? '', block: () => parts }
  const inner = media ? enter(reader, rule, place) : place
  if (inner !== undefined) readParts(reader, parts, { place: inner, around: undefined, depth: 0 })
}

/** Embedded fonts and pictures say nothing here and take long to read. */
export const withoutEmbedded = (css: string): string =>
  css.replace(/;base64,[A-Za-z0-9+/=\s]*/g, '')

type At<Selectors, Place> = { place: Place; around: Selectors | undefined; depth: number }

const readParts = <Selectors, Place>(
  reader: RuleReader<Selectors, Place>,
  parts: readonly CssPart[],
  at: At<Selectors, Place>,
): void => {
  if (at.depth > reader.maxDepth) {
    reader.onTooDeep()
    return
  }
  const inside = { ...at, depth: at.depth + 1 }
  for (const part of parts) {
    if (reader.isFull()) return
    if (part.is === 'rule') {
      const selectors = shallow(reader, () => reader.select(part.prelude, at.around))
      if (selectors !== undefined) readBlock(reader, part.block(), selectors, inside)
    } else if (part.is === 'at-rule') {
      const place = enter(reader, part, at.place)
      if (place === undefined || !part.block) continue
      if (at.around === undefined) readParts(reader, part.block(), { ...inside, place })
      else readBlock(reader, part.block(), at.around, { ...inside, place })
    }
  }
}

const readBlock = <Selectors, Place>(
  reader: RuleReader<Selectors, Place>,
  parts: readonly CssPart[],
  selectors: Selectors,
  at: At<Selectors, Place>,
): void => {
  const declarations = declarationsOf(parts)
  if (declarations.length > 0) reader.add(selectors, declarations, at.place)
  readParts(reader, parts, { ...at, around: selectors })
}

const enter = <Selectors, Place>(
  reader: RuleReader<Selectors, Place>,
  rule: AtRule,
  place: Place,
): Place | undefined => shallow(reader, () => reader.enter(rule, place))

const shallow = <T>(reader: { onTooDeep(): undefined }, read: () => T): T | undefined => {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return reader.onTooDeep()
  }
}
