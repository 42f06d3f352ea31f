import { useAnswer } from '../ask/use-answer.ts'
import { count } from '../parts/words.ts'
import { Link } from '../route.tsx'

/** The month in three figures, each the way to its days. */
export const ThisMonth = () => {
  const { value } = useAnswer('GET /usage', { query: {} })
  const calls = value?.entries
    .filter(({ kind }) => kind === 'call')
    .reduce((sum, { amount }) => sum + amount, 0)
  const figures = [
    { name: 'Image requests', ...value?.imageRequests },
    { name: 'Credits', ...value?.credits },
    { name: 'API calls', used: calls, allowance: null },
  ]
  return (
    <ul className="grid gap-3 sm:grid-cols-3" aria-label="This month">
      {figures.map(({ name, used, allowance = null }) => (
        <li key={name}>
          <Link
            to="/usage"
            className="flex flex-col gap-1 rounded-lg border bg-card p-4 hover:bg-hover"
          >
            <span className="text-soft">{name} this month</span>
            <span className="font-semibold text-2xl tabular-nums">
              {used === undefined ? '–' : count(used)}
            </span>
            <span className="text-soft text-xs">
              {allowance === null ? 'no limit' : `of ${count(allowance)}`}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
