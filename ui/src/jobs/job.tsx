import { useState } from 'react'
import type { JobAnswer } from '../../../src/doors/dashboard/job-answers.ts'
import { ThingHead, ThingMissing } from '../page-head.tsx'
import { Badge, Button, buttonLook, Card, Problem } from '../parts/basics.tsx'
import { Facts } from '../parts/facts.tsx'
import { Choice } from '../parts/fields.tsx'
import { Cut } from '../parts/list.tsx'
import { Progress } from '../parts/progress.tsx'
import { ago, count, moment } from '../parts/words.ts'
import { Link, useSearch } from '../route.tsx'
import { Deliveries } from './deliveries.tsx'
import { EditLabels } from './edit-labels.tsx'
import { CancelJob, Downloads, RetryJob } from './job-actions.tsx'
import { JobData } from './job-data.tsx'
import { JobPages } from './job-pages.tsx'
import { JobTree } from './job-tree.tsx'
import { creditWords, isDataJob, kindWords, saySkip, toneOf } from './kinds.ts'
import { useJob } from './use-job.ts'

const list = { path: '/jobs', name: 'Jobs', one: 'A job' }

/** One job with all that came of it. */
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
  const isData = isDataJob(job)
  const [{ view: wanted }, setSearch] = useSearch({ view: isData ? 'table' : 'list' })
  const [edits, setEdits] = useState(false)
  const hasEnded = job.status !== 'scraping'
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
        <JobFacts job={job} />
        <Card
          title={`${kindWords[job.kind]}, started ${ago(job.createdAt)}`}
          actions={<Downloads job={job} />}
        >
          <Problem error={error} />
          <Progress {...job} />
          <JobReasons job={job} />
          {job.name && <p className="break-all text-soft">{job.firstUrl}</p>}
          {job.tags.length > 0 && (
            <p className="break-words text-soft">
              Tags: <bdi>{job.tags.join(', ')}</bdi>
            </p>
          )}
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
          {view === 'table' && <JobData job={job} />}
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

const JobFacts = ({ job }: { job: JobAnswer }) => (
  <Facts
    facts={[
      { name: 'Job', value: kindWords[job.kind], about: <bdi>{job.id}</bdi> },
      { name: 'Credits', value: count(job.creditsUsed), about: `${creditWords[job.kind]} a page` },
      { name: 'Key', value: <Cut text={job.key} /> },
      {
        name: 'Ended',
        value: job.endedAt ? ago(job.endedAt) : 'still running',
        about: job.endedAt && `${moment(job.endedAt)} UTC`,
      },
      { name: 'Kept until', value: ago(job.expiresAt), about: `${moment(job.expiresAt)} UTC` },
    ]}
  />
)

/** How many failed and how many were skipped, by reason, and what the job itself says. */
export const JobReasons = ({ job }: { job: JobAnswer }) => {
  const skipped = Object.entries(job.skipped).filter(([, times]) => times > 0)
  const warning = job.warning && <p className="mb-3 text-warn last:mb-0">{job.warning}</p>
  if (job.failures.length + skipped.length === 0) return warning || null
  return (
    <>
      {warning}
      <div className="mb-3 flex flex-wrap gap-2 last:mb-0">
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
