import { useState } from 'react'
import type { JobSummary } from '../../../src/doors/dashboard/job-answers.ts'
import { ask } from '../api/ask.ts'
import { useAction } from '../api/use-action.ts'
import { Button, buttonLook } from '../parts/basics.tsx'
import { Dialog, DialogButtons } from '../parts/dialog.tsx'
import { Form, Submit } from '../parts/form.tsx'
import { toast } from '../parts/toast.tsx'
import { plural } from '../parts/words.ts'
import { go } from '../route.tsx'
import { creditWords, isDataJob, jobRoutes, kindWords, wordOf } from './kinds.ts'

type Shown = Pick<JobSummary, 'id' | 'kind' | 'failed' | 'completed'>

export const CancelJob = ({ job, onChange }: { job: Shown; onChange: () => void }) => {
  const [asks, setAsks] = useState(false)
  const params = { id: job.id }
  const cancel = useAction(
    signal => ask(jobRoutes[job.kind].cancel, { params, signal }),
    () => {
      setAsks(false)
      toast(`${kindWords[job.kind]} cancelled.`)
      onChange()
    },
  )
  return (
    <>
      <Button look="bad" onClick={() => setAsks(true)}>
        Cancel
      </Button>
      {asks && (
        <Dialog title={`Cancel this ${wordOf(job.kind)}?`} onClose={() => setAsks(false)}>
          <Form
            action={cancel}
            end={
              <div className="flex justify-end gap-2">
                <Button onClick={() => setAsks(false)}>Keep it running</Button>
                <Submit look="bad">Cancel the {wordOf(job.kind)}</Submit>
              </div>
            }
          >
            <p>Siteray stops reading pages. Pages that wait cost nothing; finished pages stay.</p>
          </Form>
        </Dialog>
      )}
    </>
  )
}

/** A new job of what failed; it is shown at once. */
export const RetryJob = ({ job }: { job: Shown }) => {
  const [asks, setAsks] = useState(false)
  const params = { id: job.id }
  const retry = useAction(
    signal => ask(jobRoutes[job.kind].retry, { params, signal }),
    ({ value }) => go(`/jobs/${value.id}`),
  )
  return (
    <>
      <Button onClick={() => setAsks(true)}>Retry failed pages</Button>
      {asks && (
        <Dialog title={`Retry ${plural(job.failed, 'page')}?`} onClose={() => setAsks(false)}>
          <Form
            action={retry}
            end={
              <DialogButtons onClose={() => setAsks(false)}>
                <Submit>Start</Submit>
              </DialogButtons>
            }
          >
            <p>
              This starts a new {wordOf(job.kind)}: {creditWords[job.kind]} for each page that can
              be read now.
            </p>
          </Form>
        </Dialog>
      )}
    </>
  )
}

const files = [
  { type: 'jsonl', name: 'JSON lines' },
  { type: 'csv', name: 'CSV' },
  { type: 'zip', name: 'ZIP of Markdown' },
]

/** Data has no pages to file. */
const filesOf = (job: Shown) => files.filter(({ type }) => type !== 'zip' || !isDataJob(job))

/** All results as one file: what has ended by now. */
export const Downloads = ({ job }: { job: Shown }) =>
  job.completed + job.failed === 0 ? null : (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="sr-only">Download</legend>
      <span aria-hidden className="text-soft">
        Download
      </span>
      {filesOf(job).map(({ type, name }) => (
        <a
          key={type}
          href={`${jobRoutes[job.kind].files}/${job.id}/results.${type}`}
          download
          className={buttonLook()}
        >
          {name}
        </a>
      ))}
    </fieldset>
  )
