/**
 * What drawing costs librsvg, measured on it (2 cores, 2026, CPU time): a model, because no
 * timeout reaches inside the rasteriser, and 1.4 kB of `use` or 100 kB of crossing lines keep it
 * busy for seconds. Five terms, since each grows differently with the size of the picture.
 */
export type Cost = {
  /** Whatever the size: elements, text, embedded images. */
  fixedNs: number
  /** For each pixel of the canvas. */
  pixelNs: number
  /** For each pair of pixels: feMorphology looks at a window that grows with the picture. */
  windowNs: number
  /** For each line of pixels. */
  scanNs: number
  /** Pairs of edges that may cross on a scan line: what makes long paths quadratic. */
  edgePairs: number
  /** Canvas-sized buffers alive at once. */
  surfaces: number
  /** Elements drawn through references. */
  expanded: number
}

export const noCost = (): Cost => ({
  fixedNs: 0,
  pixelNs: 0,
  windowNs: 0,
  scanNs: 0,
  edgePairs: 0,
  surfaces: 0,
  expanded: 0,
})

export const addCost = (sum: Cost, part: Cost, times = 1): void => {
  sum.fixedNs += part.fixedNs * times
  sum.pixelNs += part.pixelNs * times
  sum.windowNs += part.windowNs * times
  sum.scanNs += part.scanNs * times
  sum.edgePairs += part.edgePairs * times
  sum.expanded += part.expanded * times
  sum.surfaces = Math.max(sum.surfaces, part.surfaces)
}

export const price = {
  elementNs: 20_000,
  cornerNs: 500,
  dashNs: 4000,
  characterNs: 45_000,
  strokedCharacterNs: 3_000_000,
  stopNs: 5000,
  stepNs: 120_000,
  imagePixelNs: 40,
  /** For an edge as high as the canvas, on one line of it (fifteen inside). */
  scan: 60,
  crowding: 12,
  /** Each for one pixel painted. */
  solid: 1.5,
  linearGradient: 11,
  radialGradient: 33,
  /** Gradients search their stops for every pixel. */
  stop: 0.25,
  radialStop: 0.8,
  pattern: 220,
  image: 25,
  /** Each for one pixel of the whole canvas. */
  opacity: 3,
  blend: 14,
  mask: 16,
  clip: 4,
  filter: 10,
  step: 2,
  /** Each for one pixel of the filter region. */
  primitive: 230,
  blur: 600,
  /** For each pixel of the square that feMorphology looks at. */
  morphology: 3,
} as const

const estimateMs = (cost: Cost, sizePx: number): number =>
  (cost.fixedNs +
    cost.pixelNs * sizePx ** 2 +
    cost.windowNs * sizePx ** 4 +
    cost.scanNs * sizePx +
    cost.edgePairs * (60 + 0.08 * sizePx)) /
  1e6

/** An SVG is accepted when a rendering of this size stays below this time. */
const accepted = { sizePx: 64, ms: 100 }

export const isAffordable = (cost: Cost): boolean =>
  estimateMs(cost, accepted.sizePx) <= accepted.ms

const surfaceBytes = 64 * 1024 * 1024

/**
 * The largest side at which the picture may be drawn, at most `wantedPx`; the rest is enlarging.
 * Only pictures full of filters or patterns are ever held back.
 */
export const affordableSizePx = (cost: Cost, wantedPx: number): number => {
  const budgetMs = wantedPx <= 512 ? 100 : 400
  const byMemory = Math.sqrt(surfaceBytes / (4 * (1 + cost.surfaces)))
  let sizePx = Math.min(wantedPx, Math.max(64, Math.floor(byMemory)))
  while (sizePx > 64 && estimateMs(cost, sizePx) > budgetMs) sizePx = Math.floor(sizePx * 0.9)
  return sizePx
}
