import type { Static } from 'typebox'
import { optional, Type } from '../../kit/schema.ts'
import { named } from '../http/answers.ts'
import { wayHealths, wayKinds } from './names.ts'

export const WayState = named('WayOut', {
  name: Type.String({ description: 'What `way` takes' }),
  kind: Type.Enum([...wayKinds]),
  countries: Type.Array(Type.String(), { description: 'ISO 3166' }),
  health: Type.Enum([...wayHealths], {
    description: 'By its last use: `failing` where the proxy itself did not work',
  }),
  creditsPerPage: optional.Integer({
    description: 'What a page by it costs besides; absent: nothing',
  }),
  lastUsedAt: optional.String({ description: 'ISO 8601, UTC' }),
})
export type WayState = Static<typeof WayState>

export const WayList = named('WayList', {
  ways: Type.Array(WayState, { description: 'Those that the account may use' }),
})
