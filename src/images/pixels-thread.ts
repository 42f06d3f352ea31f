import sharp from 'sharp'
import { readPage } from '../site/icons/page.ts'
import { answerWith } from '../threads-entry.ts'
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
