import { ListChecks } from 'lucide-react'
import { useState } from 'react'
import type { BatchSummary } from '../../../src/doors/dashboard/answers.ts'
import { ask } from '../ask/ask.ts'
import { useAction } from '../ask/use-action.ts'
import { useAnswer } from '../ask/use-answer.ts'
import { Badge, Button, Card, Empty, Missing, Problem } from '../parts/basics.tsx'
import { BatchResults } from '../parts/batch-results.tsx'
import { Progress } from '../parts/progress.tsx'
import { ago, plural } from '../parts/words.ts'
import { Link } from '../route.tsx'
import { Deliveries } from './deliveries.tsx'
import { Failures } from './failures.tsx'

export const Jobs = () => {
  const { value, error, reload } = useAnswer('GET /batches', {}, 1_500)
  if (!value) return <Missing error={error} />
  if (value.batches.length === 0)
    return (
      <Card>
        <Empty Icon={ListChecks} title="No batches in the last 24 hours">
          <p>A batch reads many pages and keeps their results for a day.</p>
          <Link
            to="/playground/batch"
            className="rounded-md bg-accent px-3 py-2 font-medium text-on-accent"
          >
            Start one in the playground
          </Link>
        </Empty>
      </Card>
    )
  return (
    <ul className="flex flex-col gap-4">
      {value.batches.map(batch => (
        <li key={batch.id}>
          <Batch batch={batch} onChange={reload} />
        </li>
      ))}
    </ul>
  )
}

const tones = { scraping: 'soft', completed: 'good', failed: 'bad', cancelled: 'warn' } as const

type Detail = 'results' | 'failures' | 'deliveries'

const Batch = ({ batch, onChange }: { batch: BatchSummary; onChange: () => void }) => {
  const [open, setOpen] = useState<Detail>()
  const params = { id: batch.id }
  const cancel = useAction(
    signal => ask('DELETE /v1/batch/scrape/:id', { params, signal }),
    onChange,
  )
  const retry = useAction(
    signal => ask('POST /v1/batch/scrape/:id/retry', { params, signal }),
    onChange,
  )
  const toggle = (what: Detail) => setOpen(now => (now === what ? undefined : what))
  const hasEnded = batch.status !== 'scraping'
  return (
    <Card
      title={`Batch of ${ago(batch.createdAt)}`}
      actions={
        <span className="flex items-center gap-2">
          <Badge tone={tones[batch.status]}>{batch.status}</Badge>
          {!hasEnded && (
            <Button look="bad" onClick={cancel.run} disabled={cancel.busy}>
              Cancel
            </Button>
          )}
        </span>
      }
      about={
        <span className="break-words">
          <code className="font-mono text-xs">{batch.id}</code> · key «{batch.key}» · results are
          kept until {new Date(batch.expiresAt).toLocaleString('en')}
        </span>
      }
    >
      <Progress {...batch} />
      <Problem error={cancel.error ?? retry.error} />
      {batch.failures.length > 0 && (
        <ul className="mb-3 flex flex-wrap gap-2" aria-label="Failures by reason">
          {batch.failures.map(({ code, count }) => (
            <li key={code}>
              <Badge tone="bad">
                {code}: {count}
              </Badge>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        <Button aria-expanded={open === 'results'} onClick={() => toggle('results')}>
          Results
        </Button>
        {batch.failed > 0 && (
          <Button aria-expanded={open === 'failures'} onClick={() => toggle('failures')}>
            {plural(batch.failed, 'failed page')}
          </Button>
        )}
        {batch.failed > 0 && hasEnded && (
          <Button onClick={retry.run} disabled={retry.busy}>
            Retry what failed
          </Button>
        )}
        {batch.webhook && (
          <Button aria-expanded={open === 'deliveries'} onClick={() => toggle('deliveries')}>
            Webhook deliveries
          </Button>
        )}
      </div>
      {open === 'results' && (
        <div className="mt-4">
          <BatchResults id={batch.id} />
        </div>
      )}
      {open === 'failures' && <Failures batchId={batch.id} />}
      {open === 'deliveries' && <Deliveries batchId={batch.id} to={batch.webhook ?? ''} />}
    </Card>
  )
}
