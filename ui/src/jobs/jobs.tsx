import { ListChecks } from 'lucide-react'
import { useState } from 'react'
import type { JobSummary } from '../../../src/doors/dashboard/answers.ts'
import type { SentWith } from '../ask/ask.ts'
import { useAnswer } from '../ask/use-answer.ts'
import { Badge, Card, Empty, Missing, Problem } from '../parts/basics.tsx'
import { Select } from '../parts/fields.tsx'
import { Pages } from '../parts/paging.tsx'
import { sayProgress } from '../parts/progress.tsx'
import { Cell, Table } from '../parts/table.tsx'
import { ago, plural } from '../parts/words.ts'
import { Link } from '../route.tsx'
import { kindWords, statusTones } from './kinds.ts'

type Query = SentWith<'GET /jobs'>['query']
type Filter = { kind: NonNullable<Query['kind']> | ''; status: NonNullable<Query['status']> | '' }

const pageSize = 25

const kinds = [
  { value: '', label: 'Both kinds' },
  { value: 'batch', label: 'Batches' },
  { value: 'crawl', label: 'Crawls' },
] as const
const states = [
  { value: '', label: 'Any state' },
  { value: 'scraping', label: 'Running' },
  { value: 'completed', label: 'Completed' },
  { value: 'failed', label: 'Failed' },
  { value: 'cancelled', label: 'Cancelled' },
] as const

/** Every batch and crawl whose results are still kept. */
export const Jobs = () => {
  const [filter, setFilter] = useState<Filter>({ kind: '', status: '' })
  const [offset, setOffset] = useState(0)
  const query: Query = {
    ...{ offset, limit: pageSize },
    ...(filter.kind && { kind: filter.kind }),
    ...(filter.status && { status: filter.status }),
  }
  const { value, error } = useAnswer('GET /jobs', { query }, 2_000)
  if (!value) return <Missing error={error} />
  const choose = (chosen: Partial<Filter>) => {
    setFilter({ ...filter, ...chosen })
    setOffset(0)
  }
  const isFiltered = filter.kind !== '' || filter.status !== ''
  if (value.total === 0 && !isFiltered) return <NoJobs />
  return (
    <div className="flex flex-col gap-6">
      <search className="flex flex-wrap gap-3">
        <Select
          label="Kind"
          options={kinds}
          value={filter.kind}
          onChange={kind => choose({ kind })}
        />
        <Select
          label="State"
          options={states}
          value={filter.status}
          onChange={status => choose({ status })}
        />
      </search>
      <Card title={plural(value.total, 'job')}>
        <Problem error={error} />
        {value.jobs.length === 0 ? (
          <p className="text-soft">No job is of this kind and state.</p>
        ) : (
          <Table label="Jobs" head={['Job', 'Kind', 'State', 'Pages', 'Credits', 'Started']}>
            {value.jobs.map(job => (
              <Line key={job.id} job={job} />
            ))}
          </Table>
        )}
        <Pages offset={offset} size={pageSize} total={value.total} onMove={setOffset} />
      </Card>
    </div>
  )
}

const Line = ({ job }: { job: JobSummary }) => (
  <tr>
    <Cell>
      <Link
        to={`/jobs/${job.id}`}
        className="line-clamp-2 max-w-96 break-all font-medium text-accent underline"
      >
        {job.firstUrl || job.id}
      </Link>
    </Cell>
    <Cell>{kindWords[job.kind]}</Cell>
    <Cell>
      <Badge tone={statusTones[job.status]}>{job.status}</Badge>
    </Cell>
    <Cell>{sayProgress(job)}</Cell>
    <Cell>{job.creditsUsed}</Cell>
    <Cell>
      <time dateTime={job.createdAt} className="whitespace-nowrap">
        {ago(job.createdAt)}
      </time>
    </Cell>
  </tr>
)

const NoJobs = () => (
  <Card>
    <Empty Icon={ListChecks} title="No jobs in the last 24 hours">
      <p>
        A batch reads many pages, a crawl a whole site. Both keep their results for a day after they
        began.
      </p>
      <span className="flex flex-wrap justify-center gap-2">
        <Link
          to="/playground/crawl"
          className="rounded-md bg-accent px-3 py-2 font-medium text-on-accent"
        >
          Crawl a site
        </Link>
        <Link to="/playground/batch" className="rounded-md border px-3 py-2 font-medium text-ink">
          Start a batch
        </Link>
      </span>
    </Empty>
  </Card>
)
