import type { AnswerOf } from '../api/ask.ts'
import { Badge, Card } from '../parts/basics.tsx'
import { ago } from '../parts/words.ts'
import { pathOf, sayValue } from './words.ts'

type Activity = AnswerOf<'GET /v1/readers/:id/activity'>

/** Each beside what was said of the same page before, or of the last good one. */
export const Flagged = ({ activity: { flagged, lastGood } }: { activity: Activity }) =>
  flagged.length === 0 ? null : (
    <Card
      title="Flagged pages"
      about="The latest pages of which it was not sure, beside the last good answer."
    >
      <ul className="flex flex-col gap-3">
        {flagged.slice(0, 5).map(({ url, at, data, flags, before }) => {
          const good = before ?? lastGood
          const names = [
            ...new Set([...Object.keys(Object(data)), ...Object.keys(Object(good?.data))]),
          ]
          return (
            <li key={url} className="min-w-0 rounded-md border p-3">
              <p className="mb-2 break-all font-medium" title={url}>
                {pathOf(url)} <span className="font-normal text-soft">{ago(at)}</span>
              </p>
              <div className="overflow-x-auto">
                <table className="w-full text-left">
                  <thead className="text-soft text-xs">
                    <tr>
                      <th className="pr-4 font-medium">Field</th>
                      <th className="pr-4 font-medium">Now</th>
                      <th className="font-medium">
                        {before
                          ? 'The same page before'
                          : `Last good: ${pathOf(lastGood?.url ?? '')}`}
                      </th>
                    </tr>
                  </thead>
                  <tbody>
                    {names.map(name => (
                      <tr key={name} className="border-t align-top">
                        <td className="py-1 pr-4">{name}</td>
                        <td className="py-1 pr-4">
                          <span className="break-words">{sayValue(Object(data)[name])}</span>{' '}
                          {(flags?.[`/${name}`] ?? flags?.[''] ?? []).map(flag => (
                            <Badge key={flag} tone="warn">
                              {flag}
                            </Badge>
                          ))}
                        </td>
                        <td className="break-words py-1 text-soft">
                          {sayValue(Object(good?.data)[name])}
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            </li>
          )
        })}
      </ul>
    </Card>
  )
