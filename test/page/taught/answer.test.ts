import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { answerField } from '../../../src/page/taught/answer.ts'
import type { PageIndex } from '../../../src/page/taught/index-page.ts'
import type { FieldKind, Rule, TaughtField } from '../../../src/page/taught/reader.ts'
import { vote, weightOf } from '../../../src/page/taught/votes.ts'

const text: FieldKind = {
  ...{ isAddress: false, keyOf: String, find: () => undefined },
  read: value => ({ value, key: value.toLowerCase() }),
}
/** What stands at each view; an empty text says that there is nothing. */
type Places = Record<string, string | string[]>
const pageOf = (places: Places) =>
  ({
    url: 'https://a.example/',
    atomsAt: (view: string) =>
      [places[view] ?? []].flat().map(text => ({ kind: text === '' ? 'empty' : 'text', text })),
  }) as unknown as PageIndex
const rule = (view: string, p = 0.9, more: Partial<Rule> = {}): Rule => ({
  ...{ view, pick: 'first', p, ...more },
})
const near = (actual: number | undefined, expected: number) =>
  assert.ok(Math.abs((actual ?? 0) - expected) < 1e-9, `${actual} is not ${expected}`)
const odds = (p: number) => Math.log(p / (1 - p))

describe('the weight of a rule', () => {
  it('is the odds that it is right, and what is known of such rules', () => {
    near(weightOf(rule('P2')), odds(0.9))
    near(weightOf(rule('P2', 0.5)), 0)
    near(weightOf(rule('P2', 0.9, { pick: 'only' })), odds(0.9) + 0.2)
    near(weightOf(rule('P2', 0.9, { pick: 'last' })), odds(0.9))
    near(weightOf(rule('L3|x')), odds(0.9) + 0.4)
    near(weightOf(rule('M1')), odds(0.9) + 0.5)
    near(weightOf(rule('P1')), odds(0.9) - 0.6)
    near(weightOf(rule('P2|e1')), odds(0.9) - 0.2)
    near(weightOf(rule('P2|x|@href')), odds(0.9) - 0.1)
    near(weightOf(rule('P2', 0.9, { cut: ['a', 'b'] })), odds(0.9) - 0.2)
    near(weightOf(rule('P2', 0.9, { cut: ['a'.repeat(13), 'b'.repeat(12)] })), odds(0.9) - 0.2)
    near(weightOf(rule('P2', 0.9, { cut: ['a'.repeat(13), 'b'.repeat(13)] })), odds(0.9) - 0.5)
    near(weightOf(rule('P2', 0.9, { cut: ['a', '2'] })), odds(0.9) - 0.7)
  })
})

describe('the votes of rules', () => {
  const votes = (places: Places, rules: Rule[], shape = {}) =>
    vote(pageOf(places), text, rules, shape).map(({ said, score, by }) => [
      said.quote,
      Math.round(score * 100) / 100,
      by.join(),
    ])
  it('are one of each family, that of its best rule which says anything', () => {
    const places = { P2: 'a', P3: 'b', C2: 'b', L2: 'b' }
    assert.deepEqual(votes(places, [rule('P2', 0.8), rule('P3', 0.7), rule('C2', 0.7)]), [
      ['a', 1.39, 'path'],
      ['b', 0.85, 'class'],
    ])
    assert.deepEqual(
      votes(places, [rule('P9', 0.95), rule('P3', 0.7), rule('C2', 0.7), rule('L2', 0.7)]),
      [['b', 2.54, 'path,class,label']],
    )
    assert.deepEqual(votes(places, [rule('P3', 0.7), rule('P2', 0.8)]), [['a', 1.39, 'path']])
    // No better than chance is no vote.
    assert.deepEqual(votes(places, [rule('P2', 0.5)]), [])
  })

  it('show the words of the strongest, and a value of another shape comes after', () => {
    assert.deepEqual(votes({ P2: 'Lamp', C2: 'LAMP' }, [rule('P2', 0.7), rule('C2', 0.8)]), [
      ['LAMP', 2.23, 'class,path'],
    ])
    const places = { P2: 'lamp', C2: '5' }
    const rules = [rule('P2', 0.8), rule('C2', 0.7)]
    assert.equal(votes(places, rules)[0]?.[0], 'lamp')
    assert.equal(votes(places, rules, { digit: true })[0]?.[0], '5')
    // Nothing has no shape.
    assert.equal(votes({ P2: '', C2: '5' }, rules, { digit: true })[0]?.[0], '')
  })

  it('take the first, the last, or the only one of what stands there', () => {
    const pick = (pick: Rule['pick'], ...texts: string[]) =>
      votes({ P2: texts }, [rule('P2', 0.9, { pick })])[0]?.[0]
    assert.deepEqual(
      [pick('first', 'a', 'b'), pick('last', 'a', 'b'), pick('only', 'a', 'b')],
      ['a', 'b', undefined],
    )
    assert.equal(pick('only', 'a', 'A'), 'a')
  })
})

describe('the answer of a taught field', () => {
  const full = odds(0.9)
  const field = (some: Partial<TaughtField> = {}): TaughtField => ({
    ...{ rules: [rule('P2'), rule('C2')], expect: 2 * full, seen: 1, shape: {} },
    ...some,
  })
  const answer = (places: Places, some: Partial<TaughtField> = {}, common = '') =>
    answerField(pageOf(places), text, field(some), said => said === common)
  const shown = (...asked: Parameters<typeof answer>) => {
    const { value, flags } = answer(...asked)
    return [value, ...flags]
  }

  it('is sure where its rules agree, weak where few say it, and open where they do not', () => {
    const both = answer({ P2: 'a', C2: 'a' })
    assert.deepEqual([both.value, both.flags, both.by], ['a', [], ['path', 'class']])
    near(both.confidence, 1)
    near(answer({ P2: 'a', C2: 'a' }, { expect: 4 * full }).confidence, 0.5)
    assert.deepEqual(shown({ P2: 'a', C2: 'b' }), ['a', 'weak', 'disagree'])
    assert.deepEqual(shown({ P2: 'a' }), ['a', 'weak'])
    assert.deepEqual(shown({}), [undefined, 'missing'])
    assert.deepEqual(shown({}, { seen: 0.9 }), [undefined])
    assert.deepEqual(shown({ P2: '', C2: 'a' }), [undefined, 'missing'])
  })

  it('is none where hardly any rule sees it', () => {
    assert.deepEqual(shown({ P2: 'a' }, { expect: 4 * full }), ['a', 'weak'])
    assert.deepEqual(shown({ P2: 'a' }, { expect: 4.1 * full }), [undefined, 'missing'])
    // What some pages do not have needs more.
    assert.deepEqual(shown({ P2: 'a' }, { expect: 3 * full, seen: 0.9 }), ['a', 'weak'])
    assert.deepEqual(shown({ P2: 'a' }, { expect: 3.1 * full, seen: 0.9 }), [undefined])
  })

  it('is weak by one witness alone, where another can be relied on', () => {
    const alone = (...rules: Rule[]) => shown({ P2: 'a', L2: 'a', H2: 'a' }, { rules, expect: 0.5 })
    assert.deepEqual(alone(rule('P2')), ['a'])
    assert.deepEqual(alone(rule('P2'), rule('M2', 0.6)), ['a', 'weak'])
    assert.deepEqual(alone(rule('P2'), rule('M2', 0.59)), ['a'])
    // Labels and headings go by the same texts.
    assert.deepEqual(alone(rule('L2'), rule('H2')), ['a'])
    assert.deepEqual(alone(rule('L2'), rule('H2'), rule('M2')), ['a', 'weak'])
    assert.deepEqual(alone(rule('L2'), rule('P2'), rule('M2')), ['a'])
  })

  it('is flagged where its shape is odd, and none where it is weak besides', () => {
    assert.deepEqual(shown({ P2: 'a', C2: 'a' }, { shape: { digit: true } }), ['a', 'shape'])
    assert.deepEqual(shown({ P2: 'a' }, { shape: { digit: true } }), [undefined, 'missing'])
    assert.deepEqual(shown({ P2: '5' }, { shape: { digit: true } }), ['5', 'weak'])
    // A text of every page is a label that moved up, unless the field's values may be such.
    assert.deepEqual(shown({ P2: 'a' }, {}, 'a'), [undefined, 'missing'])
    assert.deepEqual(shown({ P2: 'a' }, { isCommon: true }, 'a'), ['a', 'weak'])
    assert.deepEqual(shown({ P2: 'a', C2: 'a' }, {}, 'a'), ['a'])
  })

  it('is believed of those rules that told apart where there was none', () => {
    const rules = [rule('P2'), rule('C2'), rule('M2', 0.9, { isTelling: true })]
    assert.deepEqual(shown({ P2: 'a', C2: 'a', M2: 'a' }, { rules }), ['a'])
    assert.deepEqual(shown({ P2: 'a', C2: 'a' }, { rules }), [undefined, 'missing'])
    assert.deepEqual(shown({ P2: 'a', C2: 'a', M2: 'b' }, { rules }), [undefined, 'missing'])
  })

  it('is looked for elsewhere where the usual places do not surely have it', () => {
    const elsewhere = field({ rules: [rule('L2'), rule('M2')] })
    const found = (places: Places) => shown(places, { elsewhere })
    assert.deepEqual(found({ P2: 'a', C2: 'a', L2: 'b', M2: 'b' }), ['a'])
    assert.deepEqual(found({ L2: 'b', M2: 'b' }), ['b', 'weak'])
    assert.deepEqual(found({ P2: 'a', L2: 'b', M2: 'b' }), ['b', 'weak'])
    assert.deepEqual(found({ P2: 'a', L2: 'b' }), ['a', 'weak'])
    assert.deepEqual(found({ L2: 'b' }), ['b', 'weak'])
    assert.deepEqual(found({}), [undefined, 'missing'])
  })
})
