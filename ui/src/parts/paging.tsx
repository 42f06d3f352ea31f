import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from './basics.tsx'
import { count } from './words.ts'

export type Cursors = {
  after: string | undefined
  /** How many parts lie before this one. */
  place: number
  back: () => void
  forth: (next: string) => void
}

/** The way through a list that goes on from a place. Another question begins at its start. */
export const useCursors = (question: string): Cursors => {
  const [way, setWay] = useState<{ question: string; cursors: readonly string[] }>({
    question,
    cursors: [],
  })
  const cursors = way.question === question ? way.cursors : []
  return {
    after: cursors.at(-1),
    place: cursors.length,
    back: () => setWay({ question, cursors: cursors.slice(0, -1) }),
    forth: next => setWay({ question, cursors: [...cursors, next] }),
  }
}

/** Of a list with cursors; nothing where one part holds it. */
export const CursorPages = ({
  cursors,
  pageSize,
  shown,
  next,
  total,
  isCurrent,
}: {
  cursors: Cursors
  pageSize: number
  shown: number
  next: string | null
  /** Where it is known. */
  total?: number
  /** Whether the rows are those of this part already. */
  isCurrent: boolean
}) => {
  const words = useRef('')
  if (isCurrent) {
    const first = cursors.place * pageSize
    const of = total === undefined ? '' : ` of ${count(total)}`
    words.current = `${count(first + 1)}–${count(first + shown)}${of}`
  }
  return (
    <Steps
      words={words.current}
      onBack={cursors.place > 0 ? cursors.back : undefined}
      onForth={next === null ? undefined : () => cursors.forth(next)}
    />
  )
}

/** The same where places in a list are numbers. */
export const Pages = ({
  offset,
  pageSize,
  total,
  onMove,
}: {
  offset: number
  pageSize: number
  total: number
  onMove: (offset: number) => void
}) => (
  <Steps
    words={`${count(offset + 1)}–${count(Math.min(offset + pageSize, total))} of ${count(total)}`}
    onBack={offset > 0 ? () => onMove(Math.max(0, offset - pageSize)) : undefined}
    onForth={offset + pageSize < total ? () => onMove(offset + pageSize) : undefined}
  />
)

const Steps = ({
  words,
  onBack,
  onForth,
}: {
  words: string
  onBack: (() => void) | undefined
  onForth: (() => void) | undefined
}) =>
  !onBack && !onForth ? null : (
    <nav
      aria-label="Parts of the list"
      className="flex items-center justify-end gap-2 border-t px-4 py-2.5 sm:px-5"
    >
      <span className="mr-auto text-soft tabular-nums">{words}</span>
      <Button disabled={!onBack} onClick={onBack}>
        <ChevronLeft size={15} aria-hidden /> Back
      </Button>
      <Button disabled={!onForth} onClick={onForth}>
        Next <ChevronRight size={15} aria-hidden />
      </Button>
    </nav>
  )

/** A list that is here as a whole, a part at a time. */
export const useParts = <T,>(rows: readonly T[], pageSize: number) => {
  const [wanted, setOffset] = useState(0)
  const offset = wanted < rows.length ? wanted : 0
  const foot = <Pages offset={offset} pageSize={pageSize} total={rows.length} onMove={setOffset} />
  return { rows: rows.slice(offset, offset + pageSize), foot }
}
