import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fingerprintIn } from '../../bench/train/card.ts'
import { closureOf, fingerprintOf, stripped } from '../../bench/train/fingerprint.ts'
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
      assert.equal(
        inCard,
        fingerprintOf(models[name].inputs),
        `The code that computes the inputs of ${weightsFile(name)} has changed since the training. Train again: ${trainingCommand(name)} (bench/train/README.md says where the data is from).`,
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

describe('a fingerprint', () => {
  const code = "const url = 'https://a.example' // b\nconst c = [1, 2]\n"

  it('does not see comments, white space and the comma of a longer list', () => {
    const same = `/**\n * Why.\n */\n  // And how.\nconst url = 'https://a.example' // b\nconst c = [\n  1,\n  2,\n]\n`
    assert.equal(stripped(same), stripped(code))
    assert.equal(stripped('const a = 1 // one\n'), stripped('const a = 1\n'))
  })

  it('does not see in which folder a module stands, nor the order of imports', () => {
    const here = "import { a } from './a.ts'\nimport { b } from '../b.ts'\nconst c = a(b)\n"
    const there = "import { b } from './b.ts'\nimport { a } from '../rank/a.ts'\nconst c = a(b)\n"
    assert.equal(stripped(there), stripped(here))
    assert.notEqual(stripped(there.replace('{ a }', '{ b as a }')), stripped(here))
    assert.notEqual(stripped(there.replace('/a.ts', '/d.ts')), stripped(here))
  })

  it('sees every other change, also in texts that look like comments', () => {
    for (const [from, to] of [
      ['a.example', 'b.example'],
      ['[1, 2]', '[2, 1]'],
      ['const url', 'let url'],
    ] as const)
      assert.notEqual(stripped(code.replace(from, to)), stripped(code))
  })

  it('covers what the inputs import, weights included', () => {
    const files = closureOf(models.regions.inputs)
    assert.ok(files.includes('src/page/content/features.ts'))
    assert.ok(files.includes('src/page/learned/content.generated.json'))
    assert.ok(!closureOf(models.content.inputs).some(file => file.endsWith('.json')))
  })
})
