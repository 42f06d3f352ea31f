import sharp from 'sharp'
import { readIconPage } from '../../page/icons/page.ts'
import { decodeIcon } from './decode.ts'
import { draw } from './draw.ts'

// Threads of ours are the concurrency, and no file comes twice: sharp's own would only take memory.
sharp.concurrency(1)
sharp.cache(false)

/** Runs in threads: everything that is done with bytes that others wrote. */
export const readPixels = {
  /** Nothing is left to do once all of this is loaded. */
  start: (_: undefined): undefined => undefined,
  readPage: readIconPage,
  decodeIcon,
  draw,
}
