import { useState } from 'react'
import type { JobPage, JobSummary } from '../../../src/doors/dashboard/answers.ts'
import { useAnswer } from '../ask/use-answer.ts'
import { Badge, Button, Missing } from '../parts/basics.tsx'
import { Field, Select } from '../parts/fields.tsx'
import { Pages } from '../parts/paging.tsx'
import { Cell, Table } from '../parts/table.tsx'
import { saySkip, stateWords } from './kinds.ts'
import { ReadPage } from './read-page.tsx'

type Job = Pick<JobSummary, 'id' | 'kind' | 'status'>

const pageSize = 50

const states = [
  { value: '', label: 'Any' },
  { value: 'done', label: 'Read' },
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
      <search className="mb-4 flex flex-wrap gap-3">
        <div className="min-w-48 flex-1">
          <Field
            label="Search in addresses"
            type="search"
            maxLength={500}
            value={search}
            onChange={text => {
              setSearch(text)
              setOffset(0)
            }}
          />
        </div>
        <Select
          label="State"
          options={states}
          value={state}
          onChange={chosen => {
            setState(chosen)
            setOffset(0)
          }}
        />
      </search>
      {!value && <Missing error={error} />}
      {value?.total === 0 && <p className="text-soft">No page is like this.</p>}
      {value && value.total > 0 && (
        <Table label="Pages" head={['Address', 'State', 'Result']}>
          {value.pages.map((page, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an address may stand twice in a batch
            <Line key={place} page={page} onRead={() => setRead(page)} />
          ))}
        </Table>
      )}
      {value && <Pages offset={offset} size={pageSize} total={value.total} onMove={setOffset} />}
      {read && <ReadPage job={job} page={read} onClose={() => setRead(undefined)} />}
    </>
  )
}

const Line = ({ page, onRead }: { page: JobPage; onRead: () => void }) => {
  const { word, tone } = stateWords[page.state]
  return (
    <tr>
      <Cell>
        <span className="line-clamp-3 break-all">{page.url}</span>
      </Cell>
      <Cell>
        <span className="flex flex-wrap gap-1">
          <Badge tone={tone}>{word}</Badge>
          {page.change && (
            <Badge tone={page.change === 'same' ? 'soft' : 'warn'}>{page.change}</Badge>
          )}
        </span>
      </Cell>
      <Cell>
        <span className="flex flex-wrap items-center gap-2">
          {page.state === 'failed' && <code className="font-mono text-xs">{page.reason}</code>}
          {page.state === 'skipped' && page.reason && saySkip(page.reason)}
          {page.place !== null && (
            <Button
              onClick={onRead}
              aria-label={`${page.state === 'failed' ? 'Why not' : 'Read'} ${page.url}`}
            >
              {page.state === 'failed' ? 'Why' : 'Read'}
            </Button>
          )}
        </span>
      </Cell>
    </tr>
  )
}
