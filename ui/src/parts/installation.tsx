import type { Part } from '../../../src/doors/dashboard/schemas.ts'
import { Badge, Card } from './basics.tsx'

const states = {
  good: { tone: 'good', word: 'Ready' },
  missing: { tone: 'soft', word: 'Not set' },
  broken: { tone: 'bad', word: 'Broken' },
} as const

/** What this server has and what it lacks, with the setting to change. */
export const Installation = ({ parts }: { parts: Part[] }) => (
  <Card title="This installation">
    <ul className="grid gap-3 sm:grid-cols-2">
      {parts.map(({ part, state, detail }) => (
        <li key={part} className="flex flex-col gap-1 rounded-md border p-3" data-part={part}>
          <span className="flex items-center justify-between gap-2">
            <span className="inline-block font-medium first-letter:uppercase">{part}</span>
            <Badge tone={states[state].tone}>{states[state].word}</Badge>
          </span>
          <span className="break-words text-soft">{detail}</span>
        </li>
      ))}
    </ul>
  </Card>
)
