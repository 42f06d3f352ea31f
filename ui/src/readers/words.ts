import type { AnswerOf } from '../api/ask.ts'
import { plural } from '../parts/words.ts'

export type Reader = AnswerOf<'GET /v1/readers/:id'>

export const statusTones: Record<Reader['status'], 'good' | 'warn' | 'bad' | 'soft'> = {
  ...{ learning: 'soft', proving: 'soft', ready: 'good', weak: 'warn', unproven: 'warn' },
  ...{ drifting: 'bad', repairing: 'warn', broken: 'bad' },
}

export const statusWords: Record<Reader['status'], string> = {
  learning: 'It is learning from the model’s answers.',
  proving: 'It reads along while the model answers.',
  ready: 'It answers without a model.',
  weak: 'A field is known in one way only, or rules disagree: another example helps.',
  unproven: 'It was imported and has read fewer than 20 pages.',
  drifting: 'Many more answers than before are flagged: the site seems to have changed.',
  repairing: 'A new version is being made.',
  broken: 'The repair failed. Every page goes to the fallback until you add an example.',
}

export const causes = {
  ...{ examples: 'examples', import: 'a file', model: 'the model', repair: 'a repair' },
}

export const sayValue = (value: unknown): string => {
  if (value === undefined || value === null) return '–'
  if (Array.isArray(value)) return plural(value.length, 'entry', 'entries')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

export const percent = (share: number | undefined): string =>
  share === undefined ? '–' : `${Math.round(share * 1000) / 10} %`

export const valueAt = (data: unknown, pointer: string): unknown => {
  let value = data
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~')
    value = Object.hasOwn(Object(value), name) ? Object(value)[name] : undefined
  }
  return value
}

/** The end of an address, which tells pages of one site apart. */
export const pathOf = (url: string): string => {
  const { pathname, search } = URL.parse(url) ?? { pathname: url, search: '' }
  return pathname + search
}
