import { ask } from '../api/ask.ts'
import { useAction } from '../api/use-action.ts'
import { useAnswer } from '../api/use-answer.ts'
import { Badge, Button, Card, Problem } from '../parts/basics.tsx'
import { ago, plural } from '../parts/words.ts'
import { causes, pathOf, type Reader, sayValue } from './words.ts'

/** What it learned and from whom; a proposed repair with what it would change. */
export const Versions = ({ reader, onChange }: { reader: Reader; onChange: () => void }) => {
  const { value, reload } = useAnswer(
    'GET /v1/readers/:id/versions',
    { params: { id: reader.id } },
    5_000,
  )
  const done = () => {
    reload()
    onChange()
  }
  const params = (number: number) => ({ id: reader.id, number: String(number) })
  const use = useAction(
    (signal, number: number) =>
      ask('POST /v1/readers/:id/versions/:number/use', { params: params(number), signal }),
    done,
  )
  const discard = useAction(
    (signal, number: number) =>
      ask('DELETE /v1/readers/:id/versions/:number', { params: params(number), signal }),
    done,
  )
  return (
    <Card title="Versions">
      <Problem error={use.error ?? discard.error} />
      <ul className="flex flex-col divide-y">
        {value?.data.map(({ version, cause, inUse, isProposed, gate, createdAt }) => (
          <li key={version} className="flex flex-col gap-2 py-2">
            <div className="flex flex-wrap items-center gap-2">
              <span className="font-medium">Version {version}</span>
              {inUse && <Badge tone="good">in use</Badge>}
              {isProposed && <Badge tone="warn">proposed</Badge>}
              <span className="text-soft">
                from {causes[cause]}, {ago(createdAt)}
              </span>
              {!inUse && (
                <span className="ml-auto flex gap-2">
                  <Button
                    look={isProposed ? 'main' : 'plain'}
                    disabled={use.busy}
                    onClick={() => use.run(version)}
                  >
                    Use
                  </Button>
                  <Button disabled={discard.busy} onClick={() => discard.run(version)}>
                    Discard
                  </Button>
                </span>
              )}
            </div>
            {gate && (
              <p className="text-soft">
                On {plural(gate.pages, 'new page')}: {plural(gate.flagsBefore, 'flagged answer')}{' '}
                before, {gate.flagsAfter} now
                {gate.differ.length === 0 ? '; nothing else differs.' : '. What differs:'}
              </p>
            )}
            {gate && gate.differ.length > 0 && (
              <div className="overflow-x-auto">
                <table className="w-full text-left">
                  <thead className="text-soft text-xs">
                    <tr>
                      <th className="pr-4 font-medium">Page</th>
                      <th className="pr-4 font-medium">Field</th>
                      <th className="pr-4 font-medium">Old</th>
                      <th className="font-medium">New</th>
                    </tr>
                  </thead>
                  <tbody>
                    {gate.differ.slice(0, 10).map(({ url, field, before, after }) => (
                      <tr key={`${url} ${field}`} className="border-t align-top">
                        <td className="break-all py-1 pr-4">{pathOf(url)}</td>
                        <td className="py-1 pr-4">{field.slice(1)}</td>
                        <td className="break-words py-1 pr-4">{sayValue(before)}</td>
                        <td className="break-words py-1">{sayValue(after)}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
