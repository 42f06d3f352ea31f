import type { ImageKind } from './request.ts'

/** The largest side that may be asked for; what is more is clamped. `retina` doubles the pixels. */
export const maxSizePx = 2_048

export const usualSizes: Record<ImageKind, number> = { icon: 128, og: 1200, logo: 64, symbol: 128 }
