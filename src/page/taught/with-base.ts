/**
 * A page by the address that it was asked for, although its site sent us on from there: its relative
 * addresses stand on where it was found, so that the page says so, where it says nothing else.
 */
export const withBase = (source: string, asked: string, found: string): string => {
  if (bare(asked) === bare(found) || /<base\s/i.test(source)) return source
  const base = `<base href="${found.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}">`
  const at = starts.map(start => start.exec(source)).find(found => found !== null)
  const end = at ? at.index + at[0].length : 0
  return source.slice(0, end) + base + source.slice(end)
}

/** Before a doctype it would change how the page is parsed. */
const starts = [/<head(?:\s[^<>]*)?>/i, /<html(?:\s[^<>]*)?>/i, /^\s*<!doctype[^<>]*>/i]

const bare = (url: string): string => url.split('#')[0] ?? url
