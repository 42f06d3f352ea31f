import { workOut } from './calc.ts'
import { ident } from './css-tree.ts'
import { type CssDeclaration, readDeclarations } from './declaration.ts'
import { type Lookup, substitute } from './variables.ts'

/** The value that counts of each property, in lower case. */
export type DeclaredStyle = ReadonlyMap<string, string>

/** Far beyond any real one; what stands after it is not read. */
const maxStyleLength = 200_000
/** No keyword, length or color is longer; pictures are, and say nothing here. */
const maxValueLength = 1_000

/** What a `style` attribute says, and what the page says of the variables in it. */
export const readStyle = (style: string, variables?: Lookup): DeclaredStyle =>
  winnersOf(inlineDeclarations(style), variables)

export const styleValue = (style: string, property: string): string | undefined =>
  style.includes('\\') || style.toLowerCase().includes(property)
    ? readStyle(style).get(property)
    : undefined

export const inlineDeclarations = (style: string): CssDeclaration[] =>
  readDeclarations(style.slice(0, maxStyleLength))

/** The last one wins, unless an earlier one is important. */
export const winnersOf = (
  declarations: readonly CssDeclaration[],
  variables: Lookup = () => undefined,
): DeclaredStyle => {
  const values = new Map<string, string>()
  const important = new Set<string>()
  for (const declaration of declarations) {
    const name = plain(declaration.name)
    if (declaration.important) important.add(name)
    else if (important.has(name)) continue
    values.set(name, plain(declaration.value))
  }
  for (const [name, value] of values)
    if (worked.test(value) && !unread.test(name))
      values.set(
        name,
        workOut(substitute(value, own => values.get(own) ?? variables(own)) ?? value),
      )
  return values
}

/** Boxes say nothing of whether they are seen. */
const unread = /^(?:--|margin-(?:right|bottom)|margin$|padding|border|grid|flex|gap)/
const worked = /(?:var|calc|min|max|clamp)\(/

/** Letters written as escapes are letters. */
const plain = (text: string): string => {
  const short = text.slice(0, maxValueLength)
  return (short.includes('\\') ? ident.decode(short) : short).toLowerCase()
}
