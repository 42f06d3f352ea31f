/**
 * A site's picture, fetched and redrawn by our own server: the browser asks no other host for
 * anything. What stands in the address itself needs no fetching.
 */
export const pictureUrl = (url: string): string =>
  /^data:image\//i.test(url) ? url : `/dashboard/api/picture?${new URLSearchParams({ url })}`
