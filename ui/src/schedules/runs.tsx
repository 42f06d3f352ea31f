import { useState } from 'react'
import { useAnswer } from '../ask/use-answer.ts'
import { Badge, Button, Card, Missing } from '../parts/basics.tsx'
import { Pages } from '../parts/paging.tsx'
import { Cell, Table } from '../parts/table.tsx'
import { count, moment } from '../parts/words.ts'
import { Link } from '../route.tsx'
import { Changes } from './changes.tsx'
import { type Run, runTones, type Schedule, sayChanges } from './words.ts'

const pageSize = 25

/** The runs of a schedule, and what one of them found. */
export const Runs = ({ schedule }: { schedule: Schedule }) => {
  const [offset, setOffset] = useState(0)
  const [shown, setShown] = useState<string>()
  const sent = { params: { id: schedule.id }, query: { offset, limit: pageSize } }
  const { value, error } = useAnswer('GET /v1/schedules/:id/runs', sent, 2_000)
  if (!value) return <Missing error={error} />
  return (
    <>
      <Card title="Runs">
        {value.total === 0 ? (
          <p className="text-soft">It has not run yet.</p>
        ) : (
          <Table label="Runs" head={['Due (UTC)', 'State', 'Changes', 'Credits', 'Job']}>
            {value.data.map(run => (
              <Line
                key={run.id}
                run={run}
                isShown={shown === run.id}
                onShow={() => setShown(shown === run.id ? undefined : run.id)}
              />
            ))}
          </Table>
        )}
        <Pages offset={offset} size={pageSize} total={value.total} onMove={setOffset} />
      </Card>
      {shown && <Changes key={shown} scheduleId={schedule.id} runId={shown} />}
    </>
  )
}

const Line = ({ run, isShown, onShow }: { run: Run; isShown: boolean; onShow: () => void }) => {
  const words = sayChanges(run)
  const hasChanges = words !== undefined && words !== 'nothing changed'
  return (
    <tr>
      <Cell>
        <time dateTime={run.dueAt} className="whitespace-nowrap tabular-nums">
          {moment(run.dueAt)}
        </time>
      </Cell>
      <Cell>
        <span className="flex flex-wrap items-center gap-2">
          <Badge tone={runTones[run.state]}>{run.state}</Badge>
          {run.error && <span className="break-words">{run.error}</span>}
        </span>
      </Cell>
      <Cell>
        {hasChanges ? (
          <Button aria-expanded={isShown} onClick={onShow}>
            {words}
          </Button>
        ) : (
          (words ?? '–')
        )}
      </Cell>
      <Cell>{count(run.creditsUsed)}</Cell>
      <Cell>
        {run.jobId ? (
          <Link to={`/jobs/${run.jobId}`} className="text-accent underline">
            Open
          </Link>
        ) : (
          '–'
        )}
      </Cell>
    </tr>
  )
}
