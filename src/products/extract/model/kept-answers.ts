import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import type { Sql } from '../../../base/db/sql.ts'
import { sha256 } from '../../../kit/ids.ts'
import type { ExtractionSpec } from '../schema/extraction-spec.ts'
import { answerStore } from './answer-store.ts'
import type { Asked } from './ask-parts.ts'
import { freeInstructions } from './instructions.ts'
import type { Plan } from './plan.ts'

/**
 * Kept are the model's answers, not our result: they are held against the page again each time,
 * and a newer grounding takes effect at once.
 */
type Kept = Pick<Asked, 'answers' | 'warnings'>

/** Everything that a model would be shown, but for the random word around the page. */
export const hashQuestions = (modelId: string, { parts }: Plan, spec: ExtractionSpec): Buffer =>
  sha256(
    JSON.stringify([modelId, freeInstructions, spec.prompt ?? null, spec.schema ?? null, parts]),
  )

export const findAnswers = async (
  sql: Sql,
  accountId: string,
  hash: Buffer,
): Promise<Kept | undefined> => {
  const stored = await answerStore.find(sql, accountId, hash)
  return stored && (JSON.parse((await decompress(stored)).toString()) as Kept)
}

export const prepareAnswers = async (
  accountId: string,
  hash: Buffer,
  { answers, warnings }: Kept,
): Promise<(sql: Sql) => Promise<void>> => {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 4 }
  const packed = await compress(JSON.stringify({ answers, warnings }), { params })
  return sql => answerStore.keep(sql, accountId, hash, packed)
}

const compress = promisify(brotliCompress)
const decompress = promisify(brotliDecompress)
