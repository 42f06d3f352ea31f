import { readPage } from '../site/icons/page.ts'
import { answerWith } from '../threads-entry.ts'
import { decodeIcon } from './decode.ts'
import { draw } from './draw.ts'
import type { PixelResult, PixelTask } from './pixels.ts'

answerWith<PixelTask, PixelResult>(work => {
  if (work.task === 'start') return undefined
  if (work.task === 'page') return readPage(work.page)
  return work.task === 'decode' ? decodeIcon(work.bytes) : draw(work.drawing)
})
