/** Adds to the list of a key, up to `most` entries. */
export const addTo = <Key, One>(
  map: Map<Key, One[]>,
  key: Key,
  one: One,
  most = Infinity,
): void => {
  const all = map.get(key)
  if (!all) map.set(key, [one])
  else if (all.length < most) all.push(one)
}
