import { createElement, type ImgHTMLAttributes, type ReactElement } from 'react'
import { type IconOptions, iconUrl } from './icon.ts'

type SiteIconProps = Omit<IconOptions, 'theme' | 'retina'> &
  Omit<ImgHTMLAttributes<HTMLImageElement>, 'src' | 'srcSet' | 'width' | 'height'> & {
    domain: string
    /** `auto` (unless given) follows the reader's own scheme. */
    theme?: 'light' | 'dark' | 'auto'
  }

/** A company's icon, sharp on every screen, light or dark as its reader likes it. */
export const SiteIcon = ({ domain, theme = 'auto', ...props }: SiteIconProps): ReactElement => {
  const { url, token, size = 32, format, fallback, raster, greyscale, v, ...rest } = props
  const options = { ...{ url, token, size }, ...given({ format, fallback, raster, greyscale, v }) }
  const setOf = (theme: 'light' | 'dark') => {
    const src = iconUrl(domain, { ...options, theme })
    return { src, srcSet: `${src} 1x, ${iconUrl(domain, { ...options, theme, retina: true })} 2x` }
  }
  const image = createElement('img', {
    ...{ alt: '', loading: 'lazy', ...rest, width: size, height: size },
    ...setOf(theme === 'dark' ? 'dark' : 'light'),
  })
  if (theme !== 'auto') return image
  const { srcSet } = setOf('dark')
  const dark = createElement('source', { media: '(prefers-color-scheme: dark)', srcSet })
  return createElement('picture', null, dark, image)
}

type Given<T> = { [K in keyof T]?: NonNullable<T[K]> }
const given = <T extends object>(options: T): Given<T> =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Given<T>
