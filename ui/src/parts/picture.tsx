import { type ReactNode, useEffect, useState } from 'react'
import { askForImage } from '../api/image.ts'
import { whileWanted } from '../api/while-wanted.ts'

/**
 * A site's picture, fetched and redrawn by our own server: the browser asks no other host for
 * anything. What stands in the address itself needs no fetching.
 */
export const pictureUrl = (url: string): string =>
  /^data:image\//i.test(url) ? url : `/dashboard/api/picture?${new URLSearchParams({ url })}`

/**
 * An image, or in words that there is none: a broken picture says nothing. A browser does not tell
 * why an `<img>` stays empty, so the bytes are asked for here, once; only a server that is busy is
 * asked again.
 */
export const Picture = ({
  instead,
  src: address,
  ...image
}: {
  instead: ReactNode
  src: string
  alt: string
  className: string
  width?: number
}) => {
  const [src, setSrc] = useState(address.startsWith('data:') ? address : undefined)
  const [isMissing, setMissing] = useState(false)
  useEffect(() => {
    if (address.startsWith('data:')) return
    return whileWanted(
      signal => askForImage(address, signal, 'default'),
      answer => (answer.src === undefined ? setMissing(true) : setSrc(answer.src)),
      () => setMissing(true),
    )
  }, [address])
  if (isMissing) return instead
  if (src === undefined) return <Coming size={image.width ?? 32} />
  return <img {...image} src={src} alt={image.alt} onError={() => setMissing(true)} />
}

/** Of the color of what it stands on. */
const Coming = ({ size }: { size: number }) => (
  <span
    role="status"
    aria-label="One moment…"
    className="block animate-pulse rounded bg-current/10"
    style={{ width: size, height: size }}
  />
)
