import { Download, ScrollText } from 'lucide-react'
import { useState } from 'react'
import type { AuditEntry } from '../../../src/doors/dashboard/answers.ts'
import type { AnswerOf } from '../ask/ask.ts'
import { useAnswer } from '../ask/use-answer.ts'
import { buttonLook, Empty, Missing, Problem } from '../parts/basics.tsx'
import { Field, Select } from '../parts/fields.tsx'
import { type Column, Cut, List, ListFrame } from '../parts/list.tsx'
import { Pages } from '../parts/paging.tsx'
import { ago, count, moment } from '../parts/words.ts'
import { sayAction } from './actions.ts'

const size = 50
type Filter = { who: string; what: string; since: string; until: string }
const nothing: Filter = { who: '', what: '', since: '', until: '' }

/** While the year of a day is typed it is the year 2, then 20, then 202. */
const isWhole = (value: string) => value !== '' && !/^(?!20)\d{4}-/.test(value)

/** Who did what in the account. */
export const Audit = () => {
  const [filter, setFilter] = useState(nothing)
  const [offset, setOffset] = useState(0)
  const asked = Object.fromEntries(Object.entries(filter).filter(([, value]) => isWhole(value)))
  const { value, error } = useAnswer('GET /audit', { query: { ...asked, offset, limit: size } })
  if (!value) return <Missing error={error} />
  return (
    <div className="flex flex-col gap-6">
      <Filters
        audit={value}
        filter={filter}
        onChange={changed => {
          setFilter(changed)
          setOffset(0)
        }}
      />
      <ListFrame
        tools={
          <>
            <h2 className="font-semibold">
              {value.total === 1 ? '1 entry' : `${count(value.total)} entries`}
            </h2>
            <a
              href={`/dashboard/api/audit.csv?${new URLSearchParams(asked)}`}
              download
              className={`${buttonLook()} ml-auto`}
            >
              <Download size={14} aria-hidden /> Download CSV
            </a>
          </>
        }
        foot={<Pages offset={offset} size={size} total={value.total} onMove={setOffset} />}
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
    </div>
  )
}

const Filters = ({
  audit,
  filter,
  onChange,
}: {
  audit: AnswerOf<'GET /audit'>
  filter: Filter
  onChange: (filter: Filter) => void
}) => (
  <search className="grid grid-cols-2 gap-3 lg:grid-cols-4">
    <Select
      label="Who"
      options={[
        { value: '', label: 'Anybody' },
        ...audit.actors.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={filter.who}
      onChange={who => onChange({ ...filter, who })}
    />
    <Select
      label="What"
      options={[
        { value: '', label: 'Anything' },
        ...audit.actions.map(action => ({ value: action, label: sayAction(action) })),
      ]}
      value={filter.what}
      onChange={what => onChange({ ...filter, what })}
    />
    <Field
      label="Since"
      type="date"
      value={filter.since}
      max={filter.until || undefined}
      onChange={since => onChange({ ...filter, since })}
    />
    <Field
      label="Until"
      type="date"
      value={filter.until}
      min={filter.since || undefined}
      onChange={until => onChange({ ...filter, until })}
    />
  </search>
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
  { name: 'Who', cell: ({ who }) => <Cut text={who} /> },
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
