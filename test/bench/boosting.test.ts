import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { binRows, findEdges } from '../../bench/train/bins.ts'
import { type Examples, trainForest } from '../../bench/train/boosting.ts'
import { encodeForest, meanForest } from '../../bench/train/forest-file.ts'
import { createRandom } from '../../bench/train/random.ts'
import { type Forest, readForests, scoreRow } from '../../src/page/learned/forest.ts'

const options = {
  trees: 20,
  leaves: 6,
  rate: 0.3,
  featureShare: 1,
  rowShare: 0.8,
  minLeafWeight: 1,
  l2: 1,
  seed: 5,
}

/** Right where the first number is large, except that the second takes some back; the third is noise. */
const makeExamples = (): { rows: Float32Array[]; examples: Examples } => {
  const random = createRandom(9)
  const rows = Array.from({ length: 2000 }, () => Float32Array.of(random(), random(), random()))
  const labels = Float32Array.from(rows, ([a = 0, b = 0]) => (a > 0.5 && b < 0.8 ? 1 : 0))
  const data = binRows(rows, findEdges(rows, { seed: 1 }))
  return { rows, examples: { data, labels, weights: new Float32Array(2000).fill(1) } }
}

const read = (trained: ReturnType<typeof trainForest>) =>
  readForests({ columns: ['a', 'b', 'c'], forests: [encodeForest(trained)] }, [
    'a',
    'b',
    'c',
  ])[0] as Forest

describe('the training of boosted trees', () => {
  test('learns what the rows say', () => {
    const { rows, examples } = makeExamples()
    const forest = read(trainForest(examples, options))
    const wrong = rows.filter(
      (row, at) => scoreRow(forest, row) > 0 !== (examples.labels[at] === 1),
    )
    assert.ok(wrong.length < 40, `${wrong.length} of 2,000 are wrong`)
  })

  test('gives the same file from the same rows', () => {
    const file = () => JSON.stringify(encodeForest(trainForest(makeExamples().examples, options)))
    assert.equal(file(), file())
  })

  test('keeps to what a column may mean', () => {
    const { examples } = makeExamples()
    const scoreAt = (forest: Forest, b: number) => scoreRow(forest, Float32Array.of(0.9, b, 0.5))
    const free = read(trainForest(examples, options))
    assert.ok(scoreAt(free, 0.95) < scoreAt(free, 0.1))
    const bound = read(trainForest(examples, { ...options, monotone: [0, 1, 0] }))
    assert.ok(scoreAt(bound, 0.95) >= scoreAt(bound, 0.1))
  })

  test('leaves alone what it may not see, and begins from what it is given', () => {
    const { examples } = makeExamples()
    const none = trainForest({ ...examples, prior: new Float32Array(2000).fill(3) }, options)
    assert.equal(none.base, 0)
    const use = examples.labels.map(label => 1 - label)
    const negative = read(trainForest(examples, options, Uint8Array.from(use)))
    assert.ok(scoreRow(negative, Float32Array.of(0.9, 0.1, 0.5)) < -3)
  })

  test('a mean of forests answers with the mean', () => {
    const { rows, examples } = makeExamples()
    const forests = [1, 2].map(seed => trainForest(examples, { ...options, seed }))
    const both = read(meanForest(forests, 2, 0.5))
    for (const row of rows.slice(0, 50)) {
      const sum = forests.map(read).reduce((total, forest) => total + scoreRow(forest, row), 0)
      assert.ok(Math.abs(scoreRow(both, row) - (sum + 0.5)) < 0.01)
    }
  })
})
