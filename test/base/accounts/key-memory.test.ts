import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { accountsChannel, keysChannel } from '../../../src/base/accounts/key-shape.ts'
import { createKeyring, type VerifiedKey } from '../../../src/base/accounts/keyring.ts'
import type { KeyKind } from '../../../src/base/accounts/store.ts'

const token = (name: string, kind: KeyKind = 'secret') =>
  `${kind === 'secret' ? 'sr' : 'pk'}_${name.repeat(24)}`
const keyOf = (id: string, some: Partial<VerifiedKey> = {}): VerifiedKey => ({
  ...{
    id,
    accountId: `account of ${id}`,
    kind: 'secret',
    origins: [],
    expiresAt: null,
    plan: 'free',
  },
  ...some,
})

/** A keyring whose database and notifications are in the test's hands, as is the clock. */
const open = async (t: TestContext) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_000_000 })
  let nowMs = 0
  t.mock.method(performance, 'now', () => nowMs)
  const listeners = new Map<string, (id: string) => void>()
  const words = { isLive: true, provenMs: 0 }
  let reconnect = () => {}
  const keys = new Map<string, VerifiedKey>()
  const asked: string[] = []
  let find = async (key: string): Promise<VerifiedKey | undefined> => keys.get(key)
  const keyring = await createKeyring({
    find: (key, kind) => {
      asked.push(`${kind} ${key[3]}`)
      return find(key)
    },
    isAway: error => error === 'away',
    notifications: {
      isLive: () => words.isLive,
      provenMs: () => words.provenMs,
      async subscribe(channel, listener) {
        listeners.set(channel, listener)
      },
      onReconnect(listener) {
        reconnect = listener
      },
    },
  })
  return {
    ...{ keyring, keys, words, asked },
    notify: (channel: string, id: string) => listeners.get(channel)?.(id),
    reconnect: () => reconnect(),
    passMs(ms: number) {
      nowMs += ms
    },
    answerBy(answer: typeof find) {
      find = answer
    },
    /** How many questions a check costs, and what it gives. */
    async check(key: string, kind: KeyKind = 'secret') {
      const before = asked.length
      const found = await keyring.verify(key, kind)
      return [found?.id, asked.length - before]
    },
  }
}

describe('keys in memory', () => {
  it('a known key costs no question, until one of its own notifications', async t => {
    const { keys, check, notify } = await open(t)
    for (const name of ['a', 'b']) keys.set(token(name), keyOf(name))
    assert.deepEqual(await check(token('a')), ['a', 1])
    assert.deepEqual(await check(token('b')), ['b', 1])
    notify(keysChannel, 'c')
    notify(keysChannel, 'account of a')
    notify(accountsChannel, 'a')
    assert.deepEqual(await check(token('a')), ['a', 0])
    notify(keysChannel, 'a')
    assert.deepEqual(await check(token('a')), ['a', 1])
    assert.deepEqual(await check(token('b')), ['b', 0])
    notify(accountsChannel, 'account of b')
    assert.deepEqual(await check(token('b')), ['b', 1])
    assert.deepEqual(await check(token('a')), ['a', 0])
  })

  it('an unknown key costs one question, until any notification', async t => {
    const { keys, check, notify } = await open(t)
    assert.deepEqual(await check(token('a')), [undefined, 1])
    assert.deepEqual(await check(token('a')), [undefined, 0])
    keys.set(token('a'), keyOf('a'))
    notify(keysChannel, 'a')
    assert.deepEqual(await check(token('a')), ['a', 1])
  })

  it('what has another shape costs none, and a key of another kind is none', async t => {
    const { keys, check } = await open(t)
    for (const wrong of [`${token('a')}-`, 'sr_a', token('a', 'publishable')])
      assert.deepEqual(await check(wrong), [undefined, 0])
    keys.set(token('p', 'publishable'), keyOf('p', { kind: 'secret' }))
    assert.deepEqual(await check(token('p', 'publishable'), 'publishable'), [undefined, 1])
    assert.deepEqual(await check(token('p', 'publishable'), 'publishable'), [undefined, 0])
  })

  it('a row that was read before a notification is not remembered after it', async t => {
    const { keyring, keys, check, notify, answerBy } = await open(t)
    const answer = Promise.withResolvers<VerifiedKey | undefined>()
    answerBy(() => answer.promise)
    const early = keyring.verify(token('a'), 'secret')
    notify(keysChannel, 'a')
    answerBy(async key => keys.get(key))
    // Whoever comes after the notification asks anew, and does not wait for the old answer.
    assert.deepEqual(await check(token('a')), [undefined, 1])
    answer.resolve(keyOf('a'))
    assert.equal((await early)?.id, 'a')
    assert.deepEqual(await check(token('a')), [undefined, 0])
  })

  it('those who ask at once share a question, and the next have one of their own', async t => {
    const { keyring, keys, asked, words } = await open(t)
    words.isLive = false
    keys.set(token('a'), keyOf('a'))
    const both = await Promise.all([1, 2].map(() => keyring.verify(token('a'), 'secret')))
    assert.deepEqual([both.map(key => key?.id), asked], [['a', 'a'], ['secret a']])
    await keyring.verify(token('a'), 'secret')
    assert.equal(asked.length, 2)
  })

  it('without notifications, and after a gap in them, every key is asked for', async t => {
    const { keys, check, words, reconnect } = await open(t)
    keys.set(token('a'), keyOf('a'))
    await check(token('a'))
    await check(token('b'))
    words.isLive = false
    assert.deepEqual(await check(token('a')), ['a', 1])
    assert.deepEqual(await check(token('b')), [undefined, 1])
    words.isLive = true
    reconnect()
    assert.deepEqual(await check(token('a')), ['a', 1])
    assert.deepEqual(await check(token('a')), ['a', 0])
    assert.deepEqual(await check(token('b')), [undefined, 1])
  })

  it('a key ends in the second that it was given', async t => {
    const { keys, check } = await open(t)
    keys.set(token('a'), keyOf('a', { expiresAt: new Date(1_000_001) }))
    await check(token('a'))
    assert.deepEqual(await check(token('a')), ['a', 0])
    t.mock.timers.setTime(1_000_001)
    assert.deepEqual(await check(token('a')), [undefined, 0])
  })
})

describe('while the database is away', () => {
  const image = token('p', 'publishable')
  const withKnown = async (t: TestContext) => {
    const opened = await open(t)
    opened.keys.set(image, keyOf('p', { kind: 'publishable' }))
    opened.keys.set(token('s'), keyOf('s'))
    await opened.check(image, 'publishable')
    await opened.check(token('s'))
    opened.words.isLive = false
    opened.answerBy(() => Promise.reject('away'))
    return opened
  }

  it('keys of images go on for five minutes from the last proof, and no other keys', async t => {
    const { check, words, passMs, reconnect } = await withKnown(t)
    passMs(299_999)
    assert.deepEqual(await check(image, 'publishable'), ['p', 1])
    await assert.rejects(check(token('s')), error => error === 'away')
    await assert.rejects(check(token('q', 'publishable'), 'publishable'), error => error === 'away')
    passMs(1)
    await assert.rejects(check(image, 'publishable'), error => error === 'away')
    // It was told until then that nothing had changed.
    words.provenMs = 1
    assert.deepEqual(await check(image, 'publishable'), ['p', 1])
    // A gap ends what was proven by the words before it.
    reconnect()
    words.provenMs = 300_000
    assert.deepEqual(await check(image, 'publishable'), ['p', 1])
    passMs(1)
    await assert.rejects(check(image, 'publishable'), error => error === 'away')
  })

  it('a fault of another kind is told', async t => {
    const { check, answerBy } = await withKnown(t)
    answerBy(() => Promise.reject('a bug'))
    await assert.rejects(check(image, 'publishable'), error => error === 'a bug')
  })

  it('who can go on waits a second for the database once, and then not at all', async t => {
    const { keyring, answerBy, keys } = await withKnown(t)
    answerBy(() => new Promise(() => {}))
    let found: string | undefined
    const first = Promise.resolve(keyring.verify(image, 'publishable')).then(key => {
      found = key?.id
    })
    t.mock.timers.tick(999)
    await new Promise(setImmediate)
    assert.equal(found, undefined)
    t.mock.timers.tick(1)
    await first
    assert.equal(found, 'p')
    const next = keyring.verify(image, 'publishable')
    assert.ok(next && 'id' in next, 'the second one is answered from memory')
    answerBy(async key => keys.get(key))
  })
})
