import { useMemo, useState } from 'react'
import type { UsageAnswer } from '../../../src/dashboard/answers.ts'
import { useAnswer } from '../ask.ts'
import { Button, Card, Cell, Choice, Problem, Table, Waiting } from '../parts/basics.tsx'
import { count } from '../parts/words.ts'
import { Bars } from './bars.tsx'
import { addUp, type By, type Kind, toCsv } from './usage-sums.ts'

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
  const { value, error } = useAnswer<UsageAnswer>(`/usage?month=${month}`)
  const [kind, setKind] = useState<Kind>('credit')
  const [by, setBy] = useState<By>('key')
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
      {error && <Problem>{error}</Problem>}
      {!value && !error && <Waiting />}
      {value && <Month usage={value} kind={kind} by={by} />}
    </div>
  )
}

const Month = ({ usage, kind, by }: { usage: UsageAnswer; kind: Kind; by: By }) => {
  const sums = useMemo(() => addUp(usage, kind, by), [usage, kind, by])
  const month = usage.period.start.slice(0, 7)
  const name = kinds.find(({ value }) => value === kind)?.label ?? ''
  const { allowance, used } = kind === 'image' ? usage.imageRequests : usage.credits
  const limit = kind === 'call' ? null : allowance
  return (
    <>
      <Card
        title={`${name} in ${month}`}
        actions={
          <Button
            onClick={() => download(`siteray-${kind}-by-${by}-${month}.csv`, toCsv(sums))}
            disabled={sums.series.length === 0}
          >
            Download CSV
          </Button>
        }
        about={
          limit === null
            ? `${count(sums.total)} so far.`
            : `${count(used)} of ${count(limit)} in the plan «${usage.plan}».`
        }
      >
        {limit !== null && <Allowance used={used} allowance={limit} />}
        <Bars sums={sums} label={`${name} by day and ${by}`} />
      </Card>
      <Card title="Totals">
        {sums.series.length === 0 ? (
          <p className="text-soft">Nothing was counted in this month.</p>
        ) : (
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
        )}
      </Card>
    </>
  )
}

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

const download = (name: string, text: string) => {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  URL.revokeObjectURL(url)
}
