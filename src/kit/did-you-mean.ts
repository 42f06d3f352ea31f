/** The known name that somebody meant who typed another: a slip of the pen, or another way to write it. */
export const didYouMean = (typed: string, known: readonly string[]): string | undefined =>
  known.find(name => plain(name) === plain(typed)) ??
  known.find(name => name.length >= 3 && isTypingMistake(plain(typed), plain(name)))

/** `only_main_content`, `OnlyMainContent` and `onlymaincontent` are the same to a reader. */
const plain = (name: string): string => name.toLowerCase().replace(/[-_ ]/g, '')

/** One letter more, less or other, or two neighbours swapped. */
const isTypingMistake = (name: string, ours: string): boolean => {
  if (Math.abs(name.length - ours.length) > 1) return false
  let start = 0
  while (start < name.length && name[start] === ours[start]) start++
  const restOf = (text: string, skip: number) => text.slice(start + skip)
  return (
    restOf(name, 1) === restOf(ours, 1) ||
    restOf(name, 1) === restOf(ours, 0) ||
    restOf(name, 0) === restOf(ours, 1) ||
    (name[start] === ours[start + 1] &&
      name[start + 1] === ours[start] &&
      restOf(name, 2) === restOf(ours, 2))
  )
}
