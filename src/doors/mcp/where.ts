import { Type } from 'typebox'

const way = Type.Optional(Type.String())
const locationOf = (words: { description?: string }) =>
  Type.Optional(Type.Unsafe<Record<string, unknown>>({ type: 'object', ...words }))

/** How the site is reached, in few words: every conversation carries them, once for each tool. */
export const whereFrom = {
  way,
  location: locationOf({ description: 'Such as {country: DE, languages: [de]}.' }),
}
/** Where another tool has said it already. */
export const whereFromToo = { way, location: locationOf({}) }
