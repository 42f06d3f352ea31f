import { ArrowRight } from 'lucide-react'
import type { UsageAnswer } from '../../../src/doors/dashboard/schemas.ts'
import { buttonLook } from '../parts/basics.tsx'
import { type Column, Cut, List, ListFrame } from '../parts/list.tsx'
import { useParts } from '../parts/paging.tsx'
import { count } from '../parts/words.ts'
import { Link } from '../route.tsx'
import { monthAfter, sayColumn } from './range.ts'
import { type Entry, type Kind, keyNames, type Sums } from './usage-sums.ts'

const pageSize = 10

/** What a column is made of, the largest first, and the way to its calls. */
export const DayRows = ({
  usage,
  sums,
  day,
  kind,
  name,
}: {
  usage: UsageAnswer
  sums: Sums
  day: string
  kind: Kind
  name: string
}) => {
  const nameOf = keyNames(usage)
  const { rows, foot } = useParts(
    sums.entries.filter(entry => entry.day === day).sort((one, other) => other.amount - one.amount),
    pageSize,
  )
  const until = usage.unit === 'month' ? lastDay(day) : day
  const columns: Column<Entry>[] = [
    { name: 'Key', cell: ({ key }) => <Cut text={nameOf(key)} /> },
    {
      name: 'Endpoint',
      cell: ({ endpoint }) => <Cut text={endpoint} className="font-mono text-xs" />,
    },
    {
      name: 'Outcome',
      width: 'w-36',
      hide: 'narrow',
      cell: ({ outcome }) => <Cut text={outcome} />,
    },
    { name, width: 'w-36', isFigure: true, cell: ({ amount }) => count(amount) },
    ...(kind === 'image' ? [] : [callsColumn(kind, day, until)]),
  ]
  return (
    <ListFrame
      tools={
        <>
          <h2 className="font-semibold">
            {name} on {sayColumn(day, usage.unit, 0)}
          </h2>
          {kind !== 'image' && (
            <Link
              to={`/requests?since=${day}&until=${until}`}
              className={`${buttonLook()} ml-auto`}
            >
              See the calls <ArrowRight size={14} aria-hidden />
            </Link>
          )}
        </>
      }
      foot={foot}
    >
      <List
        label={`Rows of ${day}`}
        columns={columns}
        rows={rows}
        keyOf={({ key, endpoint, outcome }) => `${key} ${endpoint} ${outcome}`}
      />
    </ListFrame>
  )
}

/** Each row leads to its own calls; credits are counted by operation, and so by key and time alone. */
const callsColumn = (kind: Kind, since: string, until: string): Column<Entry> => ({
  name: 'Calls',
  width: 'w-20',
  cell: ({ key, endpoint, outcome }) => (
    <Link
      className="text-accent hover:underline"
      to={`/requests?${new URLSearchParams({
        ...{ since, until, key },
        ...(kind === 'call' && { endpoint, outcome }),
      })}`}
    >
      Open
    </Link>
  ),
})

const lastDay = (first: string): string => {
  const next = Date.parse(`${monthAfter(first.slice(0, 7), 1)}-01`)
  return new Date(next - 86_400_000).toISOString().slice(0, 10)
}
