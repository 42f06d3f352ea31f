import { createThreadPool } from '../../base/threads/pool.ts'
import { AppError } from '../../errors.ts'
import type { FetchedPage, PageReading } from '../../page/icons/page.ts'
import type { Drawing, Drawn } from './draw.ts'
import type { Decoded } from './files.ts'

/** A piece of work on bytes that others wrote. */
export type PixelTask =
  | { task: 'start' }
  | { task: 'page'; page: FetchedPage }
  | { task: 'decode'; bytes: Uint8Array }
  | { task: 'draw'; drawing: Drawing }

export type PixelResult = PageReading | Decoded | Drawn | undefined

export type Pixels = {
  /** Resolves when the threads run: loading their code must not use up a site's time. */
  started(): Promise<unknown>
  readPage(page: FetchedPage): Promise<PageReading>
  decode(bytes: Uint8Array): Promise<Decoded>
  draw(drawing: Drawing): Promise<Drawn>
  load(): { running: number; waiting: number }
  close(): Promise<void>
}

/**
 * Far above what the hostile files we know cost (each has limits of its own): whatever gets past
 * those ends here, with its thread.
 */
const limitMs = 8_000
const maxMemoryMb = 256
const maxWaiting = 400

/**
 * Pages, image files and drawings are read in threads: parsing is plain JavaScript that would hold
 * up every cached image meanwhile, and a thread can be killed.
 */
export const openPixels = (threads: number): Pixels => {
  const pool = createThreadPool<PixelTask, PixelResult>({
    file: new URL('./pixels-thread.ts', import.meta.url),
    size: threads,
    limitMs,
    maxMemoryMb,
    maxWaiting,
    onKilled: why => new AppError('page_unsupported', `The file took too much ${why} to read.`),
  })
  let start: Promise<unknown> | undefined
  return {
    started() {
      // One that could not be started in time will be on the way when it is needed.
      start ??= Promise.allSettled(
        Array.from({ length: threads }, () => pool.run({ task: 'start' })),
      )
      return start
    },
    readPage: page => pool.run({ task: 'page', page }) as Promise<PageReading>,
    decode: bytes => pool.run({ task: 'decode', bytes }) as Promise<Decoded>,
    draw: drawing => pool.run({ task: 'draw', drawing }) as Promise<Drawn>,
    load: pool.load,
    close: pool.close,
  }
}
