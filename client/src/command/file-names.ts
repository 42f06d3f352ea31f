import { createHash } from 'node:crypto'

/** With the folder it stands in, still below what Windows takes. */
const maxLength = 160
const maxSegment = 60

/**
 * Gives each page a name of its host and path, without an ending; `isFree` says whether its files
 * may be called so. Every system takes it, and it never leads out of its folder.
 */
export const nameOf = (url: string, isFree: (stem: string) => boolean): string => {
  const stem = stemOf(url)
  if (isFree(stem)) return stem
  for (let number = 2; ; number++) if (isFree(`${stem}-${number}`)) return `${stem}-${number}`
}

/** Where upper and lower case are one, so are these names. */
export const nameKey = (name: string): string => name.normalize('NFC').toLowerCase()

const stemOf = (address: string): string => {
  const url = parsed(address)
  if (!url) return 'unknown/page'
  const segments = url.pathname.split('/').filter(segment => segment !== '')
  const last = segments.pop() ?? 'index'
  const folders = [url.host, ...segments].map(folderOf)
  const file = safe(`${decoded(last)}${decoded(url.search).replace('?', '-')}`)
  const stem = [...folders, file].join('/')
  if (stem.length <= maxLength) return stem
  const mark = createHash('sha256').update(address).digest('hex').slice(0, 12)
  return `${folders[0]}/${file}-${mark}`
}

/** As it was typed: the scheme may be missing. */
const parsed = (address: string): URL | undefined => {
  try {
    return new URL(/^https?:\/\//i.test(address) ? address : `https://${address}`)
  } catch {
    return undefined
  }
}

/** No folder may have the name of a file. */
const folderOf = (segment: string): string =>
  safe(decoded(segment)).replace(/\.(?=(md|html|txt|json|jsonl|png)$)/i, '_')

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

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
