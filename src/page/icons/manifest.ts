import { pictureUrl } from '../html/addresses.ts'
import { parseForgivingJson } from '../metadata/forgiving-json.ts'
import { type DeclaredIcon, declare, largestSize } from './declared.ts'

const maxIcons = 50

/**
 * The icons of a web app manifest; addresses are relative to the manifest itself, not to the page.
 * A manifest that is no JSON yields none.
 */
export const readManifestIcons = (text: string, manifestUrl: string): DeclaredIcon[] => {
  const parsed = parseForgivingJson(text)
  const icons: unknown = Object(parsed).icons
  if (!Array.isArray(icons)) return []
  return icons.slice(0, maxIcons).flatMap((icon: unknown) => {
    const { src, sizes, type, purpose } = Object(icon) as Record<string, unknown>
    const url = typeof src === 'string' ? pictureUrl(src, manifestUrl) : undefined
    if (url === undefined) return []
    return [
      declare('manifest', url, typeof sizes === 'string' ? largestSize(sizes) : undefined, {
        type: typeof type === 'string' ? type.toLowerCase() : undefined,
        purpose: readPurpose(purpose),
      }),
    ]
  })
}

/** `any maskable` may be shown as it is, so it counts as `any`. */
const readPurpose = (purpose: unknown): DeclaredIcon['purpose'] => {
  const words = typeof purpose === 'string' ? purpose.toLowerCase().split(/\s+/) : []
  if (words.includes('any')) return 'any'
  if (words.includes('maskable')) return 'maskable'
  return words.includes('monochrome') ? 'monochrome' : 'any'
}
