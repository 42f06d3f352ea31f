export type IconOptions = {
  /** Where the image API is: `https://img.example.org`. */
  url: string
  /** A publishable key, `pk_…`. */
  token: string
  size?: number
  format?: 'png' | 'webp' | 'jpg' | 'avif' | 'auto'
  /** `auto`: one SVG that follows the reader’s color scheme. */
  theme?: 'light' | 'dark' | 'auto'
  fallback?: 'monogram' | '404' | 'transparent'
  retina?: boolean
  raster?: boolean
  greyscale?: boolean
  /** A new value makes the server look at the site again. */
  v?: string
}

/** The address of a company's icon, for an `<img>`. */
export const iconUrl = (domain: string, options: IconOptions): string =>
  address('', domain, options)

/** The address of a site's Open Graph image; `size` is its width. */
export const ogUrl = (domain: string, options: Omit<IconOptions, 'theme' | 'raster'>): string =>
  address('og/', domain, options)

/** The address of a site's logo, at most `width` and `height` pixels large. */
export const logoUrl = (
  domain: string,
  options: Omit<IconOptions, 'size' | 'fallback'> & {
    width?: number
    height?: number
    fallback?: LogoFallback
  },
): string => address('logo/', domain, options)

/** The address of a site's symbol, without its name. */
export const symbolUrl = (
  domain: string,
  options: Omit<IconOptions, 'fallback'> & { fallback?: LogoFallback },
): string => address('symbol/', domain, options)

type LogoFallback = 'icon' | '404' | 'monogram' | 'transparent'

/** The address of a company's icon by its name, ticker symbol, coin or mail address. */
export const companyIconUrl = (
  by: 'name' | 'ticker' | 'crypto' | 'email',
  value: string,
  options: IconOptions,
): string => address(`${by}/`, value, options)

const address = (
  kind: string,
  domain: string,
  { url, ...parameters }: { url: string; [parameter: string]: unknown },
): string => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined && value !== false) query.set(name, String(value))
  return `${url.replace(/\/+$/, '')}/${kind}${encodeURIComponent(domain)}?${query}`
}
