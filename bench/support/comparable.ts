/** Letters and digits with one space between: white space and Markdown's own marks do not count. */
export const comparable = (text: string): string =>
  text
    .replaceAll(/!?\[([^\]]*)\]\((?:[^()\s]|\([^()]*\))*(?:\s+"[^"]*")?\)/g, '$1')
    .replaceAll(/\\([^\w\s])/g, '$1')
    .replaceAll(/[*_`~]/g, '')
    .replaceAll(/^[\s>#|+-]+|\|/gm, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Nothing but letters and digits, for texts that stand elsewhere with other marks in them. */
export const lettersOf = (text: string): string =>
  comparable(text.replaceAll(/<\/?[a-z]+[^<>]*>/g, '')).replaceAll(/[^\p{L}\p{N}]+/gu, '')
