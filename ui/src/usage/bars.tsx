import type { KeyboardEvent } from 'react'
import { count } from '../parts/words.ts'
import type { Sums } from './usage-sums.ts'

/** Told apart without color by the table below; these keep 3 : 1 on both backgrounds. */
const colors = [
  '#6366f1',
  '#0d9488',
  '#d97706',
  '#db2777',
  '#0284c7',
  '#65a30d',
  '#9333ea',
  '#64748b',
]
const colorOf = (index: number) => colors[Math.min(index, colors.length - 1)] ?? '#64748b'

const height = 180
const step = 24
const left = 56
const above = 14

/** Stacked bars, a column a day, each a button to its rows. The same figures stand in the CSV. */
export const Bars = ({
  sums,
  label,
  pace,
  chosen,
  onChoose,
}: {
  sums: Sums
  label: string
  /** The plan's allowance, spread evenly over the days. */
  pace: number | undefined
  chosen: string | undefined
  onChoose: (day: string) => void
}) => {
  // A line far above all bars would press them flat: the words above say it then.
  const line = pace !== undefined && pace <= sums.highest * 3 ? pace : undefined
  const top = niceTop(Math.max(sums.highest, line ?? 0))
  const width = left + sums.days.length * step
  const y = (value: number) => above + height - (value / top) * height
  return (
    <figure>
      <div className="overflow-x-auto">
        {/* biome-ignore lint/a11y/useSemanticElements: a drawing is no fieldset */}
        <svg
          role="group"
          aria-label={`${label}: ${count(sums.total)} in total`}
          viewBox={`0 0 ${width} ${height + above + 24}`}
          className="min-w-[40rem]"
        >
          {[0, 0.5, 1].map(part => (
            <g key={part}>
              <line
                x1={left}
                x2={width}
                y1={y(top * part)}
                y2={y(top * part)}
                className="stroke-line"
              />
              <text
                x={left - 6}
                y={y(top * part) + 4}
                textAnchor="end"
                className="fill-soft text-[11px]"
              >
                {count(top * part)}
              </text>
            </g>
          ))}
          {sums.days.map((day, column) => (
            <Day
              key={day}
              day={day}
              x={left + column * step}
              parts={sums.series.map(series => series.days[column] ?? 0)}
              y={y}
              isChosen={day === chosen}
              onChoose={onChoose}
            />
          ))}
          {line !== undefined && (
            <g>
              <line
                x1={left}
                x2={width}
                y1={y(line)}
                y2={y(line)}
                className="stroke-warn"
                strokeDasharray="5 4"
              />
              <text x={width} y={y(line) - 4} textAnchor="end" className="fill-warn text-[11px]">
                allowance, {count(Math.round(line))} a day
              </text>
            </g>
          )}
        </svg>
      </div>
      <figcaption>
        <Legend sums={sums} />
      </figcaption>
    </figure>
  )
}

const Day = ({
  day,
  x,
  parts,
  y,
  isChosen,
  onChoose,
}: {
  day: string
  x: number
  parts: number[]
  y: (value: number) => number
  isChosen: boolean
  onChoose: (day: string) => void
}) => {
  const total = parts.reduce((sum, part) => sum + part, 0)
  const number = Number(day.slice(-2))
  let below = 0
  const bars = parts.map((value, index) => {
    const from = below
    below += value
    return value === 0 ? null : (
      <rect
        // biome-ignore lint/suspicious/noArrayIndexKey: the place in the stack is what it is
        key={index}
        x={x + 3}
        y={y(from + value)}
        width={step - 6}
        height={y(from) - y(from + value)}
        fill={colorOf(index)}
      />
    )
  })
  const label = (number === 1 || number % 5 === 0) && (
    <text
      x={x + step / 2}
      y={above + height + 16}
      textAnchor="middle"
      className="fill-soft text-[11px]"
    >
      {number}
    </text>
  )
  if (total === 0) return <g>{label}</g>
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    onChoose(day)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: there is no button within a drawing
    <g
      role="button"
      tabIndex={0}
      aria-label={`${day}: ${count(total)}`}
      aria-pressed={isChosen}
      className="group cursor-pointer outline-none"
      onClick={() => onChoose(day)}
      onKeyDown={press}
    >
      <title>{`${day}: ${count(total)}`}</title>
      <rect
        x={x}
        y={above}
        width={step}
        height={height}
        rx={3}
        className={`group-hover:fill-hover group-focus-visible:stroke-2 group-focus-visible:stroke-accent ${
          isChosen ? 'fill-hover' : 'fill-transparent'
        }`}
      />
      {bars}
      {label}
    </g>
  )
}

const Legend = ({ sums: { series } }: { sums: Sums }) => (
  <ul className="mt-3 flex flex-wrap gap-x-4 gap-y-1">
    {series.slice(0, colors.length).map(({ id, name }, index) => (
      <li key={id} className="flex items-center gap-2">
        <svg width="12" height="12" aria-hidden="true">
          <rect width="12" height="12" rx="3" fill={colorOf(index)} />
        </svg>
        {index === colors.length - 1 && series.length > colors.length ? 'others' : name}
      </li>
    ))}
  </ul>
)

/** A round number at or above the highest bar. */
const niceTop = (highest: number): number => {
  if (highest <= 4) return 4
  const size = 10 ** Math.floor(Math.log10(highest))
  return [1, 2, 4, 5, 10].map(factor => factor * size).find(top => top >= highest) ?? highest
}
