export type Pixels = { rgba: Uint8Array; width: number; height: number }

type Box = { left: number; top: number; right: number; bottom: number }
type Ink = Box & {
  /** Inked pixels, and their share of the box. */
  count: number
  share: number
}
export type TileShape = 'square' | 'round'

const inkAlpha = 128

/** Whether the pixel at an offset is one to look at. */
export type Counts = (rgba: Uint8Array, at: number) => boolean

/** The box around what is inked, and counts. */
export const inkOf = (
  { rgba, width, height }: Pixels,
  counts: Counts = () => true,
): Ink | undefined => {
  const box = { left: width, top: height, right: -1, bottom: -1 }
  let count = 0
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4
      if ((rgba[at + 3] ?? 0) < inkAlpha || !counts(rgba, at)) continue
      count++
      box.left = Math.min(box.left, x)
      box.top = Math.min(box.top, y)
      box.right = Math.max(box.right, x)
      box.bottom = Math.max(box.bottom, y)
    }
  return box.right < 0 ? undefined : { ...box, count, share: count / areaOf(box) }
}

const areaOf = ({ left, top, right, bottom }: Box): number =>
  (right - left + 1) * (bottom - top + 1)

/** The rim is asked for as well, so that more may have been cut out. */
const leastCut = 0.55
const leastHole = 0.03

/** A filled square or disc that a mark was cut out of. */
export const tileOf = (
  pixels: Pixels,
  ink: Omit<Ink, 'count'> | undefined = inkOf(pixels),
): TileShape | undefined => {
  if (!ink || ink.share < leastCut) return undefined
  const [width, height] = [ink.right - ink.left, ink.bottom - ink.top]
  if (Math.max(width, height) > 1.8 * Math.min(width, height)) return undefined
  const isInked = (x: number, y: number) =>
    (pixels.rgba[(Math.round(y) * pixels.width + Math.round(x)) * 4 + 3] ?? 0) >= inkAlpha
  const isOn = (inset: number, round: boolean) =>
    Array.from({ length: 24 }, (_, at) => (at / 24) * 2 * Math.PI).every(angle => {
      const [across, down] = [Math.cos(angle), Math.sin(angle)]
      const reach = round ? 1 : 1 / Math.max(Math.abs(across), Math.abs(down))
      const x = ink.left + (width / 2) * (1 + across * reach * inset)
      return isInked(x, ink.top + (height / 2) * (1 + down * reach * inset))
    })
  const shape = isOn(0.9, false) ? 'square' : isOn(0.92, true) ? 'round' : undefined
  // Nothing was cut out of a plain shape: that is the mark itself.
  let [inside, cut] = [0, 0]
  for (let y = ink.top; y <= ink.bottom; y++)
    for (let x = ink.left; x <= ink.right; x++) {
      const [across, down] = [(2 * (x - ink.left)) / width - 1, (2 * (y - ink.top)) / height - 1]
      if (Math.hypot(across, down) > 0.9) continue
      inside++
      if (!isInked(x, y)) cut++
    }
  return cut / inside >= leastHole ? shape : undefined
}
