import { pictureUrl } from '../html/addresses.ts'
import { descendants, parseHtml } from '../html/html.ts'
import { type DeclaredIcon, declare } from './declared.ts'

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
