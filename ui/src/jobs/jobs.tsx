import { ListChecks, Pencil } from 'lucide-react'
import { useState } from 'react'
import type { JobSummary } from '../../../src/doors/dashboard/job-answers.ts'
import type { SentWith } from '../api/ask.ts'
import { useAnswer } from '../api/use-answer.ts'
import { Badge, Button, buttonLook, Card, Empty, Missing, Problem } from '../parts/basics.tsx'
import { Menu, menuLook } from '../parts/fields.tsx'
import { type Column, Cut, List, ListFrame } from '../parts/list.tsx'
import { CursorPages, useCursors } from '../parts/paging.tsx'
import { sayProgress } from '../parts/progress.tsx'
import { SearchField } from '../parts/search-field.tsx'
import { ago, count, plural } from '../parts/words.ts'
import { go, Link, useSearch } from '../route.tsx'
import { EditLabels } from './edit-labels.tsx'
import { kindWords, toneOf } from './kinds.ts'

type Query = SentWith<'GET /jobs'>['query']

const pageSize = 50
const usual = { search: '', kind: '', status: '', tag: '', sort: 'created', order: 'desc' }

const kinds = [
  { value: '', label: 'Every kind' },
  { value: 'batch', label: 'Batches' },
  { value: 'crawl', label: 'Crawls' },
  { value: 'extract', label: 'Extractions' },
  { value: 'branding', label: 'Branding' },
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
  const [shown, setShown] = useSearch(usual)
  const { search, kind, status, tag, sort, order } = shown
  const cursors = useCursors(JSON.stringify(shown))
  const query = {
    ...{ limit: pageSize, sort, order },
    ...(search && { search }),
    ...(kind && { kind }),
    ...(status && { status }),
    ...(tag && { tag }),
    ...(cursors.after && { after: cursors.after }),
  } as Query
  const { value, isCurrent, error, reload } = useAnswer('GET /jobs', { query }, 2_000)
  const [edited, setEdited] = useState<JobSummary>()
  if (!value) return <Missing error={error} />
  const isFiltered = [search, kind, status, tag].some(part => part !== '')
  if (value.total === 0 && !isFiltered) return <NoJobs />
  return (
    <>
      <Problem error={error} />
      <ListFrame
        isBusy={!isCurrent}
        tools={
          <>
            <SearchField
              label="Search jobs"
              value={search}
              onChange={text => setShown({ search: text })}
            />
            <Menu
              aria-label="Kind"
              className={menuLook}
              options={kinds}
              value={kind as ''}
              onChange={chosen => setShown({ kind: chosen })}
            />
            <Menu
              aria-label="State"
              className={menuLook}
              options={states}
              value={status as ''}
              onChange={chosen => setShown({ status: chosen })}
            />
            {tag && <Button onClick={() => setShown({ tag: '' })}>Tag: {tag} ×</Button>}
            <span className="ml-auto text-soft tabular-nums" role="status">
              {plural(value.total, 'job')}
            </span>
          </>
        }
        foot={
          <CursorPages
            {...{ cursors, pageSize, isCurrent, next: value.next, total: value.total }}
            shown={value.jobs.length}
          />
        }
      >
        {value.jobs.length === 0 ? (
          <p className="p-6 text-center text-soft">No job matches.</p>
        ) : (
          <List
            label="Jobs"
            columns={columns(chosen => setShown({ tag: chosen }))}
            rows={value.jobs}
            keyOf={({ id }) => id}
            isBrief
            sort={{ by: sort, order: order === 'asc' ? 'asc' : 'desc' }}
            onSort={({ by, order }) => setShown({ sort: by, order })}
            menu={job => ({
              name: nameOf(job),
              groups: [
                [
                  { name: 'Open', Icon: ListChecks, onChoose: () => go(`/jobs/${job.id}`) },
                  { name: 'Name and tags', Icon: Pencil, onChoose: () => setEdited(job) },
                ],
              ],
            })}
          />
        )}
      </ListFrame>
      {edited && (
        <EditLabels
          job={edited}
          onClose={() => setEdited(undefined)}
          onDone={() => {
            setEdited(undefined)
            reload()
          }}
        />
      )}
    </>
  )
}

const nameOf = ({ name, firstUrl, id }: JobSummary): string => name ?? (firstUrl || id)

const columns = (onTag: (tag: string) => void): Column<JobSummary>[] => [
  {
    name: 'Job',
    place: 'max-sm:order-1 max-sm:basis-full max-sm:pr-9',
    cell: job => (
      <span className="block min-w-0">
        <Link
          to={`/jobs/${job.id}`}
          title={nameOf(job)}
          className="block truncate font-medium hover:underline"
        >
          <bdi>{nameOf(job)}</bdi>
        </Link>
        {(job.name !== null || job.tags.length > 0) && (
          <span className="flex min-w-0 items-center gap-1 text-soft text-xs">
            {job.tags.map(tag => (
              <button
                key={tag}
                type="button"
                title={`Jobs with the tag ${tag}`}
                onClick={() => onTag(tag)}
                className="max-w-32 shrink-0 truncate rounded bg-hover px-1.5 hover:text-ink"
              >
                <bdi>{tag}</bdi>
              </button>
            ))}
            {job.name !== null && <Cut text={job.firstUrl} />}
          </span>
        )}
      </span>
    ),
  },
  { name: 'Kind', width: 'w-36', hide: 'narrow and phone', cell: ({ kind }) => kindWords[kind] },
  {
    name: 'State',
    width: 'w-28',
    place: 'max-sm:order-4',
    cell: job => <Badge tone={toneOf(job)}>{job.status}</Badge>,
  },
  {
    name: 'Pages',
    sort: 'total',
    width: 'w-48',
    place: 'max-sm:order-5 max-sm:flex-1',
    cell: job => <Cut text={sayProgress(job)} />,
  },
  {
    name: 'Credits',
    sort: 'credits',
    width: 'w-24',
    isFigure: true,
    place: 'max-sm:hidden!',
    cell: ({ creditsUsed }) => count(creditsUsed),
  },
  {
    name: 'Started',
    sort: 'created',
    width: 'w-32',
    hide: 'narrow',
    place: 'max-sm:order-6 max-sm:ml-auto max-sm:text-soft',
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} title={createdAt}>
        {ago(createdAt)}
      </time>
    ),
  },
]

const NoJobs = () => (
  <Card>
    <Empty Icon={ListChecks} title="No jobs, or their results have expired">
      <p>
        A batch reads many pages, a crawl reads a whole site, and an extraction turns many pages
        into data. Each job shows how long its results are kept.
      </p>
      <span className="flex flex-wrap justify-center gap-2">
        <Link to="/playground/crawl" className={buttonLook('main')}>
          Crawl a site
        </Link>
        <Link to="/playground/batch" className={buttonLook()}>
          Start a batch
        </Link>
        <Link to="/playground/extract?of=pages" className={buttonLook()}>
          Extract data
        </Link>
      </span>
    </Empty>
  </Card>
)
