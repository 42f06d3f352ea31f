import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isBlock, isWayFault } from '../../../src/base/ways/blocks.ts'
import { candidatesFor, placeOf, stickyKey, waysOf } from '../../../src/base/ways/choose.ts'
import { readTravel } from '../../../src/base/ways/request.ts'
import { AppError } from '../../../src/kit/errors.ts'

const ways = [
  { name: 'berlin', countries: ['DE'] },
  { name: 'mixed', countries: ['DE', 'NL'] },
  { name: 'nowhere', countries: [] as string[] },
]

describe('the ways that a request may take', () => {
  const cases: [
    exit: Parameters<typeof candidatesFor>[1],
    first: string | undefined,
    others: string[],
  ][] = [
    [{ way: 'berlin', retries: 1 }, 'berlin', ['mixed']],
    [{ way: 'berlin', retries: 0 }, 'berlin', []],
    [{ way: 'nowhere', retries: 2 }, 'nowhere', []],
    [{ country: 'DE', retries: 0 }, undefined, ['berlin', 'mixed']],
    [{ country: 'NL', retries: 0 }, undefined, ['mixed']],
    [{ way: 'mixed', country: 'DE', retries: 1 }, 'mixed', ['berlin']],
    [{ way: 'mixed', country: 'NL', retries: 1 }, 'mixed', []],
  ]
  for (const [exit, first, others] of cases)
    it(`${JSON.stringify(exit)}: ${first ?? 'any of'} ${others.join(', ')}`, () => {
      const chosen = candidatesFor(ways, exit)
      assert.equal(chosen.first?.name, first)
      assert.deepEqual(
        chosen.others.map(({ name }) => name),
        others,
      )
    })

  const refused: [
    of: typeof ways,
    exit: Parameters<typeof candidatesFor>[1],
    code: string,
    message: string,
  ][] = [
    [
      ways,
      { way: 'paris', retries: 0 },
      'way_unknown',
      'There is no way out "paris". There are: berlin, mixed, nowhere.',
    ],
    [
      [],
      { way: 'paris', retries: 0 },
      'way_unknown',
      'There is no way out "paris". This server has none that you may use.',
    ],
    [
      ways,
      { way: 'berlin', country: 'NL', retries: 0 },
      'country_unavailable',
      'The way out "berlin" does not lead to NL, but to DE.',
    ],
    [
      ways,
      { way: 'nowhere', country: 'NL', retries: 0 },
      'country_unavailable',
      'The way out "nowhere" does not lead to NL, it has no country.',
    ],
    [
      ways,
      { country: 'FR', retries: 0 },
      'country_unavailable',
      'No way out leads to FR. There are: DE, NL.',
    ],
    [
      [],
      { country: 'FR', retries: 0 },
      'country_unavailable',
      'No way out leads to FR. This server has no ways out with a country.',
    ],
  ]
  for (const [of, exit, code, message] of refused)
    it(message, () => assert.throws(() => candidatesFor(of, exit), { code, message }))

  it('are those of everybody, and of its account', () => {
    const own = [{ accounts: [] }, { accounts: ['a'] }, { accounts: ['b', 'c'] }]
    assert.deepEqual(waysOf(own, 'b'), [own[0], own[2]])
    assert.deepEqual(waysOf(own, undefined), own)
  })
})

describe('what a way stays the same for', () => {
  it('a host, a job, or nothing', () => {
    const journey = { hostname: 'a.example', jobId: 'batch_1' }
    assert.equal(stickyKey({ sticky: 'host' }, journey), 'a.example')
    assert.equal(stickyKey({ sticky: 'job' }, journey), 'batch_1')
    const anew = stickyKey({ sticky: 'job' }, { ...journey, jobId: undefined })
    assert.match(anew, /^[0-9a-f]{16}$/)
    assert.notEqual(stickyKey({ sticky: 'job' }, { ...journey, jobId: undefined }), anew)
  })
  it('a heavier way is chosen more often, in proportion, and the same one for the same key', () => {
    const two = [
      { name: 'one', weight: 1 },
      { name: 'three', weight: 3 },
    ] as const
    const keys = Array.from({ length: 2_000 }, (_, nth) => `host${nth}`)
    const heavy = keys.filter(key => placeOf(two[1], key) > placeOf(two[0], key)).length
    assert.ok(heavy > 1_420 && heavy < 1_580, `${heavy} of 2,000`)
    assert.ok(placeOf(two[0], 'a') > 0)
    assert.equal(placeOf(two[0], 'a'), placeOf(two[0], 'a'))
  })
})

describe('how a request travels', () => {
  it('is what it says, in upper case, with the country’s own language and time', () => {
    assert.deepEqual(readTravel({}), {})
    assert.deepEqual(readTravel({ way: 'berlin' }), { exit: { way: 'berlin', retries: 0 } })
    const { exit, locale } = readTravel({ location: { country: 'de' }, retryWays: 2 })
    assert.deepEqual(exit, { country: 'DE', retries: 2 })
    assert.equal(locale?.languages?.[0], 'de-DE')
    assert.equal(locale?.timeZone, 'Europe/Berlin')
    const chosen = readTravel({
      location: { country: 'DE', languages: ['nl'], timeZone: 'Asia/Tokyo' },
    })
    assert.deepEqual(chosen.locale, { languages: ['nl'], timeZone: 'Asia/Tokyo' })
    assert.deepEqual(readTravel({ location: { languages: ['fr'] } }), {
      locale: { languages: ['fr'] },
    })
  })
  it('by other ways only where there is one to begin with', () => {
    assert.throws(() => readTravel({ retryWays: 1 }), {
      message: '"retryWays" needs a "way" or a "location.country".',
    })
    assert.throws(() => readTravel({ location: { timeZone: 'Moon/Sea' } }), {
      code: 'invalid_request',
    })
    assert.throws(() => readTravel({ location: { languages: ['?'] } }), { code: 'invalid_request' })
  })
})

describe('a site that turns a visitor away', () => {
  const fault = (code: 'page_blocked' | 'page_unreachable' | 'way_failed', more: object = {}) =>
    new AppError(code, 'No.', more)
  it('may let another way in, unless its robots.txt says no', () => {
    assert.equal(isBlock(fault('page_blocked')), true)
    assert.equal(isBlock(fault('page_blocked', { byRobots: true })), false)
    assert.equal(isBlock(fault('page_unreachable', { targetStatus: 403 })), true)
    assert.equal(isBlock(fault('page_unreachable', { targetStatus: 429 })), true)
    assert.equal(isBlock(fault('page_unreachable', { targetStatus: 404 })), false)
    assert.equal(isBlock(new Error('page_blocked')), false)
  })
  it('is not the fault of the way', () => {
    assert.equal(isWayFault(fault('way_failed')), true)
    assert.equal(isWayFault(fault('page_blocked')), false)
    assert.equal(isWayFault({ code: 'way_failed' }), false)
  })
})
