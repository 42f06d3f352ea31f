import { useState } from 'react'
import type { JobSummary } from '../../../src/doors/dashboard/answers.ts'
import type { AnswerOf } from '../ask/ask.ts'
import { useAnswer } from '../ask/use-answer.ts'
import { Badge, Missing } from '../parts/basics.tsx'
import { Pages } from '../parts/paging.tsx'
import { Cell, Table } from '../parts/table.tsx'
import { ago } from '../parts/words.ts'
import { jobRoutes } from './kinds.ts'

type Attempt = AnswerOf<'GET /v1/batch/scrape/:id/deliveries'>['data'][number]['attempts'][number]

const tones = { waiting: 'warn', delivered: 'good', failed: 'bad' } as const
const pageSize = 50

/** What was told to a job's webhook, and how it answered each time. */
export const Deliveries = ({ job, to }: { job: Pick<JobSummary, 'id' | 'kind'>; to: string }) => {
  const [offset, setOffset] = useState(0)
  const sent = { params: { id: job.id }, query: { offset, limit: pageSize } }
  const { value, error } = useAnswer(jobRoutes[job.kind].deliveries, sent, 2_000)
  if (!value) return <Missing error={error} />
  return (
    <div>
      <p className="mb-2 break-all text-soft">To {to}</p>
      {value.total === 0 ? (
        <p>Nothing was sent so far.</p>
      ) : (
        <Table label="Webhook deliveries" head={['Event', 'State', 'When', 'Attempts']}>
          {value.data.map(delivery => (
            <tr key={delivery.id}>
              <Cell>
                {delivery.type}
                <br />
                <code className="break-all font-mono text-soft text-xs">{delivery.id}</code>
              </Cell>
              <Cell>
                <Badge tone={tones[delivery.state]}>{delivery.state}</Badge>
              </Cell>
              <Cell>
                {ago(delivery.createdAt)}
                {delivery.nextAttemptAt && (
                  <span className="block text-soft text-xs">
                    again {ago(delivery.nextAttemptAt)}
                  </span>
                )}
              </Cell>
              <Cell>
                <ol className="flex flex-col gap-1">
                  {delivery.attempts.map(attempt => (
                    <li key={attempt.at}>{outcomeOf(attempt)}</li>
                  ))}
                </ol>
              </Cell>
            </tr>
          ))}
        </Table>
      )}
      <Pages offset={offset} size={pageSize} total={value.total} onMove={setOffset} />
    </div>
  )
}

const outcomeOf = ({ status, error, durationMs }: Attempt): string =>
  [
    ...(status === null ? [] : [`status ${status}`]),
    ...(error === null ? [] : [error]),
    `${durationMs} ms`,
  ].join(', ')
