import type { Static } from 'typebox'
import { invalidRequest } from '../../kit/errors.ts'
import { closed, optional, Type } from '../../kit/schema.ts'
import { globOf } from '../../page/links/patterns.ts'
import { readHost } from './host.ts'

/** Which pages a reader is for, as a file and an answer say it. */
export const Match = closed(
  {
    host: Type.String({ minLength: 1, maxLength: 300 }),
    paths: Type.Array(Type.String({ maxLength: 1_000 }), { maxItems: 20 }),
    isGiven: optional.Literal(true, {
      description:
        '`paths` were given, and `auto` uses the reader for these pages alone. Without it they only say where its examples are.',
    }),
  },
  { title: 'ReaderMatch' },
)
export type Match = Static<typeof Match>

export const GivenMatch = Type.Object(
  {
    host: optional.String({ minLength: 1, maxLength: 300, description: 'That of the examples.' }),
    paths: Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
      ...{ minItems: 1, maxItems: 20 },
      description: 'Globs of path and query: `*` is anything but `/`, `**` is anything.',
    }),
  },
  {
    title: 'ReaderGivenMatch',
    additionalProperties: false,
    description:
      'The pages for which `reader: "auto"` may use this reader; calls that name it by its id may use it for every page of its host. By default the content of a page decides.',
  },
)
export type GivenMatch = Static<typeof GivenMatch>

/** The paths of a match that fits the reader's site. */
export const readMatch = ({ host, paths }: GivenMatch, ownHost: string): string[] => {
  if (host !== undefined && readHost(host) !== ownHost)
    throw invalidRequest(`"match.host" is ${host}, and the reader is of ${ownHost}.`)
  for (const path of paths) globOf(path)
  return [...new Set(paths)]
}

/** Whoever gives paths that none of the examples has would wait for answers in vain. */
export const checkExamples = (paths: readonly string[], urls: readonly string[]): void => {
  if (!urls.some(url => fitsPaths(paths, new URL(url))))
    throw invalidRequest(
      `"match.paths" fits none of the examples: ${paths.slice(0, 3).join(', ')}, and not ${urls[0]}.`,
    )
}

/** Longer ones are nobody's product pages, and a caller's globs are tried on them all. */
const maxAddress = 2_000

export const fitsPaths = (
  paths: readonly string[],
  { pathname, search }: Pick<URL, 'pathname' | 'search'>,
): boolean => {
  const address = pathname + search
  return address.length <= maxAddress && paths.some(path => globOf(path)(address))
}
