/**
 * `text.charCodeAt(at)`, for loops over the characters of many texts. V8 keeps texts in a dozen ways
 * (cut out of a page, put together, read from bytes), and where a loop has met more than four of
 * them it looks the method up for each character, which takes five times as long as to call it.
 */
export const codeAt = Function.prototype.call.bind(String.prototype.charCodeAt) as (
  text: string,
  at: number,
) => number
