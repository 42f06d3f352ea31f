import { CalendarClock } from 'lucide-react'
import { useState } from 'react'
import { useAnswer } from '../ask/use-answer.ts'
import { Badge, Button, Card, Empty, Missing, Problem } from '../parts/basics.tsx'
import { Pages } from '../parts/paging.tsx'
import { Cell, Table } from '../parts/table.tsx'
import { ago, plural } from '../parts/words.ts'
import { go, Link } from '../route.tsx'
import { CreateSchedule } from './create-schedule.tsx'
import { sayCron } from './cron-words.ts'
import { inZone } from './timetable-fields.tsx'
import { runTones, type Schedule, sayChanges, targetOf } from './words.ts'

const pageSize = 25

/** What is read again and again, and what changed. */
export const Schedules = () => {
  const [offset, setOffset] = useState(0)
  const [creates, setCreates] = useState(false)
  const query = { offset, limit: pageSize }
  const { value, error } = useAnswer('GET /v1/schedules', { query }, 5_000)
  if (!value) return <Missing error={error} />
  const create = (
    <Button look="main" onClick={() => setCreates(true)}>
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
              and tells you what is new, changed or gone.
            </p>
            {create}
          </Empty>
        </Card>
      ) : (
        <Card title={plural(value.total, 'schedule')} actions={create}>
          <Problem error={error} />
          <Table label="Schedules" head={['Name', 'When', 'Next run', 'Last run', 'Last change']}>
            {value.data.map(schedule => (
              <Line key={schedule.id} schedule={schedule} />
            ))}
          </Table>
          <Pages offset={offset} size={pageSize} total={value.total} onMove={setOffset} />
        </Card>
      )}
      {creates && (
        <CreateSchedule
          onClose={() => setCreates(false)}
          onCreated={id => go(`/schedules/${id}`)}
        />
      )}
    </>
  )
}

const Line = ({ schedule }: { schedule: Schedule }) => (
  <tr>
    <Cell>
      <span className="flex min-w-0 max-w-72 flex-col">
        <Link
          to={`/schedules/${schedule.id}`}
          className="line-clamp-2 break-words font-medium text-accent underline"
        >
          {schedule.name}
        </Link>
        <span className="line-clamp-2 break-all text-soft text-xs">
          {schedule.kind}: {targetOf(schedule)}
        </span>
      </span>
    </Cell>
    <Cell>
      {sayCron(schedule.cron) ?? <code className="font-mono text-xs">{schedule.cron}</code>}
    </Cell>
    <Cell>
      {schedule.nextAt ? (
        <time dateTime={schedule.nextAt} title={inZone(schedule.nextAt, schedule.timeZone)}>
          {ago(schedule.nextAt)}
        </time>
      ) : (
        <Badge tone="warn">paused</Badge>
      )}
    </Cell>
    <Cell>
      {schedule.lastRun ? (
        <span className="flex flex-wrap items-center gap-2">
          <Badge tone={runTones[schedule.lastRun.state]}>{schedule.lastRun.state}</Badge>
          {ago(schedule.lastRun.dueAt)}
        </span>
      ) : (
        'never'
      )}
    </Cell>
    <Cell>
      {schedule.lastChange
        ? `${sayChanges(schedule.lastChange)}, ${ago(schedule.lastChange.dueAt)}`
        : '–'}
    </Cell>
  </tr>
)
