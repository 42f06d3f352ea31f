import { execFileSync } from 'node:child_process'
import { fingerprintOf } from './fingerprint.ts'
import { type ModelName, models, trainingCommand } from './models.ts'
import type { CardText } from './trainer.ts'

/** What stands beside the weights for whoever wants to know what they are. */
export const cardOf = (name: ModelName, text: CardText, scores: string[]): string =>
  `# ${text.title}

Written by the training; changes here are lost.

| | |
|---|---|
| weights | [${name}.generated.json](${name}.generated.json) |
| data | ${text.data} |
| split | ${text.split} |
| command | \`${trainingCommand(name)}\` |
| commit of the code | ${commit()} |
| seeds | ${text.seeds} |
| fingerprint of the inputs | ${fingerprintOf(models[name].inputs)} |

## On what was left out

${scores.join('\n')}

## Known failures

${text.failures.map(failure => `- ${failure}`).join('\n')}
`

export const fingerprintIn = (card: string): string | undefined =>
  /\| fingerprint of the inputs \| (\w+) \|/.exec(card)?.[1]

const commit = (): string => {
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
