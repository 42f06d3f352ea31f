import { type ReactNode, useState } from 'react'
import { askForImage } from '../ask/image.ts'
import { useAction } from '../ask/use-action.ts'

/**
 * A site's picture, fetched and redrawn by our own server: the browser asks no other host for
 * anything. What stands in the address itself needs no fetching.
 */
export const pictureUrl = (url: string): string =>
  /^data:image\//i.test(url) ? url : `/dashboard/api/picture?${new URLSearchParams({ url })}`

/**
 * An image, or in words that there is none: a broken picture says nothing. A browser does not tell
 * why it has none, so it is asked for once more: one that the server was too busy for comes later.
 */
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
  const [src, setSrc] = useState<string | undefined>(image.src)
  const again = useAction(
    signal => askForImage(image.src, signal),
    answer => setSrc(answer.src),
  )
  if (again.busy) return <Coming size={image.width ?? 32} />
  if (src === undefined || again.error) return instead
  const isFirst = src === image.src && !src.startsWith('data:')
  return (
    <img
      {...image}
      src={src}
      alt={image.alt}
      onError={() => (isFirst ? again.run() : setSrc(undefined))}
    />
  )
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
