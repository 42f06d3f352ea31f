import { createHash } from 'node:crypto'
import { decodeImage } from '../../page/pixels/decode.ts'
import type { Decoded } from './files.ts'

/** A candidate's file: what its pixels say on both surfaces, and what of it is worth keeping. */
export const decodeIcon = async (bytes: Uint8Array): Promise<Decoded> => {
  const light = await decodeImage(bytes, { theme: 'light' })
  if (!light.ok) return { problem: light.detail }
  const dark = light.hasDarkRules ? await decodeImage(bytes, { theme: 'dark' }) : light
  const { width, height, squareness, isVector, isBlank, isFlat, contrast, fit } = light.facts
  const { content } = light.facts
  const onDark = dark.ok ? dark.facts : light.facts
  const { source } = light
  return {
    facts: {
      ...{ width, height, squareness, isVector, isBlank, isFlat },
      contrast: { light: contrast.light, dark: onDark.contrast.dark },
      fit: { light: fit.light, dark: onDark.fit.dark },
      sha256: createHash('sha256').update(bytes).digest('hex'),
      adapts: light.hasDarkRules,
      ratio: content.height === 0 ? 0 : (content.width * width) / (content.height * height),
    },
    // An SVG is kept as it came: it is rebuilt for each theme, by the rules of the day.
    ...(source.kind === 'raster' && source.bytes !== bytes ? { bytes: source.bytes } : {}),
  }
}
