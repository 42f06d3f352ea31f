import type { Drawn } from './draw.ts'
import { type FileDeps, fetchIcon } from './files.ts'
import type { Pixels } from './pixels.ts'

const timeoutMs = 5_000
const widthPx = 256

/**
 * Any picture of the web as a small PNG, for the dashboard's own pages: they load nothing from other
 * hosts. Fetched like everything else (only public addresses) and drawn anew in a thread, so that a
 * browser gets pixels and nothing a site wrote. Undefined when there is no picture.
 */
export const createPicture =
  (deps: FileDeps & { pixels: Pick<Pixels, 'draw'> }) =>
  async (url: string): Promise<Drawn | undefined> => {
    const { bytes } = await fetchIcon(deps, url, AbortSignal.timeout(timeoutMs))
    if (!bytes) return undefined
    // Drawn as an Open Graph image is: its proportions kept, and an SVG becomes pixels too.
    const look = { kind: 'og', theme: 'light', format: 'png', sizePx: widthPx } as const
    const plain = { density: 1, raster: true, greyscale: false } as const
    return deps.pixels.draw({ ...look, ...plain, bytes, maskColor: null })
  }
