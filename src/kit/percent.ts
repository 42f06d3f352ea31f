/**
 * Percent-decoding as the URL Standard has it: bytes of any encoding come out, and a `%` that stands
 * for nothing stays as it is. `decodeURIComponent` throws at both.
 */
export const percentDecode = (text: string): Buffer => {
  const bytes = Buffer.from(text)
  let end = 0
  for (let at = 0; at < bytes.length; at++) {
    const escaped =
      bytes[at] === percent ? hexByte(bytes.toString('latin1', at + 1, at + 3)) : undefined
    bytes[end++] = escaped ?? bytes[at] ?? 0
    if (escaped !== undefined) at += 2
  }
  return bytes.subarray(0, end)
}

const percent = 0x25

const hexByte = (digits: string): number | undefined =>
  /^[\da-f]{2}$/i.test(digits) ? Number.parseInt(digits, 16) : undefined
