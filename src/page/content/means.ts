import { float64s, int32s } from '../../kit/small-arrays.ts'

/** For each value, the weighed mean of all that have the same key. */
export const meansBy = (
  keys: ArrayLike<number>,
  values: Float64Array,
  weights: Float64Array,
): Float64Array => {
  const { length } = values
  const places = new Map<number, number>()
  const placeOf = int32s(length)
  const sums = float64s(length)
  const sumsOfWeights = float64s(length)
  for (let at = 0; at < length; at++) {
    const key = keys[at] as number
    let place = places.get(key)
    if (place === undefined) {
      place = places.size
      places.set(key, place)
    }
    const weight = weights[at] as number
    placeOf[at] = place
    sums[place] = (sums[place] as number) + (values[at] as number) * weight
    sumsOfWeights[place] = (sumsOfWeights[place] as number) + weight
  }
  const means = float64s(length)
  for (let at = 0; at < length; at++) {
    const place = placeOf[at] as number
    means[at] = (sums[place] as number) / (sumsOfWeights[place] as number)
  }
  return means
}
