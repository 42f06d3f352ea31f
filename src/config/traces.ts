import { decodeSafely } from '../kit/decode-safely.ts'
import type { Reader } from './reader.ts'
import { settings } from './settings.ts'

/** A receiver of OpenTelemetry. */
export type TracesConfig = {
  url: string
  headers: Readonly<Record<string, string>>
  service: string
  /** Of the traces that begin here, from 0 to 1. */
  share: number
}

/** The names are OpenTelemetry's own. */
export const readTraces = (read: Reader, problems: string[]): TracesConfig | undefined => {
  const endpoint = read.place('OTEL_EXPORTER_OTLP_ENDPOINT')
  const isShare = (value: string) => /^\d+(\.\d+)?$/.test(value) && Number(value) <= 1
  const share = Number(read.text('OTEL_TRACES_SAMPLER_ARG', isShare, 'a number from 0 to 1'))
  const headers: Record<string, string> = {}
  for (const pair of (read.optional('OTEL_EXPORTER_OTLP_HEADERS') ?? '').split(',')) {
    const [name = '', ...value] = pair.split('=')
    if (/^[\w-]+$/.test(name.trim()) && value.length > 0)
      headers[name.trim()] = decodeSafely(value.join('=').trim())
    else if (pair.trim() !== '')
      problems.push('OTEL_EXPORTER_OTLP_HEADERS is not name=value, comma separated.')
  }
  const service = read.optional('OTEL_SERVICE_NAME') ?? settings.OTEL_SERVICE_NAME.default
  return endpoint === undefined
    ? undefined
    : { url: `${endpoint.replace(/\/$/, '')}/v1/traces`, headers, service, share }
}
