import { useAnswer } from '../api/use-answer.ts'
import { count } from '../parts/words.ts'
import { Link } from '../route.tsx'
import { today } from '../usage/range.ts'
import { addUp, type Kind, totalsOf } from '../usage/usage-sums.ts'

const figures: { kind: Kind; name: string; color: string }[] = [
  { kind: 'call', name: 'API calls', color: '#6366f1' },
  { kind: 'credit', name: 'Credits', color: '#0d9488' },
  { kind: 'image', name: 'Image requests', color: '#d97706' },
]

/** The month in three figures with their days, each the way to more. */
export const ThisMonth = () => {
  const { value } = useAnswer('GET /usage', { query: {} }, 10_000)
  return (
    <ul
      className="grid gap-px overflow-hidden rounded-xl border bg-line shadow-xs sm:grid-cols-3"
      aria-label="This month"
    >
      {figures.map(({ kind, name, color }) => {
        const sums = value && addUp(value, { kind, by: 'key', hidden: new Set() })
        const limits = { image: value?.month?.imageRequests, credit: value?.month?.credits }
        const allowance = kind === 'call' ? null : (limits[kind]?.allowance ?? null)
        return (
          <li key={kind} className="bg-card">
            <Link
              to={`/usage?kind=${kind}`}
              className="flex items-end justify-between gap-6 p-4 hover:bg-hover sm:block sm:p-5"
            >
              <span className="block shrink-0">
                <span className="block text-soft">{name} this month</span>
                <span className="block font-semibold text-3xl tabular-nums tracking-tight">
                  {sums ? count(sums.total) : '–'}
                </span>
                <span className="block text-soft text-xs sm:mb-3">
                  {allowance === null ? 'no limit' : `of ${count(allowance)}`}
                </span>
              </span>
              <Days values={sums ? totalsOf(sums) : []} days={sums?.days ?? []} color={color} />
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

/** Only their shape: the figures are a step away. */
const Days = ({
  values,
  days,
  color,
}: {
  values: readonly number[]
  days: readonly string[]
  color: string
}) => {
  const top = Math.max(1, ...values)
  return (
    <span aria-hidden className="flex h-10 min-w-0 flex-1 items-end gap-[2px]">
      {values.map((value, place) => {
        const day = days[place] ?? ''
        return (
          <span
            key={day}
            className="min-h-[2px] flex-1 rounded-[1px]"
            style={{
              height: `${(value / top) * 100}%`,
              background: value > 0 ? color : 'var(--line)',
              opacity: day > today() ? 0.4 : 1,
            }}
          />
        )
      })}
    </span>
  )
}
