import { pictureUrl } from '../html/addresses.ts'
import { descendants, parseHtml } from '../html/html.ts'
import { type DeclaredIcon, declare } from './declared.ts'

/** As many as an origin has connections beside the page, so that none waits for another. */
const paths: readonly (readonly [path: string, usualPx: number])[] = [
  ['/favicon.ico', 48],
  ['/apple-touch-icon.png', 180],
  ['/favicon.svg', Number.POSITIVE_INFINITY],
  ['/apple-touch-icon-precomposed.png', 180],
  ['/favicon.png', 128],
]

/** Files that sites keep where browsers look for them unasked. */
export const wellKnownIcons = (origin: string): DeclaredIcon[] =>
  paths.map(([path, usualPx]) => declare('well-known', `${origin}${path}`, usualPx))

/** Where manifests and tiles usually are; asked only when no page could be read. */
export const wellKnownManifests = (origin: string): string[] => [
  `${origin}/site.webmanifest`,
  `${origin}/manifest.json`,
  `${origin}/manifest.webmanifest`,
]

export const wellKnownBrowserconfig = (origin: string): string => `${origin}/browserconfig.xml`

const tileSizes: Record<string, number> = {
  tileimage: 144,
  square70x70logo: 70,
  square150x150logo: 150,
  square310x310logo: 310,
}

/** The square tiles of a `browserconfig.xml`. The HTML parser reads its few tags well enough. */
export const readBrowserconfigTiles = (text: string, configUrl: string): DeclaredIcon[] => {
  const { root } = parseHtml(text.slice(0, 100_000), { maxDepth: 64, maxNodes: 2_000 })
  return [...descendants(root)].flatMap(element => {
    const sizePx = tileSizes[element.name]
    const url = sizePx && pictureUrl(element.attributes.src, configUrl)
    return url ? [declare('tile', url, sizePx)] : []
  })
}
