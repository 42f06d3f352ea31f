import { ChartNoAxesColumn, Download } from 'lucide-react'
import { useMemo } from 'react'
import type { UsageAnswer } from '../../../src/doors/dashboard/schemas.ts'
import { Button, Card, Empty } from '../parts/basics.tsx'
import { download } from '../parts/download.ts'
import { count, plural } from '../parts/words.ts'
import { Link } from '../route.tsx'
import { Chart, type Layer } from './chart.tsx'
import { colorsOf, placeOfName, restColor } from './colors.ts'
import { DayRows } from './day-rows.tsx'
import type { Range } from './range.ts'
import { Totals } from './totals.tsx'
import { addUp, forecast, type Sums, sayChange, toCsv, totalsOf, type View } from './usage-sums.ts'

/** So many series have a color of their own; what is left is one. */
const maxLayers = 8

/** What was used in a time: as one figure, as columns, and as a table. */
export const UsageInRange = ({
  usage,
  earlier,
  range,
  view,
  name,
  day,
  onDay,
}: {
  usage: UsageAnswer
  earlier: UsageAnswer | undefined
  range: Range
  view: View
  name: string
  day: string
  onDay: (day: string) => void
}) => {
  const { kind, by, hidden } = view
  const hides = [...hidden].join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is hidden is compared by what it says
  const sums = useMemo(() => addUp(usage, { kind, by, hidden }), [usage, kind, by, hides])
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  const before = useMemo(
    () => earlier && addUp(earlier, { kind, by, hidden }),
    [earlier, kind, by, hides],
  )
  const places = new Map(usage.keys.map(({ id, place }) => [id, place]))
  const colors = colorsOf(sums.series.slice(0, maxLayers), by, id =>
    by === 'key' ? (places.get(id) ?? 0) : placeOfName(id),
  )
  if (sums.series.length === 0) return <Nothing name={name} range={range} />
  const allowed = kind === 'image' ? usage.month?.imageRequests : usage.month?.credits
  const limit = kind === 'call' ? null : (allowed?.allowance ?? null)
  const file = `siteray-${kind}-by-${by}-${range.since}-${range.until}.csv`
  return (
    <>
      <Card>
        <div className="mb-5 flex flex-wrap items-start justify-between gap-3">
          <div>
            <h2 className="font-medium text-soft">
              {name} {range.name}
            </h2>
            <p className="flex flex-wrap items-baseline gap-x-3">
              <span className="font-semibold text-3xl tabular-nums tracking-tight">
                {count(sums.total)}
              </span>
              {before && <Change now={sums.total} before={before.total} />}
            </p>
            <p className="text-soft">{summary(sums, limit, allowed?.used ?? 0, usage.plan)}</p>
          </div>
          <Button onClick={() => download(file, toCsv(sums), 'text/csv')}>
            <Download size={14} aria-hidden /> Download CSV
          </Button>
        </div>
        {limit !== null && <Allowance used={allowed?.used ?? 0} allowance={limit} />}
        <Chart
          label={`${name} by ${usage.unit} and ${by}: ${count(sums.total)} in total`}
          columns={sums.days}
          unit={usage.unit}
          layers={layersOf(sums, colors)}
          before={before && totalsOf(before)}
          line={limit === null ? undefined : limit / sums.days.length}
          chosen={day || undefined}
          onChoose={chosen => onDay(chosen === day ? '' : chosen)}
        />
        <Legend sums={sums} colors={colors} />
      </Card>
      {day && sums.days.includes(day) && (
        <DayRows usage={usage} sums={sums} day={day} kind={kind} name={name} />
      )}
      <Totals
        sums={sums}
        before={before}
        by={by}
        name={name}
        colorOf={id => colors.get(id) ?? restColor}
        isThere={id => usage.keys.find(key => key.id === id)?.isThere ?? false}
      />
    </>
  )
}

const layersOf = ({ series, days }: Sums, colors: Map<string, string>): Layer[] => {
  const layers = series
    .slice(0, maxLayers)
    .map(({ id, name, days }) => ({ id, name, color: colors.get(id) ?? restColor, values: days }))
  const rest = series.slice(maxLayers)
  if (rest.length === 0) return layers
  const values = days.map((_, column) =>
    rest.reduce((sum, one) => sum + (one.days[column] ?? 0), 0),
  )
  return [...layers, { id: 'others', name: plural(rest.length, 'other'), color: restColor, values }]
}

/** Up or down, and against what. More is neither good nor bad. */
const Change = ({ now, before }: { now: number; before: number }) => {
  const change = sayChange(now, before)
  return (
    <span className="text-soft tabular-nums" title={`${count(before)} in the previous period`}>
      {change === undefined
        ? 'none in the previous period'
        : `${change} from ${count(before)} in the previous period`}
    </span>
  )
}

const summary = (sums: Sums, limit: number | null, used: number, plan: string): string => {
  const expected = forecast(sums)
  return [
    ...(limit === null ? [] : [`${count(used)} of ${count(limit)} in the plan “${plan}”.`]),
    ...(expected === undefined ? [] : [`About ${count(expected)} by the end of the month.`]),
  ].join(' ')
}

const Legend = ({ sums: { series }, colors }: { sums: Sums; colors: Map<string, string> }) => (
  <ul aria-label="Colors" className="mt-4 flex flex-wrap gap-x-4 gap-y-1 text-xs">
    {series.slice(0, maxLayers).map(({ id, name }) => (
      <li key={id} className="flex min-w-0 max-w-56 items-center gap-1.5">
        <span
          aria-hidden
          className="size-2.5 shrink-0 rounded-[3px]"
          style={{ background: colors.get(id) ?? restColor }}
        />
        <span className="truncate" title={name}>
          <bdi dir="ltr">{name}</bdi>
        </span>
      </li>
    ))}
    {series.length > maxLayers && (
      <li className="flex items-center gap-1.5 text-soft">
        <span
          aria-hidden
          className="size-2.5 shrink-0 rounded-[3px]"
          style={{ background: restColor }}
        />
        {plural(series.length - maxLayers, 'other')}
      </li>
    )}
  </ul>
)

const Nothing = ({ name, range }: { name: string; range: Range }) => (
  <Card>
    <Empty Icon={ChartNoAxesColumn} title={`No ${name.toLowerCase()} ${range.name}`}>
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
