/** The lines of a fenced block, without the empty ones around them. */
export const writeCodeBlock = (text: string, language: string): string[] => {
  const lines = text.split('\n')
  while (lines.length > 0 && lines.at(-1)?.trim() === '') lines.pop()
  while (lines.length > 0 && lines[0]?.trim() === '') lines.shift()
  const fence = '`'.repeat(Math.max(3, longestTicks(text) + 1))
  return [fence + language, ...lines, fence]
}

/** One more backtick than the longest run inside; a space where the text itself touches one. */
export const writeCodeSpan = (text: string): string => {
  const fence = '`'.repeat(longestTicks(text) + 1)
  const padded = /^`|`$|^ .* $/.test(text) ? ` ${text} ` : text
  return fence + padded + fence
}

const longestTicks = (text: string): number => {
  let longest = 0
  let run = 0
  for (let i = 0; i < text.length; i++) {
    run = text[i] === '`' ? run + 1 : 0
    if (run > longest) longest = run
  }
  return longest
}
