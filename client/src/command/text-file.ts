import { readFileSync } from 'node:fs'

/**
 * A file that somebody wrote by hand or by `>`: Windows PowerShell writes UTF-16, and Windows editors
 * put a mark before UTF-8.
 */
export const readTextFile = (file: string): string => {
  const bytes = readFileSync(file)
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe
  return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes)
}
