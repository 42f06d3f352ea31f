import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type ModelName, models } from './models.ts'

/**
 * Stands for what the code tells a model of the pages in the repository, the models that it asks
 * first included. Code that is written otherwise and tells the same asks for no training.
 */
export const fingerprintOf = (name: ModelName): string => {
  const numbers = readFileSync(models[name].inputs.numbers)
  return createHash('sha256').update(numbers).digest('hex').slice(0, 16)
}

/** Writes down what the code tells the model now. */
export const renewNumbers = (name: ModelName): void => {
  const args = ['--test', '--test-update-snapshots', models[name].inputs.test]
  execFileSync(process.execPath, args, { stdio: 'ignore' })
}
