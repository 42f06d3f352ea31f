import { randomUUID } from 'node:crypto'
import { attempt } from '../../kit/attempt.ts'
import { invalidRequest } from '../../kit/errors.ts'
import { canBeKept } from './input.ts'
import { readJson } from './json-body.ts'

/** A part of a form: a file where it has a file name, else a field. */
export type FormPart = {
  name: string
  fileName: string | undefined
  contentType: string
  bytes: Buffer
}

/** More than any form of ours has. */
const maxParts = 10
const maxHeadBytes = 8 * 1024
/** As much as a body of JSON may have. */
const maxJsonBytes = 1024 * 1024

/**
 * The parts of multipart/form-data (RFC 7578), as views of the body. A form is refused at the first
 * part too many: one of 10 MB may have 140,000. Boundaries are found by the native search, so that
 * what a file holds does not matter. (busboy and its fork go on through all parts, and the fork
 * misses the end of a form whose boundary is all dashes.)
 */
export const readForm = (body: Buffer, contentType: string): FormPart[] => {
  const delimiter = Buffer.from(`\r\n--${boundaryIn(contentType)}`)
  const parts: FormPart[] = []
  // The first delimiter may begin the body, where no line ends before it.
  const isFirst = body.subarray(0, delimiter.length - 2).equals(delimiter.subarray(2))
  let at = isFirst ? delimiter.length - 2 : pastNext(body, delimiter, 0)
  while (!startsAt(body, at, '--')) {
    if (parts.length === maxParts) throw unusable(`it has more than ${maxParts} parts`)
    const head = pastNext(body, lineEnd, at)
    const content = pastNext(body.subarray(0, head + maxHeadBytes), headEnd, head)
    at = pastNext(body, delimiter, content - lineEnd.length)
    const bytes = body.subarray(content, Math.max(content, at - delimiter.length))
    parts.push({ ...readHead(body.toString('utf8', head, content)), bytes })
  }
  return parts
}

/** A field of a form that holds JSON; some clients send it as a file. */
export const readJsonPart = ({ name, bytes }: FormPart): unknown => {
  if (bytes.length > maxJsonBytes) throw unusable(`its "${name}" is larger than 1 MB`)
  return readJson(bytes.toString(), `"${name}"`)
}

/** A form with these parts, for one of our own routes. */
export const writeForm = (
  parts: readonly FormPart[],
): { contentType: string; body: Buffer<ArrayBuffer> } => {
  const boundary = randomUUID()
  const pieces = parts.flatMap(({ name, fileName, contentType, bytes }) => {
    const file = fileName === undefined ? '' : `; filename="${quotable(fileName)}"`
    const type = contentType ? `Content-Type: ${contentType}\r\n` : ''
    const head = `Content-Disposition: form-data; name="${quotable(name)}"${file}\r\n${type}`
    return [Buffer.from(`--${boundary}\r\n${head}\r\n`), bytes, lineEnd]
  })
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
  }
}

const lineEnd = Buffer.from('\r\n')
const headEnd = Buffer.from('\r\n\r\n')

const unusable = (why: string) => invalidRequest(`The multipart body cannot be read: ${why}.`)

const boundaryIn = (contentType: string): string => {
  const [, quoted, bare] =
    /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? []
  const boundary = quoted ?? bare
  if (boundary === undefined) throw unusable('its content type names no boundary')
  return boundary
}

/** Behind the next place where something stands. */
const pastNext = (body: Buffer, wanted: Buffer, from: number): number => {
  const at = body.indexOf(wanted, from)
  if (at < 0) throw unusable('it ends within a part, or a part has too long a head')
  return at + wanted.length
}

const startsAt = (body: Buffer, at: number, text: string): boolean =>
  body.toString('latin1', at, at + text.length) === text

const readHead = (head: string): Omit<FormPart, 'bytes'> => {
  const lines = head.split('\r\n')
  const valueIn = (header: string) =>
    lines.find(line => line.toLowerCase().startsWith(`${header}:`))?.slice(header.length + 1)
  const disposition = valueIn('content-disposition') ?? ''
  const name = paramIn(disposition, 'name')
  if (name === undefined) throw unusable('a part has no name')
  const fileName = extendedIn(disposition) ?? paramIn(disposition, 'filename')
  const contentType = (valueIn('content-type') ?? '').trim()
  if (![name, fileName ?? '', contentType].every(canBeKept))
    throw unusable('a name has a character that cannot be stored')
  return { name, fileName, contentType }
}

const params = {
  name: /;\s*name=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/i,
  filename: /;\s*filename=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/i,
}

/** Browsers write a quote as %22; older programs as \". */
const paramIn = (disposition: string, name: keyof typeof params): string | undefined => {
  const [, quoted, bare] = params[name].exec(disposition) ?? []
  return (quoted ?? bare)
    ?.replaceAll('\\"', '"')
    .replace(/%(?:22|0d|0a)/gi, escaped => decodeURIComponent(escaped))
}

/** RFC 5987, for names that are not ASCII. */
const extendedIn = (disposition: string): string | undefined => {
  const [, encoded] = /; {0,9}filename\*=utf-8'[^']{0,50}'([^\s;]+)/i.exec(disposition) ?? []
  return encoded && attempt(() => decodeURIComponent(encoded))
}

const quotable = (text: string): string =>
  text.replace(/["\r\n]/g, char => encodeURIComponent(char))
