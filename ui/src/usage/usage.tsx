import { ChartNoAxesColumn } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { UsageAnswer } from '../../../src/doors/dashboard/answers.ts'
import { useAnswer } from '../ask/use-answer.ts'
import { Button, Card, Empty, Missing, Problem } from '../parts/basics.tsx'
import { download } from '../parts/download.ts'
import { Choice, Toggles } from '../parts/fields.tsx'
import { Cell, Table } from '../parts/table.tsx'
import { count } from '../parts/words.ts'
import { Link } from '../route.tsx'
import { AllowanceMail } from './allowance-mail.tsx'
import { Bars } from './bars.tsx'
import {
  addUp,
  type By,
  forecast,
  type Kind,
  keyNames,
  nameFilter,
  type Sums,
  toCsv,
  valuesOf,
} from './usage-sums.ts'

const kinds = [
  { value: 'image', label: 'Image requests' },
  { value: 'credit', label: 'Credits' },
  { value: 'call', label: 'API calls' },
] as const
const ways = [
  { value: 'key', label: 'By key' },
  { value: 'endpoint', label: 'By endpoint' },
  { value: 'outcome', label: 'By outcome' },
] as const

const columnNames = { key: 'Key', endpoint: 'Endpoint', outcome: 'Outcome' } as const

export const Usage = () => {
  const [month, setMonth] = useState(() => new Date().toISOString().slice(0, 7))
  const { value, error } = useAnswer('GET /usage', { query: { month } }, 10_000)
  const [kind, setKind] = useState<Kind>('image')
  const [by, setBy] = useState<By>('key')
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center gap-3">
        <label className="flex items-center gap-2 font-medium">
          Month
          <input
            type="month"
            className="min-h-9 rounded-md border bg-card px-2"
            value={month}
            max={new Date().toISOString().slice(0, 7)}
            onChange={event =>
              /^20\d\d-\d\d$/.test(event.target.value) && setMonth(event.target.value)
            }
          />
        </label>
        <Choice label="What is counted" options={kinds} value={kind} onChange={setKind} />
        <Choice label="How it is divided" options={ways} value={by} onChange={setBy} />
      </div>
      {value ? <Problem error={error} /> : <Missing error={error} />}
      {value && (
        <>
          <div className="flex flex-wrap gap-x-6 gap-y-2">
            {(['endpoint', 'outcome'] as const).map(filter => (
              <Toggles
                key={filter}
                label={`${columnNames[filter]}s`}
                values={valuesOf(value, kind, filter)}
                nameOf={one => nameFilter(filter, one)}
                hidden={hidden}
                onChange={setHidden}
              />
            ))}
          </div>
          <Month key={value.period.start} usage={value} kind={kind} by={by} hidden={hidden} />
          <AllowanceMail />
        </>
      )}
    </div>
  )
}

const Month = ({
  usage,
  kind,
  by,
  hidden,
}: {
  usage: UsageAnswer
  kind: Kind
  by: By
  hidden: ReadonlySet<string>
}) => {
  const sums = useMemo(() => addUp(usage, { kind, by, hidden }), [usage, kind, by, hidden])
  const [day, setDay] = useState<string>()
  const month = usage.period.start.slice(0, 7)
  const name = kinds.find(({ value }) => value === kind)?.label ?? ''
  const { allowance, used } = kind === 'image' ? usage.imageRequests : usage.credits
  const limit = kind === 'call' ? null : allowance
  if (sums.series.length === 0) return <Nothing name={name} month={month} />
  return (
    <>
      <Card
        title={`${name} in ${month}`}
        actions={
          <Button
            onClick={() =>
              download(`siteray-${kind}-by-${by}-${month}.csv`, toCsv(sums), 'text/csv')
            }
          >
            Download CSV
          </Button>
        }
        about={summary(sums, limit, used, usage.plan)}
      >
        {limit !== null && <Allowance used={used} allowance={limit} />}
        <Bars
          sums={sums}
          label={`${name} by day and ${by}`}
          pace={limit === null ? undefined : limit / sums.days.length}
          chosen={day}
          onChoose={chosen => setDay(chosen === day ? undefined : chosen)}
        />
      </Card>
      {day && <DayRows usage={usage} sums={sums} day={day} name={name} />}
      <Card title="Totals">
        <Table label="Totals" head={[columnNames[by], name]}>
          {sums.series.map(series => (
            <tr key={series.id}>
              <Cell>{series.name}</Cell>
              <Cell>{count(series.total)}</Cell>
            </tr>
          ))}
          <tr className="font-semibold">
            <Cell>Total</Cell>
            <Cell>{count(sums.total)}</Cell>
          </tr>
        </Table>
      </Card>
    </>
  )
}

const summary = (sums: Sums, limit: number | null, used: number, plan: string): string => {
  const expected = forecast(sums)
  return [
    limit === null
      ? `${count(sums.total)} so far.`
      : `${count(used)} of ${count(limit)} in the plan “${plan}”.`,
    ...(expected === undefined ? [] : [`About ${count(expected)} by the end of the month.`]),
    'Choose a day to see its rows.',
  ].join(' ')
}

/** What a bar is made of, the largest first. */
const DayRows = ({
  usage,
  sums,
  day,
  name,
}: {
  usage: UsageAnswer
  sums: Sums
  day: string
  name: string
}) => {
  const nameOf = keyNames(usage)
  const rows = sums.entries
    .filter(entry => entry.day === day)
    .sort((one, other) => other.amount - one.amount)
  return (
    <Card title={`${name} on ${day}`}>
      <Table label={`Rows of ${day}`} head={['Key', 'Endpoint', 'Outcome', name]}>
        {rows.map(({ key, endpoint, outcome, amount }) => (
          <tr key={`${key} ${endpoint} ${outcome}`}>
            <Cell>{nameOf(key)}</Cell>
            <Cell>
              <code className="font-mono text-xs">{endpoint}</code>
            </Cell>
            <Cell>{outcome}</Cell>
            <Cell>{count(amount)}</Cell>
          </tr>
        ))}
      </Table>
    </Card>
  )
}

const Nothing = ({ name, month }: { name: string; month: string }) => (
  <Card>
    <Empty Icon={ChartNoAxesColumn} title={`No ${name.toLowerCase()} in ${month}`}>
      <p>
        Calls are counted within a second. Make one with a{' '}
        <Link to="/keys" className="text-accent underline">
          key
        </Link>{' '}
        or in the{' '}
        <Link to="/playground" className="text-accent underline">
          playground
        </Link>
        .
      </p>
    </Empty>
  </Card>
)

const Allowance = ({ used, allowance }: { used: number; allowance: number }) => (
  <meter
    aria-label="Part of the allowance that is used"
    className="mb-4 h-3 w-full"
    min={0}
    max={Math.max(allowance, 1)}
    high={allowance * 0.9}
    optimum={0}
    value={used}
  />
)
