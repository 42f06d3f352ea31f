import { Download, ScrollText } from 'lucide-react'
import { useState } from 'react'
import type { AuditEntry } from '../../../src/doors/dashboard/schemas.ts'
import type { AnswerOf } from '../api/ask.ts'
import { useAnswer } from '../api/use-answer.ts'
import { PageActions } from '../page-head.tsx'
import { buttonLook, Empty, Missing, Problem } from '../parts/basics.tsx'
import { Days, Menu, menuLook } from '../parts/fields.tsx'
import { type Column, Cut, List, ListFrame } from '../parts/list.tsx'
import { Pages } from '../parts/paging.tsx'
import { ago, moment, plural } from '../parts/words.ts'
import { sayAction, sayActor } from './actions.ts'

const pageSize = 50
type Filter = { who: string; what: string; since: string; until: string }
const nothing: Filter = { who: '', what: '', since: '', until: '' }

/** While the year of a day is typed it is the year 2, then 20, then 202. */
const isWhole = (value: string) => value !== '' && !/^(?!20)\d{4}-/.test(value)

/** Who did what in the account. */
export const Audit = () => {
  const [filter, setFilter] = useState(nothing)
  const [offset, setOffset] = useState(0)
  const asked = Object.fromEntries(Object.entries(filter).filter(([, value]) => isWhole(value)))
  const { value, error } = useAnswer('GET /audit', { query: { ...asked, offset, limit: pageSize } })
  if (!value) return <Missing error={error} />
  return (
    <>
      <PageActions>
        <a
          href={`/dashboard/api/audit.csv?${new URLSearchParams(asked)}`}
          download
          className={buttonLook()}
        >
          <Download size={14} aria-hidden /> Download CSV
        </a>
      </PageActions>
      <ListFrame
        tools={
          <>
            <Filters
              audit={value}
              filter={filter}
              onChange={changed => {
                setFilter({ ...filter, ...changed })
                setOffset(0)
              }}
            />
            <span className="ml-auto text-soft tabular-nums" role="status">
              {plural(value.total, 'entry', 'entries')}
            </span>
          </>
        }
        foot={<Pages offset={offset} pageSize={pageSize} total={value.total} onMove={setOffset} />}
      >
        <Problem error={error} />
        {value.entries.length === 0 ? (
          <Empty Icon={ScrollText} title="Nothing here">
            <p>Nothing matches in this period.</p>
          </Empty>
        ) : (
          <List
            label="Audit log"
            columns={columns}
            rows={value.entries}
            keyOf={({ id }) => String(id)}
          />
        )}
      </ListFrame>
    </>
  )
}

const Filters = ({
  audit,
  filter,
  onChange,
}: {
  audit: AnswerOf<'GET /audit'>
  filter: Filter
  onChange: (change: Partial<Filter>) => void
}) => (
  <>
    <Menu
      aria-label="Who"
      className={menuLook}
      options={[
        { value: '', label: 'Anybody' },
        ...audit.actors.map(({ id, name }) => ({ value: id, label: sayActor(name) })),
      ]}
      value={filter.who}
      onChange={who => onChange({ who })}
    />
    <Menu
      aria-label="What"
      className={menuLook}
      options={[
        { value: '', label: 'Anything' },
        ...audit.actions.map(action => ({ value: action, label: sayAction(action) })),
      ]}
      value={filter.what}
      onChange={what => onChange({ what })}
    />
    <Days since={filter.since} until={filter.until} onChange={onChange} />
  </>
)

const columns: readonly Column<AuditEntry>[] = [
  {
    name: 'When (UTC)',
    width: 'w-48',
    cell: ({ at }) => (
      <time dateTime={at} title={ago(at)} className="tabular-nums">
        {moment(at)}
      </time>
    ),
  },
  { name: 'Who', cell: ({ who }) => <Cut text={sayActor(who)} /> },
  { name: 'What', cell: ({ what }) => <Cut text={sayAction(what)} className="font-medium" /> },
  {
    name: 'Target',
    cell: ({ name, subject }) => (
      <Cut
        text={name ?? subject}
        title={name && name !== subject ? `${name}, ${subject}` : subject}
      />
    ),
  },
]
