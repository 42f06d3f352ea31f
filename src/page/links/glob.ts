/**
 * Whether a text fits a glob as a whole: `*` is anything but `/`, `**` is anything. All ways to fit
 * are followed at once and none is gone back, so no glob takes long. Bit n of a number stands for
 * “what was read so far may be the first n signs”.
 */
export const createGlob = (source: string): ((text: string) => boolean) => {
  const [, start = '', rest = ''] = /^([^*]*)(.*)$/s.exec(source) ?? []
  const signs = (rest.match(/\*+|[^*]/g) ?? []).map(sign => (sign.length > 1 ? '**' : sign))
  const bits = new Map<string, bigint>()
  for (const [at, sign] of signs.entries())
    bits.set(sign, (bits.get(sign) ?? 0n) | (1n << BigInt(at)))
  const [oneStar = 0n, twoStars = 0n] = [bits.get('*'), bits.get('**')]
  // A star may also stand for nothing; no two of them stand together.
  const passStars = (reached: bigint) => reached | ((reached & (oneStar | twoStars)) << 1n)
  const end = 1n << BigInt(signs.length)
  return text => {
    if (!text.startsWith(start)) return false
    let reached = passStars(1n)
    for (let at = start.length; at < text.length && reached !== 0n; at++) {
      const char = text.charAt(at)
      const stays = reached & (char === '/' ? twoStars : oneStar | twoStars)
      const goesOn = char === '*' ? 0n : (reached & (bits.get(char) ?? 0n)) << 1n
      reached = passStars(stays | goesOn)
    }
    return (reached & end) !== 0n
  }
}
