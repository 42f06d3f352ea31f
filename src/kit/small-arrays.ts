/**
 * New typed arrays, all zeros. V8 asks the system for memory for every array of more than 64 bytes,
 * which takes ten times as long as a view of memory that is there (1 µs, 0.1 µs), and reading one
 * small page takes a hundred of them. So small ones lie side by side in a piece of memory that is
 * never used again, and goes when the last of them does.
 *
 * Not for what is sent to another thread: the whole piece would be copied along.
 */
export const float64s = (length: number): Float64Array<ArrayBuffer> => {
  const start = placeFor(8 * length)
  return start < 0 ? new Float64Array(length) : new Float64Array(piece, start, length)
}

export const float32s = (length: number): Float32Array<ArrayBuffer> => {
  const start = placeFor(4 * length)
  return start < 0 ? new Float32Array(length) : new Float32Array(piece, start, length)
}

export const int32s = (length: number): Int32Array<ArrayBuffer> => {
  const start = placeFor(4 * length)
  return start < 0 ? new Int32Array(length) : new Int32Array(piece, start, length)
}

export const int16s = (length: number): Int16Array<ArrayBuffer> => {
  const start = placeFor(2 * length)
  return start < 0 ? new Int16Array(length) : new Int16Array(piece, start, length)
}

export const uint8s = (length: number): Uint8Array<ArrayBuffer> => {
  const start = placeFor(length)
  return start < 0 ? new Uint8Array(length) : new Uint8Array(piece, start, length)
}

const pieceBytes = 128 * 1_024
/** What is larger than this has memory of its own: an eighth of a piece, at most, is lost at its end. */
const maxSmallBytes = pieceBytes / 8

let piece = new ArrayBuffer(0)
let next = 0

/** Where in the piece; below zero for what is not small. */
const placeFor = (bytes: number): number => {
  if (bytes > maxSmallBytes) return -1
  const start = next
  // Every kind of number can begin at a multiple of eight.
  const end = start + ((bytes + 7) & ~7)
  if (end <= piece.byteLength) {
    next = end
    return start
  }
  piece = new ArrayBuffer(pieceBytes)
  next = end - start
  return 0
}
