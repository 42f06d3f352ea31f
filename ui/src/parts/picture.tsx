import { type ReactNode, useState } from 'react'

/**
 * A site's picture, fetched and redrawn by our own server: the browser asks no other host for
 * anything. What stands in the address itself needs no fetching.
 */
export const pictureUrl = (url: string): string =>
  /^data:image\//i.test(url) ? url : `/dashboard/api/picture?${new URLSearchParams({ url })}`

/** An image, or in words that there is none: a broken picture says nothing. */
export const Picture = ({
  instead,
  ...image
}: {
  instead: ReactNode
  src: string
  alt: string
  className: string
  width?: number
  loading?: 'lazy'
}) => {
  const [missing, setMissing] = useState(false)
  return missing ? instead : <img {...image} alt={image.alt} onError={() => setMissing(true)} />
}
