import { ScrollText } from 'lucide-react'
import { useState } from 'react'
import type { AuditEntry } from '../../../src/doors/dashboard/answers.ts'
import type { AnswerOf } from '../ask/ask.ts'
import { useAnswer } from '../ask/use-answer.ts'
import { Card, Empty, Missing, Problem } from '../parts/basics.tsx'
import { Field, Select } from '../parts/fields.tsx'
import { Pages } from '../parts/paging.tsx'
import { Cell, Table } from '../parts/table.tsx'
import { ago, moment } from '../parts/words.ts'
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
      <Card
        title={value.total === 1 ? '1 entry' : `${value.total.toLocaleString('en')} entries`}
        actions={
          <a
            href={`/dashboard/api/audit.csv?${new URLSearchParams(asked)}`}
            download
            className="inline-flex min-h-9 items-center rounded-md border bg-card px-3 py-1.5 font-medium hover:bg-hover"
          >
            Download CSV
          </a>
        }
      >
        <Problem error={error} />
        {value.entries.length === 0 ? (
          <Empty Icon={ScrollText} title="Nothing here">
            <p>Nothing like this was done in these days.</p>
          </Empty>
        ) : (
          <Table label="Audit log" head={['When (UTC)', 'Who', 'What', 'To what']}>
            {value.entries.map(entry => (
              <Line key={entry.id} entry={entry} />
            ))}
          </Table>
        )}
        <Pages offset={offset} size={size} total={value.total} onMove={setOffset} />
      </Card>
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
  <search className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
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

const Line = ({ entry }: { entry: AuditEntry }) => (
  <tr>
    <Cell>
      <time dateTime={entry.at} title={ago(entry.at)} className="whitespace-nowrap tabular-nums">
        {moment(entry.at)}
      </time>
    </Cell>
    <Cell>
      <span className="break-all">{entry.who}</span>
    </Cell>
    <Cell>{sayAction(entry.what)}</Cell>
    <Cell>
      <span className="break-all">
        {entry.name ?? entry.subject}
        {entry.name !== null && entry.name !== entry.subject && (
          <>
            <br />
            <code className="font-mono text-soft text-xs">{entry.subject}</code>
          </>
        )}
      </span>
    </Cell>
  </tr>
)
