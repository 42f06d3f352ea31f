import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useRef } from 'react'
import { useAnswer } from '../api/use-answer.ts'
import { PageActions } from '../page-head.tsx'
import { Missing, Problem } from '../parts/basics.tsx'
import { Choice, Menu, menuLook, Toggles } from '../parts/fields.tsx'
import { join } from '../parts/words.ts'
import { useSearch } from '../route.tsx'
import { AllowanceMail } from './allowance-mail.tsx'
import { monthAfter, ranges, readRange, sayMonth, thisMonth } from './range.ts'
import { UsageInRange } from './usage-in-range.tsx'
import { type By, type Kind, nameFilter, valuesOf } from './usage-sums.ts'

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

const usual = { range: '', kind: 'image', by: 'key', hide: '', day: '' }
const filters = { endpoint: 'Endpoints', outcome: 'Outcomes' } as const

/** What was used, when, and by whom. All of it stands in the address. */
export const Usage = () => {
  const [shown, setShown] = useSearch(usual)
  const range = readRange(shown.range)
  const kind = kinds.find(({ value }) => value === shown.kind)?.value ?? 'image'
  const by = ways.find(({ value }) => value === shown.by)?.value ?? 'key'
  const hidden = new Set(shown.hide.split('\n').filter(Boolean))
  const { since, until, before } = range
  const asked = { query: { since, until, kind } }
  const { value, isCurrent, error } = useAnswer('GET /usage', asked, 10_000)
  const earlier = useAnswer('GET /usage', { query: { ...before, kind } })
  const now = value && isCurrent && { usage: value, range, kind }
  // What was shown stays, as it was, until what was asked for is here.
  const last = useRef(now)
  if (now) last.current = now
  const drawn = now ?? last.current
  return (
    <div className="flex flex-col gap-4">
      <PageActions>
        <RangeChoice
          value={shown.range}
          onChange={chosen => setShown({ range: chosen, day: '' })}
        />
      </PageActions>
      <div className="flex flex-wrap items-center gap-2">
        <Choice<Kind>
          label="Measure"
          options={kinds}
          value={kind}
          onChange={chosen => setShown({ kind: chosen, hide: '', day: '' })}
        />
        <Choice<By>
          label="Group by"
          options={ways}
          value={by}
          onChange={chosen => setShown({ by: chosen })}
        />
      </div>
      {value ? <Problem error={error} /> : <Missing error={error} />}
      {drawn && (
        <>
          <div className="flex flex-wrap gap-x-6 gap-y-2 empty:hidden">
            {(['endpoint', 'outcome'] as const).map(filter => (
              <Toggles
                key={filter}
                label={filters[filter]}
                values={valuesOf(drawn.usage, drawn.kind, filter)}
                nameOf={one => nameFilter(filter, one)}
                hidden={hidden}
                onChange={chosen => setShown({ hide: [...chosen].join('\n') })}
              />
            ))}
          </div>
          <div
            aria-busy={!now}
            className={join('flex flex-col gap-4 transition-opacity', !now && 'opacity-60')}
          >
            <UsageInRange
              usage={drawn.usage}
              earlier={now && earlier.isCurrent ? earlier.value : undefined}
              range={drawn.range}
              view={{ kind: drawn.kind, by, hidden }}
              name={kinds.find(({ value }) => value === drawn.kind)?.label ?? ''}
              day={shown.day}
              onDay={day => setShown({ day })}
            />
          </div>
          <AllowanceMail />
        </>
      )}
    </div>
  )
}

/** How many months back one can go step by step in the list; further by ‹. */
const listed = 24

/** A month by ‹, › and a list, which every browser has, or the days up to now. */
const RangeChoice = ({ value, onChange }: { value: string; onChange: (range: string) => void }) => {
  const length = ranges.find(range => range.value === value)?.value
  const month = length ? undefined : readRange(value).since.slice(0, 7)
  const months = Array.from({ length: listed }, (_, back) => monthAfter(thisMonth(), -back))
  const offered = month && !months.includes(month) ? [...months, month] : months
  const step =
    'inline-flex size-8 items-center justify-center rounded-md border bg-card shadow-xs hover:bg-hover disabled:opacity-50'
  return (
    <>
      {month && (
        <span className="flex items-center gap-1">
          <button
            type="button"
            aria-label="The month before"
            className={step}
            onClick={() => onChange(monthAfter(month, -1))}
          >
            <ChevronLeft size={15} aria-hidden />
          </button>
          <Menu
            aria-label="Month"
            className={menuLook}
            options={offered.map(one => ({ value: one, label: sayMonth(one) }))}
            value={month}
            onChange={onChange}
          />
          <button
            type="button"
            aria-label="The month after"
            className={step}
            disabled={month >= thisMonth()}
            onClick={() => onChange(monthAfter(month, 1))}
          >
            <ChevronRight size={15} aria-hidden />
          </button>
        </span>
      )}
      <Menu
        aria-label="Time"
        className={menuLook}
        options={ranges}
        value={length ?? 'month'}
        onChange={chosen => onChange(chosen === 'month' ? '' : chosen)}
      />
    </>
  )
}
