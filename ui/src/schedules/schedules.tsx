import { CalendarClock } from 'lucide-react'
import { useState } from 'react'
import { useAnswer } from '../api/use-answer.ts'
import { PageActions } from '../page-head.tsx'
import { Badge, Button, Card, Empty, Missing, Problem } from '../parts/basics.tsx'
import { type Column, Cut, List, ListFrame } from '../parts/list.tsx'
import { Pages } from '../parts/paging.tsx'
import { ago, plural } from '../parts/words.ts'
import { go, Link, useSearch } from '../route.tsx'
import { CreateSchedule } from './create-schedule.tsx'
import { sayCron } from './cron-words.ts'
import { inZone } from './timetable-fields.tsx'
import { runTones, type Schedule, sayChanges, targetOf } from './words.ts'

const pageSize = 25

/** What is read again and again, and what changed. */
export const Schedules = () => {
  const [offset, setOffset] = useState(0)
  const [{ create: creates }, setShown] = useSearch({ create: '' })
  const query = { offset, limit: pageSize }
  const { value, error } = useAnswer('GET /v1/schedules', { query }, 5_000)
  if (!value) return <Missing error={error} />
  const create = (
    <Button look="main" onClick={() => setShown({ create: 'yes' })}>
      New schedule
    </Button>
  )
  return (
    <>
      {value.total === 0 ? (
        <Card>
          <Empty Icon={CalendarClock} title="No schedules yet">
            <p>
              A schedule crawls a site, reads pages, lists URLs or profiles a brand by a timetable,
              and reports what is new, changed or gone.
            </p>
            {create}
          </Empty>
        </Card>
      ) : (
        <>
          <PageActions>{create}</PageActions>
          <Problem error={error} />
          <ListFrame
            tools={<h2 className="font-semibold">{plural(value.total, 'schedule')}</h2>}
            foot={
              <Pages offset={offset} pageSize={pageSize} total={value.total} onMove={setOffset} />
            }
          >
            <List label="Schedules" columns={columns} rows={value.data} keyOf={({ id }) => id} />
          </ListFrame>
        </>
      )}
      {creates && (
        <CreateSchedule
          onClose={() => setShown({ create: '' })}
          onCreated={id => go(`/schedules/${id}`)}
        />
      )}
    </>
  )
}

const columns: readonly Column<Schedule>[] = [
  {
    name: 'Name',
    cell: schedule => (
      <span className="block min-w-0">
        <Link
          to={`/schedules/${schedule.id}`}
          title={schedule.name}
          className="block truncate font-medium hover:underline"
        >
          <bdi>{schedule.name}</bdi>
        </Link>
        <Cut text={`${schedule.kind}: ${targetOf(schedule)}`} className="text-soft text-xs" />
      </span>
    ),
  },
  {
    name: 'When',
    hide: 'narrow',
    cell: ({ cron }) => <Cut text={sayCron(cron) ?? cron} />,
  },
  {
    name: 'Next run',
    width: 'w-32',
    cell: ({ nextAt, timeZone }) =>
      nextAt ? (
        <time dateTime={nextAt} title={inZone(nextAt, timeZone)}>
          {ago(nextAt)}
        </time>
      ) : (
        <Badge tone="warn">paused</Badge>
      ),
  },
  {
    name: 'Last run',
    width: 'w-48',
    cell: ({ lastRun }) =>
      lastRun ? (
        <>
          <Badge tone={runTones[lastRun.state]}>{lastRun.state}</Badge> {ago(lastRun.dueAt)}
        </>
      ) : (
        'never'
      ),
  },
  {
    name: 'Last change',
    width: 'w-48',
    cell: ({ lastChange }) =>
      lastChange ? <Cut text={`${sayChanges(lastChange)}, ${ago(lastChange.dueAt)}`} /> : '–',
  },
]
