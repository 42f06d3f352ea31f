/**
 * JSON that `jsonb` takes. Texts of pages may hold what it refuses: NUL, which is left out, and half
 * of a surrogate pair (an emoji that somebody cut in two), which becomes the replacement character.
 */
export const storableJson = (value: unknown): string => {
  const json = JSON.stringify(value)
  if (!unstorable.test(json)) return json
  return json.replace(anyEscape, (whole, code: string | undefined) => {
    if (code === undefined) return whole
    return code === '0000' ? '' : '\ufffd'
  })
}

/** `JSON.stringify` writes these as escapes, and whole pairs as they are. */
const unstorable = /\\u(?:0000|d[89a-f])/
/** Every escape, so that the second of two backslashes begins none. */
const anyEscape = /\\(?:u(0000|d[89a-f][0-9a-f]{2})|.)/g
