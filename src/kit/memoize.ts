/** What a function answers of a key, worked out once. */
export const memoize = <Key, Value>(find: (key: Key) => Value) =>
  recalling(new Map<Key, Value>(), find)

/** Remembers a result for as long as the object lives. */
export const memoizeObjects = <Key extends WeakKey, Value>(find: (key: Key) => Value) =>
  recalling(new WeakMap<Key, Value>(), find)

/** Of texts, which never end: beyond `most` of them all are forgotten, and long ones are not kept. */
export const memoizeTexts = <Value>(
  { most, maxChars = Infinity }: { most: number; maxChars?: number },
  find: (text: string) => Value,
) => {
  const known = new Map<string, Value>()
  const recall = recalling(known, (text: string) => {
    if (known.size >= most) known.clear()
    return find(text)
  })
  return (text: string): Value => (text.length > maxChars ? find(text) : recall(text))
}

type Known<Key, Value> = {
  get(key: Key): Value | undefined
  has(key: Key): boolean
  set(key: Key, value: Value): unknown
}

const recalling =
  <Key, Value>(known: Known<Key, Value>, find: (key: Key) => Value) =>
  (key: Key): Value => {
    const value = known.get(key)
    if (value !== undefined || known.has(key)) return value as Value
    const found = find(key)
    known.set(key, found)
    return found
  }
