import { count } from '../parts/words.ts'
import type { Sums } from './usage-sums.ts'

/** Told apart without colour by the table below; these keep 3 : 1 on both backgrounds. */
const colours = [
  '#6366f1',
  '#0d9488',
  '#d97706',
  '#db2777',
  '#0284c7',
  '#65a30d',
  '#9333ea',
  '#64748b',
]
const colourOf = (index: number) => colours[Math.min(index, colours.length - 1)] ?? '#64748b'

const height = 180
const step = 24
const left = 48

/** Stacked bars, a column a day. The same figures stand in the table and the CSV. */
export const Bars = ({ sums, label }: { sums: Sums; label: string }) => {
  const top = niceTop(sums.highest)
  const width = left + sums.days.length * step
  const y = (value: number) => (value / top) * height
  return (
    <figure>
      <div className="overflow-x-auto">
        <svg
          role="img"
          aria-label={`${label}: ${count(sums.total)} in total`}
          viewBox={`0 0 ${width} ${height + 28}`}
          className="min-w-[40rem]"
        >
          {[0, 0.5, 1].map(part => (
            <g key={part}>
              <line
                x1={left}
                x2={width}
                y1={4 + height - height * part}
                y2={4 + height - height * part}
                className="stroke-line"
              />
              <text
                x={left - 6}
                y={8 + height - height * part}
                textAnchor="end"
                className="fill-soft text-[11px]"
              >
                {count(top * part)}
              </text>
            </g>
          ))}
          {sums.days.map((day, column) => {
            let below = 0
            return (
              <g key={day}>
                {sums.series.map((series, index) => {
                  const value = series.days[column] ?? 0
                  const from = below
                  below += value
                  return value === 0 ? null : (
                    <rect
                      key={series.id}
                      x={left + column * step + 3}
                      y={4 + height - y(from + value)}
                      width={step - 6}
                      height={y(value)}
                      fill={colourOf(index)}
                    >
                      <title>{`${day} · ${series.name}: ${count(value)}`}</title>
                    </rect>
                  )
                })}
                {(column === 0 || (column + 1) % 5 === 0) && (
                  <text
                    x={left + column * step + step / 2}
                    y={height + 20}
                    textAnchor="middle"
                    className="fill-soft text-[11px]"
                  >
                    {column + 1}
                  </text>
                )}
              </g>
            )
          })}
        </svg>
      </div>
      <figcaption>
        <ul className="mt-3 flex flex-wrap gap-x-4 gap-y-1">
          {sums.series.slice(0, colours.length).map((series, index) => (
            <li key={series.id} className="flex items-center gap-2">
              <svg width="12" height="12" aria-hidden="true">
                <rect width="12" height="12" rx="3" fill={colourOf(index)} />
              </svg>
              {index === colours.length - 1 && sums.series.length > colours.length
                ? 'others'
                : series.name}
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  )
}

/** A round number at or above the highest bar. */
const niceTop = (highest: number): number => {
  if (highest <= 4) return 4
  const size = 10 ** Math.floor(Math.log10(highest))
  return [1, 2, 4, 5, 10].map(factor => factor * size).find(top => top >= highest) ?? highest
}
