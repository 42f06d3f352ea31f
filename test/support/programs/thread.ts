import { answerWith } from '../../../src/base/threads/thread.ts'
import { AppError } from '../../../src/errors.ts'

answerWith((input: { do: string; value?: number }) => {
  if (input.do === 'spin') for (;;) {}
  if (input.do === 'eat') {
    const eaten: number[][] = []
    for (;;) eaten.push(new Array(1_000_000).fill(0.5))
  }
  if (input.do === 'refuse') throw new AppError('page_empty', 'nothing here')
  if (input.do === 'break') throw new TypeError('a bug')
  return (input.value ?? 0) * 2
})
