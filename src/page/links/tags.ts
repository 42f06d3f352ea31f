/** What a scanner of tags finds. Text is as it stands, its entities not read; see `plainText`. */
export type TagEvents = {
  /** Also for `<a/>`; `<!doctype …>` is a tag named `!doctype`. `source` is all between the brackets. */
  open(name: string, source: string): void
  close(name: string): void
  text(raw: string): void
}

export type TagScanner = {
  /** False once the file can no longer be markup. */
  write(more: string): boolean
}

/** A tag longer than this is none. */
const maxTagLength = 65_536

/**
 * The tags of an XML file as it comes, in one pass that holds no more than one tag. It knows no
 * nesting and no errors, which a reader of strangers' files has no use for.
 */
export const createTagScanner = (events: TagEvents): TagScanner => {
  let rest = ''
  /** The end of what is being passed over. */
  let until = ''

  const pass = (at: number): number => {
    const end = rest.indexOf(until, at)
    const stop = end < 0 ? Math.max(at, rest.length - until.length + 1) : end
    if (until === ']]>') events.text(rest.slice(at, stop).replaceAll('&', '&amp;'))
    if (end < 0) return -stop - 1
    const after = end + until.length
    until = ''
    return after
  }

  /** Where to go on, or, for what is not there in full yet, -1 minus where it begins. */
  const step = (at: number): number => {
    if (until) return pass(at)
    const next = rest.indexOf('<', at)
    if (next !== at) events.text(rest.slice(at, next < 0 ? undefined : next))
    if (next < 0) return rest.length
    const opening = passedOver.find(([mark]) => rest.startsWith(mark, next))
    if (opening) {
      until = opening[1]
      return next + opening[0].length
    }
    if (rest.length - next < 9 && passedOver.some(([mark]) => mark.startsWith(rest.slice(next))))
      return -next - 1
    const end = rest.indexOf('>', next)
    if (end < 0) return -next - 1
    emit(events, rest.slice(next + 1, end))
    return end + 1
  }

  return {
    write(more) {
      rest += more
      let at = 0
      while (at >= 0 && at < rest.length) at = step(at)
      rest = at < 0 ? rest.slice(-at - 1) : ''
      return rest.length <= maxTagLength
    },
  }
}

const passedOver: [mark: string, end: string][] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
]

const emit = (events: TagEvents, source: string): void => {
  if (source.startsWith('/')) {
    events.close(source.slice(1).trim().toLowerCase())
    return
  }
  const name = /^[^\s/>]*/.exec(source)?.[0].toLowerCase() ?? ''
  events.open(name, source)
  if (source.endsWith('/')) events.close(name)
}

/** The value of an attribute, by the source of its tag. */
export const attributeOf = (source: string, name: string): string | undefined => {
  for (const [, found = '', double, single] of source.matchAll(attributes))
    if (found.toLowerCase() === name) return plainText(double ?? single ?? '')
  return undefined
}

const attributes = /\s([^\s=<>"']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/** A bare ampersand is an ampersand, an entity nobody knows stays as it is. */
export const plainText = (raw: string): string =>
  raw.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi,
    (_, decimal, hex, name) => {
      if (name) return named[name.toLowerCase()] ?? ''
      const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
    },
  )

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
