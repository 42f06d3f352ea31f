import { GraduationCap } from 'lucide-react'
import { useState } from 'react'
import { useAnswer } from '../api/use-answer.ts'
import { PageActions } from '../page-head.tsx'
import { Badge, buttonLook, Card, Empty, Missing, Problem } from '../parts/basics.tsx'
import { type Column, Cut, List, ListFrame } from '../parts/list.tsx'
import { Pages } from '../parts/paging.tsx'
import { ago, plural } from '../parts/words.ts'
import { Link } from '../route.tsx'
import { percent, type Reader, statusTones, statusWords } from './words.ts'

const pageSize = 25

/** What was taught of templates, or learned from a model. */
export const Readers = () => {
  const [offset, setOffset] = useState(0)
  const query = { offset, limit: pageSize }
  const { value, error } = useAnswer('GET /v1/readers', { query }, 5_000)
  if (!value) return <Missing error={error} />
  const teach = (
    <Link to="/readers/new" className={buttonLook('main')}>
      Teach a reader
    </Link>
  )
  if (value.total === 0)
    return (
      <Card>
        <Empty Icon={GraduationCap} title="No readers yet">
          <p>
            Show Siteray on one page where the values are, and it reads every other page of that
            template: in milliseconds, without a model, for 1 credit.
          </p>
          {teach}
        </Empty>
      </Card>
    )
  return (
    <>
      <PageActions>{teach}</PageActions>
      <Problem error={error} />
      <ListFrame
        tools={<h2 className="font-semibold">{plural(value.total, 'reader')}</h2>}
        foot={<Pages offset={offset} pageSize={pageSize} total={value.total} onMove={setOffset} />}
      >
        <List label="Readers" columns={columns} rows={value.data} keyOf={({ id }) => id} />
      </ListFrame>
    </>
  )
}

/** The least of its fields is what a reader can be trusted for. */
const leastOf = (reader: Reader, name: 'precision' | 'agreement'): number | undefined => {
  const shares = Object.values(reader.figures).flatMap(figures => figures[name] ?? [])
  return shares.length > 0 ? Math.min(...shares) : undefined
}

const columns: readonly Column<Reader>[] = [
  {
    name: 'Name',
    cell: reader => (
      <span className="block min-w-0">
        <Link
          to={`/readers/${reader.id}`}
          title={reader.name}
          className="block truncate font-medium hover:underline"
        >
          <bdi>{reader.name}</bdi>
        </Link>
        <Cut
          text={`${reader.match.host}${reader.match.paths[0] ?? ''}`}
          className="text-soft text-xs"
        />
        {reader.prompt && <Cut text={`“${reader.prompt}”`} className="text-soft text-xs" />}
      </span>
    ),
  },
  {
    name: 'Status',
    width: 'w-32',
    cell: ({ status, paused }) => (
      <span title={statusWords[status]}>
        <Badge tone={paused ? 'soft' : statusTones[status]}>{paused ? 'paused' : status}</Badge>
      </span>
    ),
  },
  {
    name: 'Fields',
    width: 'w-20',
    isFigure: true,
    hide: 'narrow',
    cell: ({ fields, lists }) => Object.keys(fields).length + lists.length,
  },
  {
    name: 'Precision',
    width: 'w-28',
    isFigure: true,
    cell: reader => percent(leastOf(reader, 'precision')),
  },
  {
    name: 'Agreement',
    width: 'w-28',
    isFigure: true,
    hide: 'narrow',
    cell: reader => percent(leastOf(reader, 'agreement')),
  },
  { name: 'Changed', width: 'w-32', hide: 'narrow', cell: ({ updatedAt }) => ago(updatedAt) },
]
