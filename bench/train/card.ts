import { execFileSync } from 'node:child_process'
import { fingerprintOf } from './fingerprint.ts'
import { type ModelName, trainingCommand } from './models.ts'
import type { CardText } from './trainer.ts'

/**
 * What stands beside the weights for whoever wants to know what they are. `madeAt` is the commit of
 * their training, which may be older than the one they were measured at.
 */
export const cardOf = (name: ModelName, text: CardText, scores: string[], madeAt: string): string =>
  `# ${text.title}

Written by the training; changes here are lost.

| | |
|---|---|
| weights | [${name}.generated.json](${name}.generated.json) |
| data | ${text.data} |
| split | ${text.split} |
| command | \`${trainingCommand(name)}\` |
| commit of the code | weights ${madeAt}; measured ${commit()} |
| seeds | ${text.seeds} |
| fingerprint of the inputs | ${fingerprintOf(name)} |

## On what was left out

${scores.join('\n')}

## Known failures

${text.failures.map(failure => `- ${failure}`).join('\n')}
`

export const fingerprintIn = (card: string): string | undefined =>
  /\| fingerprint of the inputs \| (\w+) \|/.exec(card)?.[1]

/** The commit of the training that made the weights. */
export const madeIn = (card: string): string => {
  const made = /\| commit of the code \| (?:weights )?([^;|]+?)(?:;| \|)/.exec(card)?.[1]
  if (made === undefined) throw new Error('The card does not say where its weights are from.')
  return made
}

export const commit = (): string => {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
  const changed = git(
    'status',
    '--porcelain',
    '--',
    'src',
    'bench',
    ':!src/page/learned/*.generated.json',
    ':!src/page/learned/*.card.md',
  )
  return `${git('rev-parse', '--short', 'HEAD')}${changed === '' ? '' : ', with changes on top'}`
}
