import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fingerprintIn } from '../../bench/train/card.ts'
import { fingerprintOf } from '../../bench/train/fingerprint.ts'
import {
  cardFile,
  isModelName,
  models,
  trainingCommand,
  weightsFile,
} from '../../bench/train/models.ts'

const names = Object.keys(models).filter(isModelName)

describe('what was learned', () => {
  it('has a trainer and a card for every file of weights', () => {
    assert.deepEqual(
      globSync('src/page/learned/*.generated.json').sort(),
      names.map(weightsFile).sort(),
    )
    assert.deepEqual(globSync('src/page/learned/*.card.md').sort(), names.map(cardFile).sort())
  })

  for (const name of names)
    it(`${name}: was trained on inputs as the code computes them now`, () => {
      const inCard = fingerprintIn(readFileSync(cardFile(name), 'utf8'))
      const { numbers } = models[name].inputs
      assert.equal(
        inCard,
        fingerprintOf(name),
        `The inputs of ${weightsFile(name)} (${numbers}) have changed since the training. Train again: ${trainingCommand(name)} (bench/train/README.md says where the data is from).`,
      )
    })

  for (const name of names)
    it(`${name}: has a card that says where it comes from and how good it is`, () => {
      const card = readFileSync(cardFile(name), 'utf8')
      for (const line of ['data', 'split', 'command', 'commit of the code', 'seeds'])
        assert.match(card, new RegExp(`^\\| ${line} \\| \\S.* \\|$`, 'm'))
      assert.match(card, /## On what was left out\n\n- .*\d/)
      assert.match(card, /## Known failures\n\n- \S/)
    })
})
