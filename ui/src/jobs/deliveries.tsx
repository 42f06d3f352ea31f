import { useState } from 'react'
import type { JobSummary } from '../../../src/doors/dashboard/job-answers.ts'
import { type AnswerOf, ask } from '../api/ask.ts'
import { useAction } from '../api/use-action.ts'
import { useAnswer } from '../api/use-answer.ts'
import { Badge, Button, Missing, Problem } from '../parts/basics.tsx'
import { type Column, Cut, InCard, List } from '../parts/list.tsx'
import { Pages } from '../parts/paging.tsx'
import { ago } from '../parts/words.ts'
import { SendTest, sayAttempt } from '../webhooks/send-test.tsx'
import { jobRoutes } from './kinds.ts'

type Delivery = AnswerOf<'GET /v1/batch/scrape/:id/deliveries'>['data'][number]

const tones = { waiting: 'warn', delivered: 'good', failed: 'bad' } as const
const pageSize = 50

/** What was told to a job's webhook, how it answered each time, and another try. */
export const Deliveries = ({ job, to }: { job: Pick<JobSummary, 'id' | 'kind'>; to: string }) => {
  const [offset, setOffset] = useState(0)
  const { id, kind } = job
  const sent = { params: { id }, query: { offset, limit: pageSize } }
  const { value, error, reload } = useAnswer(jobRoutes[kind].deliveries, sent, 2_000)
  const [said, setSaid] = useState('')
  const resend = useAction(
    (signal, eventId: string) => ask(jobRoutes[kind].resend, { params: { id, eventId }, signal }),
    ({ value: attempt }) => {
      setSaid(sayAttempt(attempt))
      reload()
    },
  )
  if (!value) return <Missing error={error} />
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-0 flex-1 break-all text-soft">To {to}</p>
        <SendTest url={to} />
      </div>
      <p role="status">{said}</p>
      <Problem error={resend.error} />
      {value.total === 0 ? (
        <p>Nothing has been sent yet.</p>
      ) : (
        <InCard>
          <List
            label="Webhook deliveries"
            columns={columns(resend.run, resend.busy)}
            rows={value.data}
            keyOf={({ id }) => id}
          />
          <Pages offset={offset} pageSize={pageSize} total={value.total} onMove={setOffset} />
        </InCard>
      )}
    </div>
  )
}

const columns = (onResend: (id: string) => void, isBusy: boolean): Column<Delivery>[] => [
  {
    name: 'Event',
    cell: ({ type, id }) => (
      <span className="block min-w-0">
        {type}
        <Cut text={id} className="font-mono text-soft text-xs" />
      </span>
    ),
  },
  {
    name: 'State',
    width: 'w-28',
    cell: ({ state }) => <Badge tone={tones[state]}>{state}</Badge>,
  },
  {
    name: 'When',
    width: 'w-36',
    cell: ({ createdAt, nextAttemptAt }) => (
      <>
        {ago(createdAt)}
        {nextAttemptAt && (
          <span className="block text-soft text-xs">again {ago(nextAttemptAt)}</span>
        )}
      </>
    ),
  },
  {
    name: 'Attempts',
    cell: ({ attempts }) => (
      <ol className="flex min-w-0 flex-col gap-1">
        {attempts.map(({ at, status, error, durationMs }) => (
          <li key={at}>
            <Cut
              text={[
                ...(status === null ? [] : [`status ${status}`]),
                ...(error === null ? [] : [error]),
                `${durationMs} ms`,
              ].join(', ')}
            />
          </li>
        ))}
      </ol>
    ),
  },
  {
    name: 'Again',
    width: 'w-32',
    cell: ({ id, type, state }) =>
      state !== 'waiting' && (
        <Button
          disabled={isBusy}
          onClick={() => onResend(id)}
          aria-label={`Send again: ${type} ${id}`}
        >
          Send again
        </Button>
      ),
  },
]
