import { optional, Type } from '../../kit/schema.ts'

const way = optional.String()
const session = optional.String()
const locationOf = (words: { description?: string }) =>
  Type.Optional(Type.Unsafe<Record<string, unknown>>({ type: 'object', ...words }))

/** How the site is reached, and as whom, in few words: every conversation carries them, once for each tool. */
export const whereFrom = {
  way,
  session: optional.String({ description: 'Signed in: ses_…' }),
  location: locationOf({ description: 'Such as {country: DE, languages: [de]}.' }),
}
/** Where another tool has said it already. */
export const whereFromToo = { way, session, location: locationOf({}) }
