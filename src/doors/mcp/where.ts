import { Type } from 'typebox'

const way = Type.Optional(Type.String())
const locationOf = (description: string) =>
  Type.Optional(Type.Unsafe<Record<string, unknown>>({ type: 'object', description }))

/** How the site is reached, in few words: every conversation carries them, once for each tool. */
export const whereFrom = {
  way,
  location: locationOf('Such as {"country":"DE","languages":["de"]}.'),
}
export const whereFromToo = { way, location: locationOf('As in scrape.') }
