import { sha256 } from '../../kit/ids.ts'
import type { ModelComplaint } from './endpoint-faults.ts'
import type { JsonSchema } from './model.ts'
import type { Way } from './providers.ts'

/** How one question is put. */
export type Manner = {
  way: Way
  schema: JsonSchema | undefined
  temperature: boolean
  limit: boolean
}

/** What an endpoint takes, found out from its answers. */
type Learned = {
  /** The best manner that may work. */
  manner(schema: JsonSchema | undefined): Manner
  /** Another one after a refusal, or undefined when all were tried. */
  instead(manner: Manner, complaint: ModelComplaint): Manner | undefined
  /** That the endpoint answered: only now is it known what it had refused. */
  keep(manner: Manner): void
}

/** Of forms that were refused; far more than are in use at a time. */
const maxKept = 1_000
/** So many different forms refused and none ever taken: it is not the form. */
const enoughRefusals = 3

export const createLearned = (ways: readonly Way[]): Learned => {
  const kept = new Map<string, Way>()
  let usual = 0
  let takesForms = false
  let temperature = true
  let limit = true

  const at = (schema: JsonSchema | undefined, from: number) =>
    ways.find((way, index) => index >= from && canSay(way, schema))

  return {
    manner(schema) {
      const known = schema && kept.get(keyOf(schema))
      const way = known ?? at(schema, usual) ?? (ways.at(-1) as Way)
      return { way, schema, temperature, limit }
    },

    instead(manner, complaint) {
      if (complaint === 'temperature' && manner.temperature)
        return { ...manner, temperature: false }
      if (complaint === 'limit') return manner.limit ? { ...manner, limit: false } : undefined
      const way = at(manner.schema, ways.indexOf(manner.way) + 1)
      return way && { ...manner, way }
    },

    keep({ way, schema, ...rest }) {
      temperature = rest.temperature
      limit = rest.limit
      if (!schema) return
      if (way === at(schema, 0)) takesForms = true
      else if (kept.size < maxKept) kept.set(keyOf(schema), way)
      if (!takesForms && kept.size >= enoughRefusals) usual = ways.indexOf(way)
    },
  }
}

const canSay = ({ format, dialect }: Way, schema: JsonSchema | undefined): boolean =>
  schema ? !dialect || dialect(schema) !== undefined : format !== 'schema'

const keyOf = (schema: JsonSchema) => sha256(JSON.stringify(schema)).toString('base64')
