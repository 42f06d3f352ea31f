import type { Threads } from '../../base/threads/threads.ts'
import type { FetchedPage, PageReading } from '../../page/icons/page.ts'
import type { Drawing, Drawn } from './draw.ts'
import type { Decoded } from './files.ts'
import { imageTasks } from './tasks.ts'

export type Pixels = {
  /** Resolves when the threads run: loading their code must not use up a site's time. */
  started(): Promise<unknown>
  readPage(page: FetchedPage): Promise<PageReading>
  decode(bytes: Uint8Array): Promise<Decoded>
  draw(drawing: Drawing): Promise<Drawn>
}

/** Every piece of work on bytes that others wrote. */
export const createPixels = ({ run }: Pick<Threads<typeof imageTasks>, 'run'>): Pixels => {
  let start: Promise<unknown> | undefined
  return {
    started() {
      // One that could not be started in time will be on the way when it is needed.
      start ??= Promise.allSettled(
        Array.from({ length: imageTasks.start.limits.threads }, () => run('start', undefined)),
      )
      return start
    },
    readPage: page => run('readHomePage', page),
    decode: bytes => run('decodeIcon', bytes),
    draw: drawing => run('draw', drawing),
  }
}
