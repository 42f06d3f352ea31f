import { type AppError, invalidRequest } from '../../kit/errors.ts'
import { canBeKept } from './input.ts'
import { jsonFault } from './json-fault.ts'

/** Deeper than any schema that people write, and far from where recursive code overflows the stack. */
const maxDepth = 200
/** 10,000 URLs with all their options; the largest body could have millions and hold up everybody. */
const maxValues = 500_000
/** Naming the place of a mistake costs a hundred times what the parser itself does. */
const maxExplainedLength = 64 * 1024

/** Files that Windows wrote as UTF-8 begin with it. */
const byteOrderMark = '\uFEFF'

type Fault = (sentence: string) => AppError

/**
 * The JSON that a caller sent, as a value that JavaScript and PostgreSQL can hold. `subject` is what
 * the caller calls it, as the beginning of a sentence.
 */
export const readJson = (given: string, subject: string): unknown => {
  const text = given.startsWith(byteOrderMark) ? given.slice(1) : given
  const fault: Fault = sentence => invalidRequest(`${subject} ${sentence}`)
  checkSize(text, fault)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw fault(text.length <= maxExplainedLength ? jsonFault(text) : 'is not JSON.')
  }
  // Without an escape there is no such character, and such a field has its name in the text.
  if (/\\u|__proto__|constructor/.test(text)) checkValue(value, fault)
  return value
}

const checkSize = (text: string, fault: Fault): void => {
  let depth = 0
  let values = 0
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 0x22: // "
        at = endOfString(text, at)
        break
      case 0x5b: // [
      case 0x7b: // {
        if (++depth > maxDepth) throw fault(`is nested deeper than ${maxDepth} levels.`)
        values++
        break
      case 0x5d: // ]
      case 0x7d: // }
        depth--
        break
      case 0x2c: // ,
        values++
    }
    if (values > maxValues) throw fault(`has more than ${maxValues} values.`)
  }
}

/** The closing quote; the end of the text where there is none. */
const endOfString = (text: string, start: number): number => {
  for (let at = start + 1; ; ) {
    const end = text.indexOf('"', at)
    if (end < 0) return text.length
    let first = end
    while (text.charCodeAt(first - 1) === 0x5c) first--
    if ((end - first) % 2 === 0) return end
    at = end + 1
  }
}

type Place = { value: unknown; name: string; within: Place | undefined }

const checkValue = (root: unknown, fault: Fault): void => {
  const open: Place[] = [{ value: root, name: '', within: undefined }]
  for (let place = open.pop(); place; place = open.pop()) {
    const { value } = place
    if (typeof value === 'string' && !canBeKept(value))
      throw fault(
        `has a character in ${nameOf(place)} that cannot be stored: NUL, or half of a surrogate pair.`,
      )
    if (typeof value !== 'object' || value === null) continue
    for (const [name, part] of Object.entries(value)) {
      if (!canBeKept(name))
        throw fault('has a field whose name has a character that cannot be stored.')
      if (isOfPrototype(name, part)) throw fault(`may have no field "${name}".`)
      open.push({ value: part, name, within: place })
    }
  }
}

/** What code that merges objects could take for the prototype of all of them. */
const isOfPrototype = (name: string, value: unknown): boolean =>
  name === '__proto__' ||
  (name === 'constructor' &&
    typeof value === 'object' &&
    value !== null &&
    Object.hasOwn(value, 'prototype'))

const nameOf = (place: Place): string => {
  const names: string[] = []
  for (let at: Place | undefined = place; at?.within; at = at.within) names.unshift(at.name)
  return names.length === 0 ? 'its text' : `"${names.join('.').slice(0, 100)}"`
}
