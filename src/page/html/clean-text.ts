/**
 * Page text as a person sees it. Invisible characters carry instructions to models (tag
 * characters spell whole sentences, bidirectional controls reorder them), so they go first.
 */
export const cleanText = (text: string): string => collapseSpace(dropInvisible(text)).trim()

/** One space for any white space. Most is one space already, and is passed over. */
export const collapseSpace = (text: string): string => text.replace(unevenSpace, ' ')

const unevenSpace = /(?: (?=[\s\u0085])|[^\S ]|\u0085)[\s\u0085]*/g

/** Keeps the edges: whether white space stood there decides how neighbours are joined. */
export const dropInvisible = (text: string): string =>
  suspicious.test(text) ? withoutInvisible(text) : text

const withoutInvisible = (text: string): string =>
  text.replace(invisible, '').replace(joiners, (joiner, at: number, whole: string) => {
    // Joiners are letters' and emoji's business, but between Latin letters they only hide things.
    const before = whole.charCodeAt(at - 1)
    const after = whole.charCodeAt(at + 1)
    return before > 0x2ff && after > 0x2ff ? joiner : ''
  })

/** Line breaks and tabs are controls too, but `invisible` leaves them. */
const suspicious = /[\p{DI}\p{Cc}](?<![\t\n\f\r\u0085])/u
/**
 * Default-ignorable characters (all that render as nothing) and controls, but not white space, and
 * not what makes a colored emoji of the sign before it.
 */
const invisible =
  /(?!\u200c|\u200d|[\t\n\f\r\u0085]|(?<=\p{ExtPict})\ufe0f|\ufe0f\u20e3)(?:\p{DI}|\p{Cc})/gu
const joiners = /\u200c|\u200d/g

/** Without the tag characters, which nobody sees; those of a flag say which it is. */
export const dropTags = (text: string): string =>
  text.includes('\udb40') ? text.replace(tags, (_, flag: string | undefined) => flag ?? '') : text

const tags = /(\u{1f3f4}[\u{e0030}-\u{e007a}]{1,6}\u{e007f})|[\u{e0000}-\u{e007f}]/gu
