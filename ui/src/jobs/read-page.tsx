import { useState } from 'react'
import type { JobState } from '../../../src/base/jobs/answers.ts'
import type { JobPage, JobSummary } from '../../../src/doors/dashboard/job-answers.ts'
import { useAnswer } from '../api/use-answer.ts'
import { Missing } from '../parts/basics.tsx'
import { Code } from '../parts/code.tsx'
import { Dialog, DialogClose } from '../parts/dialog.tsx'
import { Choice } from '../parts/fields.tsx'
import { Markdown } from '../parts/markdown.tsx'
import { jobRoutes } from './kinds.ts'

const views = [
  { value: 'read', label: 'View' },
  { value: 'source', label: 'Markdown' },
] as const

type Result = JobState['data'][number] & { data?: unknown; profile?: object }

/** One result: its Markdown as text or drawn from safe parts, or why there is none. */
export const ReadPage = ({
  job,
  page,
  onClose,
}: {
  job: Pick<JobSummary, 'id' | 'kind'>
  page: JobPage
  onClose: () => void
}) => {
  const [view, setView] = useState<(typeof views)[number]['value']>('read')
  const sent = { params: { id: job.id }, query: { offset: page.place ?? 0, limit: 1 } }
  const { value, error } = useAnswer(jobRoutes[job.kind].read, sent)
  const item: Result | undefined = value?.data[0]
  const text = item?.markdown
  const data = item?.data ?? item?.profile
  return (
    <Dialog title={page.url} onClose={onClose} isWide>
      {!value && <Missing error={error} />}
      {item?.warning && <p className="mb-3 text-warn">{item.warning}</p>}
      {item?.error && (
        <p className="mb-4">
          {item.error} <code className="font-mono text-soft text-xs">{item.code}</code>
        </p>
      )}
      {data !== undefined && (
        <div className="mb-4 max-h-[60vh] overflow-auto" data-testid="page">
          <Code label="Data" text={JSON.stringify(data, null, 2)} />
        </div>
      )}
      {item && !item.error && data === undefined && text === undefined && (
        <p className="mb-4">
          This job did not ask for Markdown. Download the results to see the other formats.
        </p>
      )}
      {text !== undefined && (
        <div className="mb-4 flex flex-col gap-3">
          <div className="flex">
            <Choice label="View" options={views} value={view} onChange={setView} />
          </div>
          <div className="max-h-[60vh] overflow-auto" data-testid="page">
            {view === 'read' ? <Markdown text={text} /> : <Code label="Markdown" text={text} />}
          </div>
        </div>
      )}
      <DialogClose onClose={onClose} />
    </Dialog>
  )
}
