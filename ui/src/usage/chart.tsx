import { type CSSProperties, useState } from 'react'
import { count, join } from '../parts/words.ts'
import { sayColumn } from './range.ts'
import type { Unit } from './usage-sums.ts'

export type Layer = { id: string; name: string; color: string; values: readonly number[] }

/**
 * Stacked columns, each a button to its rows, as wide as there is room. What a column is made of
 * stands beside it as long as it is looked at; the same figures stand in the table and the CSV.
 */
export const Chart = ({
  label,
  columns,
  unit,
  layers,
  before,
  line,
  chosen,
  onChoose,
  isSmall = false,
}: {
  label: string
  /** The day of each, or the first of its month. */
  columns: readonly string[]
  unit: Unit
  /** From the bottom up. */
  layers: readonly Layer[]
  /** The totals of the time before, column by column. */
  before?: readonly number[] | undefined
  /** An allowance, spread evenly. */
  line?: number | undefined
  chosen?: string | undefined
  onChoose?: ((day: string) => void) | undefined
  isSmall?: boolean
}) => {
  const [looked, setLooked] = useState<number>()
  const totals = columns.map((_, place) => sum(layers.map(({ values }) => values[place] ?? 0)))
  const highest = Math.max(0, ...totals)
  // A line far above all columns would press them flat: the words above say it then.
  const shownLine = line !== undefined && line <= highest * 3 ? line : undefined
  const top = niceTop(Math.max(highest, shownLine ?? 0))
  const many = columns.length > 45
  return (
    <figure aria-label={label} className="relative" onMouseLeave={() => setLooked(undefined)}>
      <div className={join('relative flex', isSmall ? 'h-28' : 'h-52')}>
        <div
          aria-hidden
          className="relative w-12 shrink-0 text-right text-[0.6875rem] text-soft tabular-nums"
        >
          {[1, 0.5, 0].map(part => (
            <span
              key={part}
              className="absolute right-2 translate-y-1/2"
              style={{ bottom: percent(part) }}
            >
              {short(top * part)}
            </span>
          ))}
        </div>
        <div className="relative min-w-0 flex-1">
          {[1, 0.5, 0].map(part => (
            <span
              key={part}
              aria-hidden
              className="absolute inset-x-0 border-t"
              style={{ bottom: percent(part) }}
            />
          ))}
          <div className={join('absolute inset-0 flex', many ? 'gap-px' : 'gap-[2px] sm:gap-1')}>
            {columns.map((day, place) => (
              <ColumnBar
                key={day}
                name={`${day}: ${count(totals[place] ?? 0)}`}
                parts={layers.map(({ id, color, values }) => ({
                  ...{ id, color, share: (values[place] ?? 0) / top },
                }))}
                isEmpty={(totals[place] ?? 0) === 0}
                isChosen={day === chosen}
                isFaint={chosen !== undefined && day !== chosen}
                onLook={() => setLooked(place)}
                onLeave={() => setLooked(undefined)}
                onChoose={onChoose && (() => onChoose(day))}
              />
            ))}
          </div>
          {shownLine !== undefined && (
            <span
              className="pointer-events-none absolute inset-x-0 border-warn border-t border-dashed text-right text-[0.6875rem] text-warn"
              style={{ bottom: percent(shownLine / top) }}
            >
              allowance, {count(Math.round(shownLine))} a day
            </span>
          )}
        </div>
      </div>
      <div aria-hidden className="ml-12 flex pt-1.5 text-[0.6875rem] text-soft">
        {columns.map((day, place) => (
          <span key={day} className="relative h-4 min-w-0 flex-1">
            {isLabelled(place, columns.length) && (
              <span className="absolute left-1/2 -translate-x-1/2 whitespace-nowrap">
                {sayColumn(day, unit, columns.length)}
              </span>
            )}
          </span>
        ))}
      </div>
      {looked !== undefined && (
        <Tip
          day={sayColumn(columns[looked] ?? '', unit, 0)}
          at={(looked + 0.5) / columns.length}
          layers={layers}
          place={looked}
          total={totals[looked] ?? 0}
          before={before?.[looked]}
        />
      )}
    </figure>
  )
}

const ColumnBar = ({
  name,
  parts,
  isEmpty,
  isChosen,
  isFaint,
  onLook,
  onLeave,
  onChoose,
}: {
  name: string
  parts: readonly { id: string; color: string; share: number }[]
  isEmpty: boolean
  isChosen: boolean
  isFaint: boolean
  onLook: () => void
  onLeave: () => void
  onChoose: (() => void) | undefined
}) => {
  const stack = (
    <span
      className={join(
        'flex h-full w-full flex-col-reverse transition-opacity',
        isFaint && 'opacity-45',
      )}
    >
      {parts.map(
        ({ id, color, share }) =>
          share > 0 && (
            <span
              key={id}
              className="block shrink-0 last:rounded-t-[3px]"
              style={{ height: percent(share), background: color }}
            />
          ),
      )}
    </span>
  )
  const look = join('block h-full min-w-0 flex-1 rounded-[3px]', isChosen && 'bg-hover')
  if (isEmpty || !onChoose)
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: it only tells more to whoever points at it
      <span className={look} onMouseEnter={onLook}>
        {stack}
      </span>
    )
  return (
    <button
      type="button"
      aria-label={name}
      aria-pressed={isChosen}
      className={join(look, 'hover:bg-hover')}
      onMouseEnter={onLook}
      onFocus={onLook}
      onBlur={onLeave}
      onClick={onChoose}
    >
      {stack}
    </button>
  )
}

const tipLines = 6

/** Beside the column: to its right in the left half, to its left in the right one. */
const Tip = ({
  day,
  at,
  layers,
  place,
  total,
  before,
}: {
  day: string
  at: number
  layers: readonly Layer[]
  place: number
  total: number
  before: number | undefined
}) => {
  const lines = layers
    .map(({ id, name, color, values }) => ({ id, name, color, value: values[place] ?? 0 }))
    .filter(({ value }) => value > 0)
    .sort((one, other) => other.value - one.value)
  // The axis takes 3rem on the left.
  const style: CSSProperties =
    at < 0.5
      ? { left: `calc(3rem + (100% - 3rem) * ${at} + 14px)` }
      : { right: `calc((100% - 3rem) * ${1 - at} + 14px)` }
  return (
    <div
      role="tooltip"
      style={style}
      className="pointer-events-none absolute top-0 z-20 w-56 max-w-[60%] rounded-lg border bg-card p-2.5 text-xs shadow-lg"
    >
      <p className="mb-1.5 flex justify-between gap-3 font-semibold">
        <span>{day}</span>
        <span className="tabular-nums">{count(total)}</span>
      </p>
      {lines.slice(0, tipLines).map(({ id, name, color, value }) => (
        <p key={id} className="flex items-center gap-2 py-px">
          <span
            aria-hidden
            className="size-2 shrink-0 rounded-[2px]"
            style={{ background: color }}
          />
          <span className="min-w-0 flex-1 truncate">
            <bdi dir="ltr">{name}</bdi>
          </span>
          <span className="tabular-nums">{count(value)}</span>
        </p>
      ))}
      {lines.length > tipLines && (
        <p className="text-soft">and {count(lines.length - tipLines)} more</p>
      )}
      {before !== undefined && (
        <p className="mt-1.5 flex justify-between gap-3 border-t pt-1.5 text-soft">
          <span>Previous period</span>
          <span className="tabular-nums">{count(before)}</span>
        </p>
      )}
    </div>
  )
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const percent = (share: number) => `${share * 100}%`

const isLabelled = (place: number, columns: number): boolean => {
  const every = columns <= 14 ? 1 : columns <= 35 ? 5 : 15
  return columns <= 14 ? columns <= 8 || place % 2 === 0 : place % every === 0
}

/** A round number at or above the highest column. */
const niceTop = (highest: number): number => {
  if (highest <= 4) return 4
  const size = 10 ** Math.floor(Math.log10(highest))
  const steps = [1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10]
  return steps.map(step => step * size).find(top => top >= highest) ?? highest
}

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })
const short = (value: number): string => compact.format(value)
