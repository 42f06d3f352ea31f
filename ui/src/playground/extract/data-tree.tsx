import type { ReactNode } from 'react'
import type { AnswerOf } from '../../api/ask.ts'
import { Badge } from '../../parts/basics.tsx'

type Evidences = NonNullable<AnswerOf<'POST /v1/extract'>['evidence']>
export type Evidence = Evidences[string]

/** Extracted data as people read it; each value leads to the words it came from. */
export const DataTree = ({
  data,
  evidence,
  active,
  onLook,
}: {
  data: unknown
  /** By JSON Pointer. */
  evidence: Readonly<Evidences>
  active: string | undefined
  onLook: (pointer: string) => void
}) => {
  const build = (value: unknown, pointer: string): ReactNode => {
    if (typeof value !== 'object' || value === null)
      return (
        <Leaf
          value={value}
          evidence={evidence[pointer]}
          isActive={pointer === active}
          onLook={() => onLook(pointer)}
        />
      )
    const entries = Object.entries(value)
    if (entries.length === 0) return <span className="text-soft">none</span>
    return (
      <ul className="flex flex-col gap-2 border-l pl-3">
        {entries.map(([name, inner]) => (
          <li key={name}>
            <span className="text-soft">{Array.isArray(value) ? Number(name) + 1 : name}</span>
            <div>{build(inner, `${pointer}/${escapePointer(name)}`)}</div>
          </li>
        ))}
      </ul>
    )
  }
  return <div data-testid="data">{build(data, '')}</div>
}

const Leaf = ({
  value,
  evidence,
  isActive,
  onLook,
}: {
  value: unknown
  evidence: Evidence | undefined
  isActive: boolean
  onLook: () => void
}) => {
  if (value === null) return <span className="text-soft">not on the page</span>
  const { quote, source, judged } = evidence ?? {}
  const text = <span className="break-words">{String(value)}</span>
  if (quote === undefined)
    return (
      <span className="flex flex-wrap items-center gap-2">
        {text}
        {judged && <Badge tone="warn">judged by the model</Badge>}
      </span>
    )
  return (
    <button
      type="button"
      onMouseEnter={onLook}
      onFocus={onLook}
      onClick={onLook}
      className={`w-full rounded px-1 py-0.5 text-left hover:bg-hover ${isActive ? 'bg-hover' : ''}`}
    >
      {text}
      {isActive && (
        <span className="mt-1 block text-soft text-xs">
          {source ? `In the page’s ${source}: ` : 'On the page: '}“{quote}”
        </span>
      )}
    </button>
  )
}

const escapePointer = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1')
