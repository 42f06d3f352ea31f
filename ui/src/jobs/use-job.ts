import { useState } from 'react'
import type { JobAnswer } from '../../../src/doors/dashboard/job-answers.ts'
import { type Loaded, useAnswer } from '../api/use-answer.ts'

/** A job, followed until it has ended. */
export const useJob = (id: string): Loaded<JobAnswer> => {
  const [ended, setEnded] = useState(false)
  const loaded = useAnswer('GET /jobs/:id', { params: { id } }, ended ? undefined : 1_000)
  const hasEnded = loaded.value !== undefined && loaded.value.status !== 'scraping'
  if (hasEnded !== ended) setEnded(hasEnded)
  return loaded
}
