const startBytes = 256

let buffer = Buffer.allocUnsafe(startBytes)
let at = 0

const fit = (bytes: number): void => {
  if (buffer.length - at >= bytes) return
  const larger = Buffer.allocUnsafe(buffer.length + (buffer.length >> 1) + bytes)
  buffer.copy(larger, 0, 0, at)
  buffer = larger
}

/** Writes one message after the other; what is left of one that failed is overwritten by the next. */
export const writer = {
  /** A message with the letter of its type; its length is filled in by `end`. */
  begin: (type: string) => {
    buffer[0] = type.charCodeAt(0)
    at = 5
    return writer
  },
  /** The message that opens a connection is the only one without a letter. */
  beginUntyped: () => {
    at = 4
    return writer
  },
  text: (value: string) => {
    const bytes = Buffer.byteLength(value)
    fit(bytes)
    at += buffer.write(value, at, bytes, 'utf8')
    return writer
  },
  /** A text that ends with a zero byte. */
  name: (value: string) => writer.text(value).zeros(1),
  /** A text that its length stands before. */
  counted: (value: string) => {
    const bytes = Buffer.byteLength(value)
    fit(4 + bytes)
    at = buffer.writeUInt32BE(bytes, at)
    at += buffer.write(value, at, bytes, 'utf8')
    return writer
  },
  int16: (value: number) => {
    fit(2)
    at = buffer.writeUInt16BE(value, at)
    return writer
  },
  int32: (value: number) => {
    fit(4)
    at = buffer.writeUInt32BE(value, at)
    return writer
  },
  zeros: (count: number) => {
    fit(count)
    buffer.fill(0, at, at + count)
    at += count
    return writer
  },
  bytes: (value: Uint8Array) => {
    fit(value.length)
    buffer.set(value, at)
    at += value.length
    return writer
  },
  end: (lengthAt: 0 | 1 = 1): Buffer => {
    buffer.writeUInt32BE(at - lengthAt, lengthAt)
    const message = buffer.subarray(0, at)
    buffer = Buffer.allocUnsafe(startBytes)
    return message
  },
}
