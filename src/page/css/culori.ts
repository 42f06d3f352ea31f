import { createRequire } from 'node:module'

/** In one file: as 150 modules it takes a tenth of a second of every start and of every thread. */
const culori = createRequire(import.meta.url)('culori') as typeof import('culori')

export const { clampChroma, converter, differenceCiede2000, formatHex, formatHex8 } = culori
export const { interpolate, parse, wcagContrast, wcagLuminance } = culori
