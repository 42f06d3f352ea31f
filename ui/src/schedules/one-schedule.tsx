import { useState } from 'react'
import { ask } from '../api/ask.ts'
import { useAction } from '../api/use-action.ts'
import { useAnswer } from '../api/use-answer.ts'
import { ThingHead, ThingMissing } from '../page-head.tsx'
import { Badge, Button, Card, Problem } from '../parts/basics.tsx'
import { ago } from '../parts/words.ts'
import { sayCron } from './cron-words.ts'
import { Runs } from './runs.tsx'
import { DeleteSchedule, EditSchedule } from './schedule-dialogs.tsx'
import { inZone } from './timetable-fields.tsx'
import { type Schedule, sayChanges, targetOf } from './words.ts'

const list = { path: '/schedules', name: 'Schedules', one: 'A schedule' }

/** One schedule with its runs. */
export const OneSchedule = ({ id }: { id: string }) => {
  const { value, error, reload } = useAnswer('GET /v1/schedules/:id', { params: { id } }, 2_000)
  return (
    <div className="flex flex-col gap-4">
      {!value && <ThingMissing list={list} error={error} />}
      {value && <Head schedule={value} error={error} onChange={reload} />}
      {value && <Runs schedule={value} />}
    </div>
  )
}

const Head = ({
  schedule,
  error,
  onChange,
}: {
  schedule: Schedule
  error: Error | undefined
  onChange: () => void
}) => {
  const [asks, setAsks] = useState<'edit' | 'delete'>()
  const params = { id: schedule.id }
  const run = useAction(signal => ask('POST /v1/schedules/:id/run', { params, signal }), onChange)
  const pause = useAction(
    signal =>
      ask('PATCH /v1/schedules/:id', { params, body: { paused: !schedule.paused }, signal }),
    onChange,
  )
  const { timeZone } = schedule
  return (
    <div>
      <ThingHead
        list={list}
        name={schedule.name}
        actions={
          <>
            <Button look="main" onClick={run.run} disabled={run.busy}>
              Run now
            </Button>
            <Button onClick={pause.run} disabled={pause.busy}>
              {schedule.paused ? 'Resume' : 'Pause'}
            </Button>
            <Button onClick={() => setAsks('edit')}>Edit</Button>
            <Button look="bad" onClick={() => setAsks('delete')}>
              Delete
            </Button>
          </>
        }
      />
      <Card>
        <Problem error={run.error ?? pause.error ?? error} />
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
          <Fact name="What">
            <span className="break-all">
              {schedule.kind}: {targetOf(schedule)}
            </span>
          </Fact>
          <Fact name="When">
            {sayCron(schedule.cron)} <code className="font-mono text-xs">{schedule.cron}</code>{' '}
            {timeZone}
          </Fact>
          <Fact name="Next run">
            {schedule.nextAt ? (
              `${inZone(schedule.nextAt, timeZone)} (${ago(schedule.nextAt)})`
            ) : (
              <>
                <Badge tone="warn">paused</Badge> {schedule.pausedBecause}
              </>
            )}
          </Fact>
          <Fact name="Last change">
            {schedule.lastChange
              ? `${sayChanges(schedule.lastChange)}, ${ago(schedule.lastChange.dueAt)}`
              : schedule.compareTo
                ? 'none so far'
                : 'runs are not compared'}
          </Fact>
          <Fact name="Notifies">
            {[
              ...(schedule.mail ? ['the owner by mail'] : []),
              ...(schedule.webhook ? [schedule.webhook.url] : []),
            ].join(', ') || 'nobody'}
          </Fact>
        </dl>
      </Card>
      {asks === 'edit' && (
        <EditSchedule
          schedule={schedule}
          onClose={() => setAsks(undefined)}
          onDone={() => {
            setAsks(undefined)
            onChange()
          }}
        />
      )}
      {asks === 'delete' && (
        <DeleteSchedule schedule={schedule} onClose={() => setAsks(undefined)} />
      )}
    </div>
  )
}

const Fact = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <>
    <dt className="text-soft">{name}</dt>
    <dd className="min-w-0 break-words">{children}</dd>
  </>
)
