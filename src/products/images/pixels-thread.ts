import sharp from 'sharp'
import { answerWith } from '../../base/threads/thread.ts'
import { readPage } from '../../page/icons/page.ts'
import { decodeIcon } from './decode.ts'
import { draw } from './draw.ts'
import type { PixelResult, PixelTask } from './pixels.ts'

// Threads of ours are the concurrency, and no file comes twice: sharp's own would only take memory.
sharp.concurrency(1)
sharp.cache(false)

answerWith<PixelTask, PixelResult>(work => {
  if (work.task === 'start') return undefined
  if (work.task === 'page') return readPage(work.page)
  return work.task === 'decode' ? decodeIcon(work.bytes) : draw(work.drawing)
})
