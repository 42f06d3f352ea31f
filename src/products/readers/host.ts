/** "www." makes no other site. */
export const hostOf = ({ host }: Pick<URL, 'host'>): string => host.replace(/^www\./, '')

/** Of a reader that nobody named: what a name may have of its host. */
export const nameOf = (host: string): string => host.slice(0, 100)

/** A host that somebody typed, as it is compared with that of a page; undefined where it is none. */
export const readHost = (text: string): string | undefined => {
  const url = /[/?#@\\\s]/.test(text) ? null : URL.parse(`https://${text}`)
  return url ? hostOf(url) : undefined
}
