import { decodeSafely } from '../../kit/decode-safely.ts'
import { sha256Hex } from '../../kit/ids.ts'
import { withScheme } from '../web/target.ts'

/** With the folder it is unpacked into, still below what Windows takes. */
const maxLength = 160
const maxSegment = 60

/**
 * Gives each page a file's name of its host and path. Every system takes it, it stays within its
 * folder, and no two are the same where upper and lower case are one. The command names pages in
 * the same way (client/src/command/file-names.ts, which stands alone), so a ZIP and a folder agree.
 */
export const createFileNames = (): ((url: string) => string) => {
  const used = new Set<string>()
  return url => {
    const stem = stemOf(url)
    let name = `${stem}.md`
    for (let number = 2; used.has(keyOf(name)); number++) name = `${stem}-${number}.md`
    used.add(keyOf(name))
    return name
  }
}

const keyOf = (name: string): string => name.normalize('NFC').toLowerCase()

const stemOf = (address: string): string => {
  const url = URL.parse(withScheme(address))
  if (!url) return 'unknown/page'
  const segments = url.pathname.split('/').filter(segment => segment !== '')
  const last = segments.pop() ?? 'index'
  const folders = [url.host, ...segments].map(folderOf)
  const file = safe(`${decodeSafely(last)}${decodeSafely(url.search).replace('?', '-')}`)
  const stem = [...folders, file].join('/')
  if (stem.length <= maxLength) return stem
  const mark = sha256Hex(address).slice(0, 12)
  return `${folders[0]}/${file}-${mark}`
}

/** No folder may have the name of a file. */
const folderOf = (segment: string): string =>
  safe(decodeSafely(segment)).replace(/\.(?=(md|html|txt|json|jsonl|png)$)/i, '_')

/** Names of devices: Windows opens these whatever follows the dot. */
const device = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

const safe = (text: string): string => {
  const plain = text
    .normalize('NFC')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is left out
    .replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069<>:"/\\|?*]/g, '-')
  const named = cut(plain)
    .replace(/^[.\s]+|[.\s]+$/g, '')
    .replace(device, '$1_')
  return named === '' ? '_' : named
}

/** File systems count bytes (255), people letters. */
const cut = (text: string): string => {
  let letters = [...text].slice(0, maxSegment)
  while (Buffer.byteLength(letters.join('')) > 180) letters = letters.slice(0, -1)
  return letters.join('')
}
