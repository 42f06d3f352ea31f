/**
 * Whether what a page says of a picture is a name that readers see on it ("Toyota", "Sky Blue"), and
 * not a description of what it shows ("A red barn").
 */
export const isPictureName = (text: string): boolean =>
  text.length <= maxChars &&
  /\p{L}{2}/u.test(text) &&
  !/\.\w{3,4}$/.test(text) &&
  (!/\s/.test(text) || !/(?<![\p{L}\p{N}'’])\p{Ll}/u.test(text))

const maxChars = 40
