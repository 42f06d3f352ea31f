/**
 * Where a page sends its visitors on, and after how long: `5; url='/next'` in its `refresh`, in a
 * header or in a `<meta>`. Undefined where it only loads itself again.
 */
export const parseRefresh = (content: string): { seconds: number; target: string } | undefined => {
  const start = /^\s*(\d*)[\d.]*\s*[;,]?\s*(url\s*=\s*)?/i.exec(content)
  const [all = '', seconds = '', named] = start ?? []
  if (seconds === '' && named === undefined) return undefined
  const rest = content.slice(all.length, all.length + maxLength).trim()
  const quote = /^["']/.exec(rest)?.[0]
  const target = quote ? (rest.slice(1).split(quote, 1)[0] ?? '') : rest
  return target.trim() === '' ? undefined : { seconds: Number(seconds), target: target.trim() }
}

const maxLength = 8_192
