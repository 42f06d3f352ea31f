import { useState } from 'react'
import type { AnswerOf } from '../api/ask.ts'
import { useAnswer } from '../api/use-answer.ts'
import { Badge, Card, Missing } from '../parts/basics.tsx'
import { Pages } from '../parts/paging.tsx'
import { Scroll } from '../parts/scroll.tsx'
import { join } from '../parts/words.ts'

type Change = AnswerOf<'GET /v1/schedules/:id/runs/:runId'>['data'][number]

const pageSize = 25
/** Of a run at most so many are kept. */
const maxKept = 1_000

const tones = { new: 'good', changed: 'warn', gone: 'bad', failed: 'bad' } as const

/** What a run found to be new, changed or gone, with the lines that differ. */
export const Changes = ({ scheduleId, runId }: { scheduleId: string; runId: string }) => {
  const [offset, setOffset] = useState(0)
  const sent = { params: { id: scheduleId, runId }, query: { offset, limit: pageSize } }
  const { value, error } = useAnswer('GET /v1/schedules/:id/runs/:runId', sent)
  if (!value) return <Missing error={error} />
  const { changes } = value.run
  const total = changes ? changes.new + changes.changed + changes.gone + changes.failed : 0
  return (
    <Card title="What changed">
      <ul className="flex flex-col gap-4">
        {value.data.map(change => (
          <li key={`${change.change} ${change.subject}`} className="min-w-0">
            <p className="mb-2 flex flex-wrap items-baseline gap-2">
              <Badge tone={tones[change.change]}>{change.change}</Badge>
              <span className="break-all font-medium">{change.subject}</span>
            </p>
            {change.detail && <Detail change={change} text={change.detail} />}
          </li>
        ))}
      </ul>
      <Pages
        offset={offset}
        pageSize={pageSize}
        total={Math.min(total, maxKept)}
        onMove={setOffset}
      />
    </Card>
  )
}

/** A unified diff by its lines; anything else as it is. The signs say what the colors say. */
const Detail = ({ change, text }: { change: Change; text: string }) => (
  <Scroll label={`What changed in ${change.subject}`}>
    <pre className="rounded-md border bg-page p-3 font-mono text-xs leading-relaxed">
      {linesOf(text).map((line, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change their place
        <span key={place} className={join('block min-h-4 whitespace-pre-wrap', lookOf(line))}>
          {line}
        </span>
      ))}
    </pre>
  </Scroll>
)

/** Whether a text ends with a line's end is no news to anybody. */
const linesOf = (text: string): string[] => text.split('\n').filter(line => !line.startsWith('\\ '))

const lookOf = (line: string): string | undefined => {
  if (/^(\+\+\+|---|@@)/.test(line)) return 'text-soft'
  if (line.startsWith('+')) return 'border-good border-l-4 bg-card pl-2 text-good'
  if (line.startsWith('-')) return 'border-bad border-l-4 bg-card pl-2 text-bad'
  return undefined
}
