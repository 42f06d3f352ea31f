import { useState } from 'react'
import { useAnswer } from '../ask.ts'
import { Badge, Problem, Waiting } from '../parts/basics.tsx'
import { Pages } from '../parts/paging.tsx'
import { Cell, Table } from '../parts/table.tsx'
import { ago } from '../parts/words.ts'

type Attempt = { at: string; status: number | null; error: string | null; durationMs: number }
type Delivery = {
  id: string
  type: string
  state: 'waiting' | 'delivered' | 'failed'
  createdAt: string
  nextAttemptAt: string | null
  attempts: Attempt[]
}

const tones = { waiting: 'warn', delivered: 'good', failed: 'bad' } as const
const pageSize = 50

/** What was told to a batch's webhook, and how it answered each time. */
export const Deliveries = ({ batchId, to }: { batchId: string; to: string }) => {
  const [offset, setOffset] = useState(0)
  const path = `/v1/batch/scrape/${batchId}/deliveries?offset=${offset}&limit=${pageSize}`
  const { value, error } = useAnswer<{ total: number; data: Delivery[] }>(path, 2_000)
  if (!value) return error ? <Problem>{error}</Problem> : <Waiting />
  return (
    <div className="mt-4">
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
