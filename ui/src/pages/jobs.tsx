import type { BatchSummary } from '../../../src/dashboard/answers.ts'
import { ask, useAction, useAnswer } from '../ask.ts'
import { Badge, Button, Card, Problem, Waiting } from '../parts/basics.tsx'
import { Progress } from '../parts/progress.tsx'
import { ago } from '../parts/words.ts'
import { Link } from '../route.tsx'

export const Jobs = () => {
  const { value, error, reload } = useAnswer<{ batches: BatchSummary[] }>('/batches', 1_500)
  if (!value) return error ? <Problem>{error}</Problem> : <Waiting />
  if (value.batches.length === 0)
    return (
      <Card>
        <p>
          No batches in the last 24 hours. Start one in the{' '}
          <Link to="/playground/batch" className="text-accent underline">
            playground
          </Link>
          .
        </p>
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

const Batch = ({ batch, onChange }: { batch: BatchSummary; onChange: () => void }) => {
  const cancel = useAction(async () => {
    await ask(`/v1/batch/scrape/${batch.id}`, { method: 'DELETE' })
    onChange()
  })
  return (
    <Card
      title={`Batch of ${ago(batch.createdAt)}`}
      actions={
        <span className="flex items-center gap-2">
          <Badge tone={tones[batch.status]}>{batch.status}</Badge>
          {batch.status === 'scraping' && (
            <Button look="bad" onClick={cancel.run} disabled={cancel.busy}>
              Cancel
            </Button>
          )}
        </span>
      }
      about={`${batch.id} · key «${batch.key}» · results are kept until ${new Date(batch.expiresAt).toLocaleString('en')}`}
    >
      <Progress {...batch} />
      <Problem>{cancel.error}</Problem>
      {batch.failures.length > 0 && (
        <ul className="flex flex-wrap gap-2" aria-label="Failures by reason">
          {batch.failures.map(({ code, count }) => (
            <li key={code}>
              <Badge tone="bad">
                {code}: {count}
              </Badge>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
