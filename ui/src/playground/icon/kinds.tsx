import { useState } from 'react'
import { Picture } from '../../parts/picture.tsx'

type Query = Record<string, string | number>
/** The URL of an image, with the token of this page. */
export type Address = (path: string, query: Query) => string

const surfaces = [
  { theme: 'light', look: 'bg-white text-[#17181d]' },
  { theme: 'dark', look: 'bg-[#121212] text-[#ececf1]' },
] as const

/** Icon, symbol and logo of a domain, on a light and on a dark background. */
export const Kinds = ({
  domain,
  name = domain,
  address,
  sizes,
}: {
  domain: string
  name?: string
  address: Address
  /** Of the icon, in pixels. */
  sizes: readonly number[]
}) => {
  const path = encodeURIComponent(domain)
  // A value that no address had before: the browser has no image of it.
  const [now] = useState(() => Date.now())
  return surfaces.map(({ theme, look }) => (
    <figure key={theme} className={`flex min-w-0 flex-col gap-3 rounded-md border p-4 ${look}`}>
      <figcaption className="text-xs opacity-80">On {theme}</figcaption>
      <div className="flex flex-wrap items-end gap-2.5">
        {sizes.map(size => (
          <Image
            key={size}
            src={address(path, { size, theme, retina: 'true', now })}
            alt={`Icon of ${name}, ${size} px, ${theme}`}
            width={size}
          />
        ))}
      </div>
      <dl className="mt-auto grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-2 text-xs">
        {(['symbol', 'logo'] as const).map(kind => (
          <div key={kind} className="contents">
            <dt className="opacity-80">{kind === 'logo' ? 'Logo' : 'Symbol'}</dt>
            <dd>
              <Image
                src={address(`${kind}/${path}`, {
                  ...(kind === 'logo' ? { height: 64 } : { size: 64 }),
                  ...{ theme, fallback: '404', now },
                })}
                alt={`${kind === 'logo' ? 'Logo' : 'Symbol'} of ${name}, ${theme}`}
              />
            </dd>
          </div>
        ))}
      </dl>
    </figure>
  ))
}

const Image = ({ src, alt, width }: { src: string; alt: string; width?: number }) => (
  <Picture
    src={src}
    alt={alt}
    {...(width !== undefined && { width })}
    className={width === undefined ? 'max-h-8 max-w-full' : 'max-w-full'}
    instead={<span className="text-xs opacity-80">no image</span>}
  />
)
