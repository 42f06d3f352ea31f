import { useState } from 'react'
import type { JobAnswer } from '../../../src/doors/dashboard/answers.ts'
import { ThingHead, ThingMissing } from '../page-head.tsx'
import { Badge, Button, buttonLook, Card, Problem } from '../parts/basics.tsx'
import { Choice } from '../parts/fields.tsx'
import { Progress } from '../parts/progress.tsx'
import { ago, count, moment } from '../parts/words.ts'
import { Link, useSearch } from '../route.tsx'
import { Deliveries } from './deliveries.tsx'
import { EditLabels } from './edit-labels.tsx'
import { CancelJob, Downloads, RetryJob } from './job-actions.tsx'
import { JobPages } from './job-pages.tsx'
import { JobTable } from './job-table.tsx'
import { JobTree } from './job-tree.tsx'
import { kindWords, saySkip, toneOf } from './kinds.ts'
import { useJob } from './use-job.ts'

const list = { path: '/jobs', name: 'Jobs', one: 'A job' }

/** One batch, crawl or batch extraction with all that came of it. */
export const Job = ({ id }: { id: string }) => {
  const { value: job, error, reload } = useJob(id)
  return (
    <>
      {!job && <ThingMissing list={list} error={error} />}
      {job && <Whole job={job} error={error} onChange={reload} />}
    </>
  )
}

const views = [
  { value: 'table', label: 'Table' },
  { value: 'list', label: 'Pages' },
  { value: 'tree', label: 'Tree' },
  { value: 'deliveries', label: 'Webhook deliveries' },
] as const

const Whole = ({
  job,
  error,
  onChange,
}: {
  job: JobAnswer
  error: Error | undefined
  onChange: () => void
}) => {
  const [{ view: wanted }, setSearch] = useSearch({
    view: job.kind === 'extract' ? 'table' : 'list',
  })
  const [edits, setEdits] = useState(false)
  const hasEnded = job.status !== 'scraping'
  const isData = job.kind === 'extract'
  const offered = views.filter(({ value }) => {
    if (value === 'deliveries') return job.webhook
    return value === 'table' ? isData : value !== 'tree' || !isData
  })
  const view = offered.find(({ value }) => value === wanted)?.value ?? 'list'
  return (
    <>
      <ThingHead
        list={list}
        name={job.name ?? (job.firstUrl || job.id)}
        beside={<Badge tone={toneOf(job)}>{job.status}</Badge>}
        actions={
          <>
            <Button onClick={() => setEdits(true)}>Name and tags</Button>
            {!hasEnded && <CancelJob job={job} onChange={onChange} />}
            {hasEnded && job.failed > 0 && <RetryJob job={job} />}
            {hasEnded && !isData && job.completed > 0 && (
              <Link to={`/playground/extract?of=job&from=${job.id}`} className={buttonLook()}>
                Extract fields
              </Link>
            )}
          </>
        }
      />
      <div className="flex flex-col gap-4">
        <Card title={`${kindWords[job.kind]}, started ${ago(job.createdAt)}`}>
          <Problem error={error} />
          <Progress {...job} />
          <JobReasons job={job} />
          <dl className="mb-4 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
            {job.name && (
              <Fact name="First URL" value={<span className="break-all">{job.firstUrl}</span>} />
            )}
            {job.tags.length > 0 && <Fact name="Tags" value={<bdi>{job.tags.join(', ')}</bdi>} />}
            <Fact name="Id" value={<code className="break-all font-mono text-xs">{job.id}</code>} />
            <Fact name="Credits" value={count(job.creditsUsed)} />
            <Fact name="Key" value={<bdi className="break-all">{job.key}</bdi>} />
            {job.endedAt && <Fact name="Ended" value={`${moment(job.endedAt)} UTC`} />}
            <Fact name="Kept until" value={`${moment(job.expiresAt)} UTC`} />
          </dl>
          <Downloads job={job} />
        </Card>
        <Card
          title="Results"
          actions={
            <Choice
              label="View"
              options={offered}
              value={view}
              onChange={chosen => setSearch({ view: chosen })}
            />
          }
        >
          {view === 'table' && <JobTable job={job} />}
          {view === 'list' && <JobPages job={job} />}
          {view === 'tree' && <JobTree job={job} />}
          {view === 'deliveries' && <Deliveries job={job} to={job.webhook ?? ''} />}
        </Card>
      </div>
      {edits && (
        <EditLabels
          job={job}
          onClose={() => setEdits(false)}
          onDone={() => {
            setEdits(false)
            onChange()
          }}
        />
      )}
    </>
  )
}

const Fact = ({ name, value }: { name: string; value: React.ReactNode }) => (
  <>
    <dt className="text-soft">{name}</dt>
    <dd>{value}</dd>
  </>
)

/** How many failed and how many were skipped, by reason, and what the job itself says. */
export const JobReasons = ({ job }: { job: JobAnswer }) => {
  const skipped = Object.entries(job.skipped).filter(([, times]) => times > 0)
  return (
    <>
      {job.warning && <p className="mb-3 text-warn">{job.warning}</p>}
      <div className="mb-3 flex flex-wrap gap-2 empty:hidden">
        {job.failures.length > 0 && (
          <ul className="flex flex-wrap gap-2" aria-label="Failures by reason">
            {job.failures.map(({ code, count: times }) => (
              <li key={code}>
                <Badge tone="bad">
                  {code}: {times}
                </Badge>
              </li>
            ))}
          </ul>
        )}
        {skipped.length > 0 && (
          <ul className="flex flex-wrap gap-2" aria-label="Skipped by reason">
            {skipped.map(([reason, times]) => (
              <li key={reason}>
                <Badge tone="warn">
                  {saySkip(reason)}: {count(times)}
                </Badge>
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  )
}
