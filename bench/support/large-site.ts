/* A site of any size on many hosts of one domain: page n is on host n, and so on in turn. */

export const hostOfPage = (n: number, hosts: number, domain: string): string =>
  `h${n % hosts}.${domain}`

export const pathOfPage = (n: number): string => `/page/${n}`

export const urlsOfSite = (pages: number, hosts: number): string[] =>
  Array.from(
    { length: pages },
    (_, n) => `http://${hostOfPage(n, hosts, `n${pages}.test`)}${pathOfPage(n)}`,
  )
