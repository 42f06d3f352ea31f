import { useState } from 'react'
import { ask } from '../api/ask.ts'
import { useAction } from '../api/use-action.ts'
import { useAnswer } from '../api/use-answer.ts'
import { ThingHead, ThingMissing } from '../page-head.tsx'
import { Badge, Button, buttonLook, Card, Problem } from '../parts/basics.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { type Fact, Facts } from '../parts/facts.tsx'
import { ago, count } from '../parts/words.ts'
import { go, Link } from '../route.tsx'
import { Agreement } from './agreement.tsx'
import { Flagged } from './flagged.tsx'
import { Versions } from './versions.tsx'
import { percent, type Reader, sayValue, statusTones, statusWords } from './words.ts'

const list = { path: '/readers', name: 'Readers', one: 'A reader' }

export const OneReader = ({ id }: { id: string }) => {
  const { value, error, reload } = useAnswer('GET /v1/readers/:id', { params: { id } }, 3_000)
  const activity = useAnswer('GET /v1/readers/:id/activity', { params: { id } }, 5_000)
  if (!value) return <ThingMissing list={list} error={error} />
  const pages = activity.value?.days.reduce((sum, day) => sum + day.pages, 0) ?? 0
  const facts: Fact[] = [
    {
      name: 'Status',
      value: <Badge tone={statusTones[value.status]}>{value.status}</Badge>,
      about: statusWords[value.status],
    },
    { name: 'Version', value: value.version, about: `changed ${ago(value.updatedAt)}` },
    { name: 'Pages', value: count(pages), about: 'in the last 30 days' },
    { name: 'Fallback', value: value.fallback, about: 'answers for missing fields' },
    { name: 'Checks', value: percent(value.checks), about: 'of its answers, uncharged' },
  ]
  return (
    <div className="flex flex-col gap-4">
      <div>
        <Head reader={value} onChange={reload} />
        <Problem error={error} />
        {value.prompt && (
          <p className="mb-4 break-words text-soft">
            Learned with the prompt “{value.prompt}”, and answers <code>auto</code> with that alone.
          </p>
        )}
        {value.warning && <p className="mb-4 text-warn">{value.warning}</p>}
        <Facts facts={facts} />
      </div>
      <Fields reader={value} />
      {activity.value && activity.value.days.length > 0 && <Agreement days={activity.value.days} />}
      <Questions reader={value} />
      {activity.value && <Flagged activity={activity.value} />}
      <Versions reader={value} onChange={reload} />
    </div>
  )
}

const Head = ({ reader, onChange }: { reader: Reader; onChange: () => void }) => {
  const [asks, setAsks] = useState(false)
  const params = { id: reader.id }
  const pause = useAction(
    signal => ask('PATCH /v1/readers/:id', { params, body: { paused: !reader.paused }, signal }),
    onChange,
  )
  const remove = useAction(
    signal => ask('DELETE /v1/readers/:id', { params, signal }),
    () => go('/readers'),
  )
  return (
    <>
      <ThingHead
        list={list}
        name={reader.name}
        beside={
          <code className="break-all font-mono text-soft text-xs">
            {reader.match.host}
            {reader.match.paths.join(', ')}
            {reader.match.isGiven && ' (these pages only)'}
          </code>
        }
        actions={
          <>
            <Link to={`/readers/new?reader=${reader.id}`} className={buttonLook('main')}>
              Add an example
            </Link>
            <Link to={`/playground/extract?reader=${reader.id}`} className={buttonLook()}>
              Try it
            </Link>
            <Button onClick={pause.run} disabled={pause.busy}>
              {reader.paused ? 'Resume' : 'Pause'}
            </Button>
            <Button look="bad" onClick={() => setAsks(true)}>
              Delete
            </Button>
          </>
        }
      />
      <Problem error={pause.error} />
      {asks && (
        <Dialog title={`Delete ${reader.name}?`} onClose={() => setAsks(false)}>
          <p className="mb-4">
            Its examples and versions go with it. Calls that name it will be refused.
          </p>
          <Problem error={remove.error} />
          <Button look="bad" onClick={remove.run} disabled={remove.busy}>
            Delete reader
          </Button>
        </Dialog>
      )}
    </>
  )
}

const Fields = ({ reader }: { reader: Reader }) => (
  <Card
    title="Fields"
    about="Precision is what the checks prove so far: after few checks it is low, even if all were right."
  >
    <div className="overflow-x-auto">
      <table className="w-full text-left">
        <thead className="text-soft text-xs">
          <tr>
            <th className="py-1 pr-4 font-medium">Field</th>
            <th className="py-1 pr-4 font-medium">Known by</th>
            <th className="py-1 pr-4 text-right font-medium">Examples</th>
            <th className="py-1 pr-4 text-right font-medium">Precision</th>
            <th className="py-1 text-right font-medium">Agreement</th>
          </tr>
        </thead>
        <tbody>
          {[...Object.keys(reader.fields), ...reader.lists].map(field => (
            <tr key={field} className="border-t">
              <td className="py-1.5 pr-4 font-medium">{field.slice(1) || 'the list'}</td>
              <td className="py-1.5 pr-4 text-soft" title={reader.fields[field]?.rules?.join('\n')}>
                {reader.fields[field]?.families.join(', ') ?? 'rows'}
                {reader.fields[field]?.convert && (
                  <span className="block text-xs">{reader.fields[field]?.convert}</span>
                )}
              </td>
              <td className="py-1.5 pr-4 text-right tabular-nums">
                {reader.fields[field]?.taught ?? ''}
              </td>
              <td className="py-1.5 pr-4 text-right tabular-nums">
                {percent(reader.figures[field]?.precision)}
              </td>
              <td className="py-1.5 text-right tabular-nums">
                {percent(reader.figures[field]?.agreement)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </Card>
)

const Questions = ({ reader }: { reader: Reader }) =>
  reader.questions.length === 0 ? null : (
    <Card title="Questions" about="On these pages its rules disagree. An example decides.">
      <ul className="flex flex-col gap-2">
        {reader.questions.map(({ url, field, choices }) => (
          <li key={`${url} ${field}`} className="flex flex-wrap items-center gap-2">
            <span className="min-w-0 break-all">
              {field.slice(1)}: {choices.map(({ value }) => sayValue(value)).join(' or ')} on{' '}
              <span className="text-soft">{url}</span>
            </span>
            <Link
              to={`/readers/new?reader=${reader.id}&url=${encodeURIComponent(url)}`}
              className={buttonLook()}
            >
              Teach this page
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
