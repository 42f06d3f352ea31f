import { type Logger, pino } from 'pino'

/** JSON for machines, or lines that somebody at a terminal reads. */
export const createLog = (
  level: string,
  format: 'text' | 'json',
  out: { write(text: string): unknown } = process.stdout,
): Logger =>
  format === 'json'
    ? pino({ level }, out === process.stdout ? pino.destination(1) : out)
    : pino({ level }, { write: line => void out.write(readable(line)) })

type Line = Record<string, unknown> & { level: number; time: number; msg?: string }

/** A line of the log as people read it: when, how bad, what, and the rest as it is. */
const readable = (json: string): string => {
  const { level, time, msg = '', err, pid: _, hostname: __, ...rest } = JSON.parse(json) as Line
  const clock = new Date(time).toTimeString().slice(0, 8)
  const word = level >= 50 ? 'error: ' : level >= 40 ? 'warning: ' : ''
  const said = msg === 'request' ? requestLine(rest) : [msg, ...factsOf(rest)].join('  ')
  return `${clock}  ${word}${said}${stackOf(err)}\n`
}

/**
 * Short while all is well: the key says whose it was. The account only of what failed, the id only
 * where somebody will look for it.
 */
const requestLine = ({
  id,
  method,
  route,
  status,
  ms,
  account,
  ...rest
}: Record<string, unknown>): string => {
  const failed = Number(status) >= 400 && account !== undefined ? { ...rest, account } : rest
  const facts = Number(status) >= 500 ? { id, ...failed } : failed
  return [`${method} ${route} ${status} in ${ms} ms`, ...factsOf(facts)].join('  ')
}

const factsOf = (facts: Record<string, unknown>): string[] =>
  Object.entries(facts).map(
    ([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`,
  )

const stackOf = (error: unknown): string => {
  const { stack, message } = Object(error) as { stack?: string; message?: string }
  const text = stack ?? message
  return text ? `\n${text.replace(/^/gm, '          ')}` : ''
}

/** For those who only say a sentence. */
export const plainLog = (log: Logger) => ({
  info: (message: string) => log.info(message),
  warn: (message: string) => log.warn(message),
})
