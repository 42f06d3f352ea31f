import { useState } from 'react'
import { Card, Missing } from '../parts/basics.tsx'
import { Choice } from '../parts/fields.tsx'
import { Progress } from '../parts/progress.tsx'
import { plural } from '../parts/words.ts'
import { Link } from '../route.tsx'
import { JobReasons } from './job.tsx'
import { CancelJob, Downloads } from './job-actions.tsx'
import { JobData } from './job-data.tsx'
import { JobPages } from './job-pages.tsx'
import { JobTree } from './job-tree.tsx'
import { isDataJob } from './kinds.ts'
import { useJob } from './use-job.ts'

const pageViews = [
  { value: 'tree', label: 'Tree' },
  { value: 'list', label: 'List' },
] as const
const dataViews = [
  { value: 'table', label: 'Table' },
  { value: 'list', label: 'Pages' },
] as const
type View = (typeof pageViews | typeof dataViews)[number]['value']

/** A job that was just started, as it goes on. */
export const JobLive = ({ id, first = 'list' }: { id: string; first?: View }) => {
  const [chosen, setView] = useState<View>()
  const { value: job, error, reload } = useJob(id)
  if (!job) return <Missing error={error} />
  const isData = isDataJob(job)
  const view = chosen ?? (isData ? 'table' : first)
  return (
    <Card
      title="Results"
      actions={
        <span className="flex flex-wrap items-center gap-2">
          <Choice<View>
            label="View"
            options={isData ? dataViews : pageViews}
            value={view}
            onChange={setView}
          />
          {job.status === 'scraping' && <CancelJob job={job} onChange={reload} />}
        </span>
      }
      about={
        <>
          {job.kind === 'crawl' && <>{plural(job.discovered, 'URL')} found · </>}
          credits: {job.creditsUsed} ·{' '}
          <Link to={`/jobs/${id}`} className="text-accent underline">
            Open the job
          </Link>
        </>
      }
    >
      <Progress {...job} />
      <JobReasons job={job} />
      <div className="mb-4">
        <Downloads job={job} />
      </div>
      {view === 'table' && <JobData job={job} />}
      {view === 'tree' && <JobTree job={job} />}
      {view === 'list' && <JobPages job={job} />}
    </Card>
  )
}
