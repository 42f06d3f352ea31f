import { useState } from 'react'
import { useAnswer } from '../api/use-answer.ts'
import { Badge, Button, Missing } from '../parts/basics.tsx'
import { type Column, Cut, List, ListFrame } from '../parts/list.tsx'
import { Pages } from '../parts/paging.tsx'
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
      <ListFrame
        tools={<h2 className="font-semibold">Runs</h2>}
        foot={<Pages offset={offset} pageSize={pageSize} total={value.total} onMove={setOffset} />}
      >
        {value.total === 0 ? (
          <p className="p-6 text-center text-soft">It has not run yet.</p>
        ) : (
          <List
            label="Runs"
            columns={columns(shown, id => setShown(shown === id ? undefined : id))}
            rows={value.data}
            keyOf={({ id }) => id}
          />
        )}
      </ListFrame>
      {shown && <Changes key={shown} scheduleId={schedule.id} runId={shown} />}
    </>
  )
}

const columns = (shown: string | undefined, onShow: (id: string) => void): Column<Run>[] => [
  {
    name: 'Due (UTC)',
    width: 'w-48',
    cell: ({ dueAt }) => (
      <time dateTime={dueAt} className="tabular-nums">
        {moment(dueAt)}
      </time>
    ),
  },
  {
    name: 'State',
    cell: ({ state, error }) => (
      <span className="flex min-w-0 items-center gap-2">
        <Badge tone={runTones[state]}>{state}</Badge>
        {error && <Cut text={error} />}
      </span>
    ),
  },
  {
    name: 'Changes',
    cell: run => {
      const words = sayChanges(run)
      return words === undefined || words === 'nothing changed' ? (
        (words ?? '–')
      ) : (
        <Button aria-expanded={shown === run.id} onClick={() => onShow(run.id)}>
          {words}
        </Button>
      )
    },
  },
  {
    name: 'Credits',
    width: 'w-24',
    isFigure: true,
    cell: ({ creditsUsed }) => count(creditsUsed),
  },
  {
    name: 'Job',
    width: 'w-20',
    cell: ({ jobId }) =>
      jobId ? (
        <Link to={`/jobs/${jobId}`} className="text-accent hover:underline">
          Open
        </Link>
      ) : (
        '–'
      ),
  },
]
