import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { AllowanceWarning } from '../../src/doors/dashboard/schemas.ts'
import { Button } from './parts/basics.tsx'
import { count } from './parts/words.ts'
import { Link } from './route.tsx'

/** On every page. What is over the allowance stays; earlier levels can be put away, each once. */
export const Banner = ({
  warning,
  accountId,
}: {
  warning: AllowanceWarning
  accountId: string
}) => {
  const month = new Date().toISOString().slice(0, 7)
  const name = `read ${accountId} ${month} ${warning.of} ${warning.level}`
  const [read, setRead] = useState(() => localStorage.getItem(name) !== null)
  const over = warning.level === 'over'
  if (read && !over) return null
  return (
    <div
      role="status"
      className="mb-6 flex flex-wrap items-center gap-3 rounded-lg border border-warn bg-card p-3 text-warn"
    >
      <TriangleAlert size={18} aria-hidden className="shrink-0" />
      <p className="min-w-0 flex-1 basis-64">
        {over ? overText(warning) : nearText(warning)} Most of it by the key “{warning.heaviest}”.{' '}
        <Link to="/usage" className="underline">
          See the usage
        </Link>
      </p>
      {!over && (
        <Button
          onClick={() => {
            localStorage.setItem(name, '')
            setRead(true)
          }}
        >
          Dismiss
        </Button>
      )}
    </div>
  )
}

const things = { images: 'image requests', credits: 'credits' } as const

const overText = ({ of, used, allowance }: AllowanceWarning) =>
  of === 'images'
    ? `This month’s image requests (${count(used)}) are over the plan’s allowance (${count(allowance)}). Images still work.`
    : `This month’s credits (${count(allowance)}) are used up. Siteray refuses calls that cost credits until next month, or until the plan changes.`

const nearText = ({ of, used, allowance }: AllowanceWarning) =>
  `${Math.floor((used / allowance) * 100)} % of this month’s ${things[of]} are used (${count(used)} of ${count(allowance)}).`
