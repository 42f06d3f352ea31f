import { useState } from 'react'
import type { JobSummary } from '../../../src/doors/dashboard/job-answers.ts'
import { useAnswer } from '../api/use-answer.ts'
import { Missing } from '../parts/basics.tsx'
import { type Column, Cut, InCard, List } from '../parts/list.tsx'
import { Pages } from '../parts/paging.tsx'
import { jobRoutes } from './kinds.ts'
import { entriesOf, type Result, type Row, shownColumns, textOf } from './table-rows.ts'

type Job = Pick<JobSummary, 'id' | 'kind' | 'status' | 'completed' | 'failed'>

const pageSize = 50

/** The data of a job, a row for each page or for each entry of its list. */
export const JobData = ({ job }: { job: Job }) => {
  const [offset, setOffset] = useState(0)
  const sent = { params: { id: job.id }, query: { offset, limit: pageSize } }
  const everyMs = job.status === 'scraping' ? 1_500 : undefined
  const { value, error } = useAnswer(jobRoutes[job.kind].read, sent, everyMs)
  if (!value) return <Missing error={error} />
  if (value.data.length === 0) return <p className="text-soft">No page has finished yet.</p>
  const rows = (value.data as Result[]).flatMap(entriesOf)
  return (
    <InCard>
      <List
        label="Data"
        columns={columnsOf(rows)}
        rows={rows}
        keyOf={(_, place) => String(offset + place)}
      />
      <Pages
        offset={offset}
        pageSize={pageSize}
        total={job.completed + job.failed}
        onMove={setOffset}
      />
    </InCard>
  )
}

const columnsOf = (rows: readonly Row[]): Column<Row>[] => [
  // What all addresses begin with tells none of them from another.
  {
    name: 'Page',
    width: 'w-1/4',
    cell: ({ url }) => <Cut text={url.replace(/^https?:\/\//, '')} />,
  },
  ...shownColumns(rows).map(name => ({
    name,
    isFigure: isFigures(rows.map(({ cells }) => cells[name])),
    cell: ({ cells, error }: Row) =>
      error === undefined ? <Cut text={textOf(cells[name])} /> : null,
  })),
  ...(rows.some(({ error }) => error !== undefined)
    ? [{ name: 'Error', cell: ({ error = '' }: Row) => <Cut text={error} /> }]
    : []),
]

const isFigures = (values: readonly unknown[]): boolean => {
  const told = values.filter(value => value !== undefined && value !== null)
  return told.length > 0 && told.every(value => typeof value === 'number')
}
