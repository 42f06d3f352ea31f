import { useState } from 'react'
import type { JobPage, JobSummary } from '../../../src/doors/dashboard/job-answers.ts'
import { useAnswer } from '../api/use-answer.ts'
import { Badge, Button, Missing } from '../parts/basics.tsx'
import { Menu, menuLook } from '../parts/fields.tsx'
import { type Column, Cut, InCard, List } from '../parts/list.tsx'
import { Pages } from '../parts/paging.tsx'
import { SearchField } from '../parts/search-field.tsx'
import { saySkip, stateWords } from './kinds.ts'
import { ReadPage } from './read-page.tsx'

type Job = Pick<JobSummary, 'id' | 'kind' | 'status'>

const pageSize = 50

const states = [
  { value: '', label: 'Any state' },
  { value: 'done', label: 'Done' },
  { value: 'failed', label: 'Failed' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'skipped', label: 'Skipped' },
] as const
type State = (typeof states)[number]['value']

/** The pages of a job, to be searched and read. */
export const JobPages = ({ job }: { job: Job }) => {
  const [search, setSearch] = useState('')
  const [state, setState] = useState<State>('')
  const [offset, setOffset] = useState(0)
  const [read, setRead] = useState<JobPage>()
  const query = { offset, limit: pageSize, ...(search && { search }), ...(state && { state }) }
  const everyMs = job.status === 'scraping' ? 1_500 : undefined
  const sent = { params: { id: job.id }, query }
  const { value, error } = useAnswer('GET /jobs/:id/pages', sent, everyMs)
  return (
    <>
      <search className="mb-4 flex flex-wrap gap-2">
        <SearchField
          label="Search URLs"
          value={search}
          onChange={text => {
            setSearch(text)
            setOffset(0)
          }}
        />
        <Menu
          aria-label="State"
          className={menuLook}
          options={states}
          value={state}
          onChange={chosen => {
            setState(chosen)
            setOffset(0)
          }}
        />
      </search>
      {!value && <Missing error={error} />}
      {value?.total === 0 && <p className="text-soft">No page matches.</p>}
      {value && value.total > 0 && (
        <InCard>
          <List
            label="Pages"
            columns={columns(setRead)}
            rows={value.pages}
            keyOf={(_, place) => String(offset + place)}
          />
          <Pages offset={offset} pageSize={pageSize} total={value.total} onMove={setOffset} />
        </InCard>
      )}
      {read && <ReadPage job={job} page={read} onClose={() => setRead(undefined)} />}
    </>
  )
}

const columns = (onRead: (page: JobPage) => void): Column<JobPage>[] => [
  { name: 'Address', cell: ({ url }) => <Cut text={url} /> },
  {
    name: 'State',
    width: 'w-40',
    cell: ({ state, change }) => (
      <span className="flex gap-1">
        <Badge tone={stateWords[state].tone}>{stateWords[state].word}</Badge>
        {change && <Badge tone={change === 'same' ? 'soft' : 'warn'}>{change}</Badge>}
      </span>
    ),
  },
  {
    name: 'Result',
    width: 'w-56',
    cell: page => {
      const failed = page.state === 'failed'
      return (
        <span className="flex min-w-0 items-center justify-between gap-2">
          {failed && <Cut text={page.reason ?? ''} className="font-mono text-xs" />}
          {page.state === 'skipped' && page.reason && <Cut text={saySkip(page.reason)} />}
          {page.place !== null && (
            <Button
              onClick={() => onRead(page)}
              aria-label={`${failed ? 'Why' : 'View'} ${page.url}`}
            >
              {failed ? 'Why' : 'View'}
            </Button>
          )}
        </span>
      )
    },
  },
]
