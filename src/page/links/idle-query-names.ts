import { isPagingName } from './traps.ts'

/**
 * The names in a key's query with where they stand (the folder, how deep, the name), so that what is
 * learned of one holds for pages of one kind: `/p/+2?ref`. The next pages of a list are what they are.
 */
export const placedNames = (key: string): string[] => {
  const [path = '', query = ''] = (key.split('#', 1)[0] ?? '').split(/\?(.*)/s, 2)
  const names = query.split('&').map(pair => pair.split('=', 1)[0] ?? '')
  return [...new Set(names)]
    .filter(name => name !== '' && !isPagingName(name))
    .map(name => `${placeOf(path)}?${name}`)
}

const placeOf = (path: string): string => {
  const [, , host, first = '', ...more] = path.split('/')
  return more.length === 0 ? `${host}/+1` : `${host}/${first}/+${more.length + 1}`
}

/** A key without those names of its query that say nothing where it stands. */
export const withoutNames = (key: string, idle: readonly string[]): string => {
  if (idle.length === 0 || !key.includes('?')) return key
  const [, path = '', query = '', hash = ''] = /^([^?]*)\?([^#]*)(.*)$/s.exec(key) ?? []
  const place = placeOf(path)
  const pairs = query
    .split('&')
    .filter(pair => !idle.includes(`${place}?${pair.split('=', 1)[0] ?? ''}`))
  return `${path}${pairs.length > 0 ? '?' : ''}${pairs.join('&')}${hash}`
}

/** What is known of a name. Small: a row has it as JSON. */
export type QueryName = {
  /** For pages in a row that said what the page without a query says. */
  echoes: number
  /** The paths of those pages, the first. */
  paths: string[]
  /** A page with this name said something else. */
  counts: boolean
}

export const newName: QueryName = { echoes: 0, paths: [], counts: false }

/** One page is little, of one path less than of many; that the site says so itself is more. */
export const noteEcho = (name: QueryName, path: string, isVouched: boolean): QueryName => {
  const isNew = !name.paths.includes(path)
  return {
    ...name,
    echoes: name.echoes + (isVouched || isNew ? 2 : 1),
    paths: isNew ? [...name.paths, path].slice(0, maxPaths) : name.paths,
  }
}
const maxPaths = 10

/** Five pages, or ten of one path. */
export const saysNothing = ({ echoes, counts }: QueryName): boolean => !counts && echoes >= 10
