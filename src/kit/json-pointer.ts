/** A JSON Pointer (RFC 6901): a name as a part of one, and the names of one. */
export const escapePointer = (name: string): string =>
  name.replaceAll('~', '~0').replaceAll('/', '~1')

export const unescapePointer = (part: string): string =>
  part.replaceAll('~1', '/').replaceAll('~0', '~')

export const namesOfPointer = (pointer: string): string[] =>
  pointer.split('/').slice(1).map(unescapePointer)
