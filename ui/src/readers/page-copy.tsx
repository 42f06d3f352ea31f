import { type ReactNode, useState } from 'react'
import type { CopyNode } from '../../../src/page/taught/copy-node.ts'
import { join } from '../parts/words.ts'
import { partOf, resized } from './elements.ts'
import { type Choice, readPointer, type Whole } from './teach-state.ts'

export type Pointed = {
  text: number
  words: string
  href: string | undefined
  part?: [number, number]
  whole?: Whole
}

/** A row of a list (its pointer), by the numbers of its first and its last text. */
export type CopyRow = { list: string; first: number; last: number; isTaught: boolean }

/**
 * The page as the server describes it: texts in elements of our own. Nothing of its HTML, style or
 * scripts comes here, so there is nothing that could run, load or send.
 */
export const PageCopy = ({
  nodes,
  chosen,
  rows,
  onPoint,
  onNotRow,
}: {
  nodes: readonly CopyNode[]
  /** Numbers of texts that were chosen, with what for. */
  chosen: ReadonlyMap<number, string>
  rows: readonly CopyRow[]
  onPoint: (pointed: Pointed) => void
  onNotRow: (row: CopyRow) => void
}) => {
  /** What Enter would take: the text with the focus, or an element around it. */
  const [held, setHeld] = useState<Held>()
  const build = (node: CopyNode, key: number, href: string | undefined): ReactNode => {
    if ('n' in node) {
      const field = chosen.get(node.n)
      const isHeld = held?.whole && held.whole.first <= node.n && node.n <= held.whole.last
      const row = rows.find(({ first, last }) => first <= node.n && node.n <= last)
      const text = (
        <button
          key={key}
          type="button"
          title={field ?? undefined}
          aria-pressed={field !== undefined}
          onBlur={() => setHeld(undefined)}
          onKeyDown={event => {
            const by = steps[event.key]
            if (by === undefined) return
            event.preventDefault()
            const now = held?.text === node.n ? held : { text: node.n }
            const next = resized(nodes, { is: 'text', words: node.text, ...now }, by)
            if (next?.is === 'text') setHeld(next)
          }}
          onClick={event => {
            const part = partIn(event.currentTarget, node.text)
            const whole = held?.text === node.n ? held.whole : undefined
            const more = { ...(part && { part }), ...(whole && { whole }) }
            onPoint({ text: node.n, words: node.text, href, ...more })
            setHeld(undefined)
          }}
          className={join(
            'select-text rounded-sm text-left hover:bg-accent/15 hover:outline-1 hover:outline-accent',
            row && 'bg-good/10',
            field !== undefined && 'bg-accent/20 text-ink outline-1 outline-accent',
            isHeld && 'bg-accent/30 text-ink outline-1 outline-accent',
          )}
        >
          {node.text}
          {field && <sup className="ml-1 font-medium text-ink">{field}</sup>}
        </button>
      )
      if (!row || row.isTaught || row.last !== node.n) return text
      return [
        text,
        <button
          key={`${key} not`}
          type="button"
          title={`Not a row of ${readPointer(row.list)}`}
          aria-label={`Not a row of ${readPointer(row.list)}: ${node.text}`}
          onClick={() => onNotRow(row)}
          className="ml-1 rounded-sm px-1 text-soft hover:bg-bad/15 hover:text-bad"
        >
          ×
        </button>,
      ]
    }
    const inner = node.nodes.map((one, at) => [build(one, at, node.href ?? href), ' '])
    if (node.tag === 'img')
      return (
        <button
          key={key}
          type="button"
          onClick={() => onPoint({ text: -1, words: node.alt ?? '', href: node.href })}
          className="m-0.5 inline-flex min-h-6 items-center rounded border border-dashed bg-hover px-2 text-soft text-xs hover:outline-1 hover:outline-accent"
        >
          image{node.alt ? `: ${node.alt}` : ''}
        </button>
      )
    const Tag = elements[node.tag]
    return (
      <Tag key={key} className={looks[node.tag]}>
        {inner}
      </Tag>
    )
  }
  return (
    <div className="flex flex-col gap-1">{nodes.map((node, at) => build(node, at, undefined))}</div>
  )
}

type Held = Pick<Extract<Choice, { is: 'text' }>, 'text' | 'whole'>

/** To the element around it, and back. */
const steps: Partial<Record<string, 1 | -1>> = { ArrowUp: 1, ArrowDown: -1 }

/** What of the text is selected, where that is a part of it. */
const partIn = (button: HTMLElement, text: string): [number, number] | undefined => {
  const selected = window.getSelection()
  if (!selected || !button.contains(selected.anchorNode)) return
  const range = selected.getRangeAt(0)
  const from = range.startContainer instanceof Text ? range.startOffset : 0
  return partOf(text, selected.toString(), from)
}

type Tag = Exclude<CopyNode, { n: number }>['tag']

/** A page's own headings are none of the dashboard's. */
const elements: Record<Tag, 'div' | 'span' | 'strong' | 'p' | 'pre'> = {
  ...({ block: 'div', inline: 'span', strong: 'strong', p: 'p', pre: 'pre' } as const),
  ...({ h1: 'div', h2: 'div', h3: 'div', h4: 'div', h5: 'div', h6: 'div' } as const),
  ...({ ul: 'div', ol: 'div', li: 'div', dl: 'div', dt: 'div', dd: 'div' } as const),
  ...({ table: 'div', tbody: 'div', tr: 'div', td: 'span', th: 'span' } as const),
  ...({ a: 'span', img: 'span' } as const),
}

const looks: Partial<Record<Tag, string>> = {
  ...{ h1: 'font-semibold text-xl', h2: 'font-semibold text-lg', h3: 'font-semibold' },
  ...{
    block: 'border-line/60 border-l pl-2',
    strong: 'font-semibold',
    a: 'underline decoration-dotted',
  },
  ...{
    ul: 'pl-2',
    ol: 'pl-2',
    li: 'pl-2',
    table: 'my-1 rounded border',
    tr: 'border-b px-2 py-0.5 last:border-0',
  },
  ...{ th: 'mr-4 inline-block min-w-32 text-soft', td: 'mr-4', dt: 'text-soft', dd: 'pl-3' },
  pre: 'whitespace-pre-wrap',
}
