import { clientError } from './errors.ts'

export type Serialize = (value: unknown) => unknown
export type Parse = (text: string) => unknown

/** Only `box` has another delimiter than the comma. */
const boxArray = 1020
const delimiterOf = (type: number) => (type === boxArray ? ';' : ',')

/** A list as PostgreSQL writes it: `{"a","b",null}`. */
export const serializeArray = (
  value: unknown,
  serialize: Serialize | undefined,
  type: number,
): unknown => {
  if (!Array.isArray(value)) return value
  const element = (one: unknown): unknown => {
    if (Array.isArray(one)) return serializeArray(one, serialize, type)
    if (one === undefined) throw clientError('UNDEFINED_VALUE', 'Undefined values are not allowed')
    if (one === null) return 'null'
    return `"${escaped(String(serialize ? serialize(one) : one))}"`
  }
  return `{${value.map(element).join(delimiterOf(type))}}`
}

const escaped = (text: string): string =>
  special.test(text) ? text.replaceAll('\\', '\\\\').replaceAll('"', '\\"') : text

/** Most texts have none, and looking once costs a third of replacing nothing twice. */
const special = /["\\]/

/** The list that `{a,"b",NULL,{…}}` stands for. */
export const parseArray = (text: string, parse: Parse | undefined, type: number): unknown[] => {
  const delimiter = delimiterOf(type)
  const read = (element: string) => (parse ? parse(element) : element)
  // What stands before the first brace are bounds: `[0:1]={…}`.
  let at = text.indexOf('{')

  const list = (): unknown[] => {
    const elements: unknown[] = []
    at++
    while (at < text.length && text[at] !== '}') {
      if (text[at] === delimiter) at++
      else if (text[at] === '{') elements.push(list())
      else elements.push(text[at] === '"' ? read(quoted()) : plain())
    }
    at++
    return elements
  }
  const quoted = (): string => {
    let value = ''
    let from = ++at
    for (; at < text.length && text[at] !== '"'; at++) {
      if (text[at] !== '\\') continue
      value += text.slice(from, at)
      from = ++at
    }
    value += text.slice(from, at)
    at++
    return value
  }
  const plain = (): unknown => {
    const from = at
    while (at < text.length && text[at] !== delimiter && text[at] !== '}') at++
    const element = text.slice(from, at)
    return element === 'NULL' ? null : read(element)
  }
  return list()
}
