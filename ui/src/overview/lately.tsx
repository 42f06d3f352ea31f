import { useState } from 'react'
import type { LoggedCall } from '../../../src/doors/dashboard/schemas.ts'
import { useAnswer } from '../api/use-answer.ts'
import { Badge, buttonLook, Card } from '../parts/basics.tsx'
import { ListFrame } from '../parts/list.tsx'
import { sayProgress } from '../parts/progress.tsx'
import { ago } from '../parts/words.ts'
import { CallDetail } from '../requests/call-detail.tsx'
import { CallList } from '../requests/call-list.tsx'
import { Link } from '../route.tsx'

/** What runs just now; nothing where nothing does. */
export const RunningJobs = () => {
  const query = { status: 'scraping', limit: 5, sort: 'created', order: 'desc' } as const
  const { value } = useAnswer('GET /jobs', { query }, 2_000)
  if (!value || value.jobs.length === 0) return null
  return (
    <Card
      title="Running now"
      actions={
        <Link to="/jobs?status=scraping" className={buttonLook()}>
          All {value.total}
        </Link>
      }
    >
      <ul className="flex flex-col divide-y">
        {value.jobs.map(job => (
          <li key={job.id} className="flex min-w-0 items-center gap-3 py-2">
            <Badge tone="soft">{job.kind}</Badge>
            <Link to={`/jobs/${job.id}`} className="min-w-0 flex-1 truncate hover:underline">
              <bdi>{job.name ?? job.firstUrl}</bdi>
            </Link>
            <span className="shrink-0 text-soft tabular-nums">{sayProgress(job)}</span>
            <span className="hidden shrink-0 text-soft sm:block">{ago(job.createdAt)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** The last calls that failed: the first thing to look at. */
export const LastFailures = () => {
  const [open, setOpen] = useState<LoggedCall>()
  const query = { outcome: 'failed', limit: 5 }
  const { value } = useAnswer('GET /requests', { query }, 10_000)
  if (!value || value.requests.length === 0) return null
  return (
    <>
      <ListFrame
        tools={
          <>
            <h2 className="font-semibold">Recent failed calls</h2>
            <Link to="/requests?outcome=failed" className={`${buttonLook()} ml-auto`}>
              See all
            </Link>
          </>
        }
      >
        <CallList calls={value.requests} onOpen={setOpen} />
      </ListFrame>
      {open && <CallDetail call={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}
