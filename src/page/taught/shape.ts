import type { Shape } from './reader.ts'

/** What all of these texts have, or none of them. */
export const shapeOf = (texts: readonly string[]): Shape => {
  const shape: Shape = {}
  if (texts.length === 0) return shape
  for (const name of Object.keys(signs) as (keyof Shape)[]) {
    const having = texts.filter(text => signs[name].test(text)).length
    if (having === texts.length) shape[name] = true
    else if (having === 0 && isTelling(name)) shape[name] = false
  }
  return shape
}

export const fitsShape = (text: string, shape: Shape): boolean =>
  (Object.entries(shape) as [keyof Shape, boolean][]).every(
    ([name, wanted]) => signs[name].test(text) === wanted,
  )

const signs = {
  digit: /\p{N}/u,
  letter: /\p{L}/u,
  currency: /\p{Sc}/u,
  address: /https?:\/\/|www\./,
} satisfies Record<keyof Shape, RegExp>

/** Not having a digit says little of the next value; not being a price or an address says much. */
const isTelling = (name: keyof Shape): boolean => name === 'currency' || name === 'address'
