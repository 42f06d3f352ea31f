import type { AnswerOf } from '../api/ask.ts'
import { Card } from '../parts/basics.tsx'
import { percent } from './words.ts'

type Days = AnswerOf<'GET /v1/readers/:id/activity'>['days']

/** Day by day, the oldest first: of all answers, those on which two families agreed, and the flagged. */
export const Agreement = ({ days }: { days: Days }) => (
  <Card
    title="Agreement over time"
    about="The share of answers on which at least two families of rules agreed, and of those that were flagged."
  >
    <div className="overflow-x-auto">
      <table className="w-full text-left">
        <thead className="text-soft text-xs">
          <tr>
            <th className="py-1 pr-4 font-medium">Day</th>
            <th className="py-1 pr-4 text-right font-medium">Pages</th>
            <th className="w-2/5 py-1 pr-4 font-medium">Agreed</th>
            <th className="py-1 pr-4 text-right font-medium">Flagged</th>
            <th className="py-1 text-right font-medium">Checks right</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, pages, fields }) => {
            const sum = sumOf(Object.values(fields))
            const agreed = sum.answered > 0 ? sum.agreed / sum.answered : undefined
            const flagged = sum.answered > 0 ? sum.flagged / sum.answered : undefined
            return (
              <tr key={day} className="border-t">
                <td className="whitespace-nowrap py-1.5 pr-4">{day}</td>
                <td className="py-1.5 pr-4 text-right tabular-nums">{pages}</td>
                <td className="py-1.5 pr-4">
                  <span className="flex items-center gap-2">
                    <progress
                      aria-label={`Agreed on ${day}`}
                      className="h-2 w-full"
                      max={1}
                      value={agreed ?? 0}
                    />
                    <span className="w-16 shrink-0 text-right tabular-nums">{percent(agreed)}</span>
                  </span>
                </td>
                <td className="py-1.5 pr-4 text-right tabular-nums">{percent(flagged)}</td>
                <td className="py-1.5 text-right tabular-nums">
                  {sum.checked > 0 ? `${sum.right} of ${sum.checked}` : '–'}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  </Card>
)

const sumOf = (all: readonly Days[number]['fields'][string][]) => {
  const sum = { answered: 0, agreed: 0, flagged: 0, checked: 0, right: 0 }
  for (const one of all)
    for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += one[name]
  return sum
}
