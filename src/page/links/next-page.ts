/**
 * Whether two addresses differ in exactly one number: `/list?page=1` and `/list?page=2`. Such a link
 * is the next page of a list, which lies no deeper in a site than its first.
 */
export const differInOneNumber = (one: string, other: string): boolean => {
  const shorter = Math.min(one.length, other.length)
  let start = 0
  while (start < shorter && one[start] === other[start]) start++
  let end = 0
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end++
  // What is equal may reach into the number: 10 and 20, 11 and 12.
  while (start > 0 && isDigit(one[start - 1])) start--
  while (end > 0 && isDigit(one.at(-end))) end--
  const numbers = [one.slice(start, one.length - end), other.slice(start, other.length - end)]
  return one !== other && numbers.every(number => /^\d{1,15}$/.test(number))
}

const isDigit = (char: string | undefined) => char !== undefined && char >= '0' && char <= '9'
