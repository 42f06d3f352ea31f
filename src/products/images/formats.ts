/** What an image of pixels may be asked for as, and what it then is over the wire. */
export const contentTypes = {
  png: 'image/png',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  avif: 'image/avif',
} as const

export type Format = keyof typeof contentTypes
export const formats = Object.keys(contentTypes) as Format[]

/** `format=auto`: the smallest that the client says it takes. */
export const isByAccept = (query: URLSearchParams): boolean => query.get('format') === 'auto'

export const bestFormat = (accept = ''): Format =>
  (['avif', 'webp'] as const).find(format => takes(accept, contentTypes[format])) ?? 'png'

/** Types have no letter case, and `q=0` is a no. */
const takes = (accept: string, type: string): boolean =>
  accept
    .toLowerCase()
    .split(',')
    .some(part => {
      const [name = '', ...params] = part.split(';').map(each => each.trim())
      return name === type && !params.some(param => /^q=0(?:\.0*)?$/.test(param))
    })
