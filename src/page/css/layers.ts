/**
 * Cascade layers: the place of a layer is settled where its name first stands, what is in no layer
 * wins over all, and what stands directly in a layer over the layers inside it.
 */
export type LayerPlace = readonly number[]

export const unlayered: LayerPlace = [Number.POSITIVE_INFINITY]

export type Layers = {
  /** The place of a (dotted) name inside a layer; a layer without a name is new each time. */
  place(outer: LayerPlace, name: string): LayerPlace
}

export const createLayers = (): Layers => {
  const known = new Map<string, number>()
  const counts = new Map<string, number>()
  const indexOf = (outer: readonly number[], name: string): number => {
    const inside = outer.join('.')
    const found = name === '' ? undefined : known.get(`${inside}/${name}`)
    if (found !== undefined) return found
    const next = counts.get(inside) ?? 0
    counts.set(inside, next + 1)
    if (name !== '') known.set(`${inside}/${name}`, next)
    return next
  }
  return {
    place(outer, name) {
      let path = outer.slice(0, -1)
      for (const part of name.split('.')) path = [...path, indexOf(path, part.trim())]
      return [...path, Number.POSITIVE_INFINITY]
    },
  }
}

/** Above zero when `a` wins over `b`. */
export const compareLayers = (a: LayerPlace, b: LayerPlace): number => {
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const [left = 0, right = 0] = [a[at], b[at]]
    if (left !== right) return left > right ? 1 : -1
  }
  return 0
}
