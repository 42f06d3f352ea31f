/** Fonts of pictures, not of words. */
export const isIconFont = (family: string): boolean =>
  /icon|awesome|glyph|material symbols|codicon|fontello|dashicons|swiper/i.test(family)

/** A `font-family` list as declared, quotes removed. */
export const splitStack = (stack: string): string[] =>
  stack
    .split(',')
    .map(part => part.trim().replace(/^["']|["']$/g, ''))
    .filter(part => part !== '')

/**
 * The name that people know a font by. Build tools hash it (`__Inter_a1b2c3`), add metrics-only
 * stand-ins (`Inter Fallback`) or hide it altogether; undefined where nothing readable is left.
 */
export const cleanFamily = (name: string): string | undefined => {
  if (name.length > maxLength || isStandIn(name) || isHash(name)) return undefined
  const nextFont = /^__(.+)_[0-9a-z]{5,8}$/i.exec(name)?.[1]
  const core = nextFont ?? name.replace(/[-_](?=[0-9a-f]{6,}$)(?=[a-f]*\d)[0-9a-f]+$/i, '')
  const plain = core.replaceAll('_', ' ').trim()
  return plain === '' || isHash(plain) ? undefined : plain
}

/** No font has a longer name. */
const maxLength = 200

/** Made to hold the place while the real font loads. */
const isStandIn = (name: string): boolean =>
  /[\s_-](?:fallback|placeholder)(?:[\s_:-][\w: .-]*)?$/i.test(name) || /_fallback_/i.test(name)

/** Letters and digits that no person would call a font. */
const isHash = (name: string): boolean =>
  /^(?:font|f|wf|wfont)?[-_ ]?[0-9a-f]{6,}$/i.test(name) && /\d/.test(name)

/** The first family of a stack that has a name, cleaned. */
export const firstFamily = (stack: string): string | undefined => {
  for (const name of splitStack(stack)) {
    const clean = cleanFamily(name)
    if (clean !== undefined) return clean
  }
  return undefined
}
