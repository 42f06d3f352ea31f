import { isObject } from './is-object.ts'
/**
 * Checks for the files of data (`*.json`) that ship with the code. Each reader says once what its
 * file has to hold, so that a slip of the pen is an error at load that names its place, and not a
 * rule that silently never applies.
 */
export type Shape<Value> = (value: unknown, at: string) => Value

const wrong = (at: string, expected: string): never => {
  throw new Error(`${at} is not ${expected}.`)
}

export const text: Shape<string> = (value, at) =>
  typeof value === 'string' ? value : wrong(at, 'a text')

export const number: Shape<number> = (value, at) =>
  typeof value === 'number' ? value : wrong(at, 'a number')

export const oneOf =
  <Name extends string>(...names: Name[]): Shape<Name> =>
  (value, at) =>
    names.find(name => name === value) ?? wrong(at, `one of ${names.join(', ')}`)

export const listOf =
  <Item>(item: Shape<Item>): Shape<readonly Item[]> =>
  (value, at) =>
    Array.isArray(value)
      ? value.map((one, index) => item(one, `${at}[${index}]`))
      : wrong(at, 'a list')

/** Without a prototype: a page's own word, such as `constructor`, is not in it by accident. */
export const tableOf =
  <Item>(item: Shape<Item>): Shape<Readonly<Record<string, Item>>> =>
  (value, at) => {
    const read: Record<string, Item> = Object.create(null)
    for (const [name, one] of entriesOf(value, at)) read[name] = item(one, `${at}.${name}`)
    return read
  }

/** An object with these members and no others. */
export const objectOf =
  <Members extends object>(
    shapes: { [Name in keyof Members]: Shape<Members[Name]> },
  ): Shape<Members> =>
  (value, at) => {
    const given = new Map(entriesOf(value, at))
    for (const name of given.keys())
      if (!Object.hasOwn(shapes, name)) wrong(`${at}.${name}`, 'a known member')
    const read = Object.entries<Shape<unknown>>(shapes).map(([name, shape]) => [
      name,
      shape(given.get(name), `${at}.${name}`),
    ])
    return Object.fromEntries(read) as Members
  }

/** For a member that most objects leave out. */
export const orElse =
  <Value>(shape: Shape<Value>, absent: Value): Shape<Value> =>
  (value, at) =>
    value === undefined ? absent : shape(value, at)

const entriesOf = (value: unknown, at: string): [string, unknown][] =>
  isObject(value) ? Object.entries(value) : wrong(at, 'an object')
