import { Type } from '../../kit/schema.ts'

const way = Type.Optional(Type.String())
const session = Type.Optional(Type.String())
const locationOf = (words: { description?: string }) =>
  Type.Optional(Type.Unsafe<Record<string, unknown>>({ type: 'object', ...words }))

/** How the site is reached, and as whom, in few words: every conversation carries them, once for each tool. */
export const whereFrom = {
  way,
  session: Type.Optional(Type.String({ description: 'Signed in: ses_…' })),
  location: locationOf({ description: 'Such as {country: DE, languages: [de]}.' }),
}
/** Where another tool has said it already. */
export const whereFromToo = { way, session, location: locationOf({}) }
