import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useCheck } from '../api/use-check.ts'
import { Button } from './basics.tsx'
import { Labelled } from './fields.tsx'
import { asLines, urlsIn, withoutLines } from './url-text.ts'
import { count, join, plural } from './words.ts'

/** More than a batch takes are refused by the batch itself. */
const maxChecked = 10_000
const maxListed = 5
/** As `leading-5` and `py-2` say. */
const lineHeightPx = 20
const paddingPx = 8

type Problems = ReadonlyMap<string, string>

/**
 * URLs, one a line. The server checks them while one types; a line it would refuse is marked where it
 * is, with the reason, and can be skipped.
 */
export const UrlLines = ({
  value,
  onChange,
  placeholder,
  hint,
  skips = false,
  onSkipAll,
}: {
  value: string
  onChange: (text: string) => void
  placeholder?: string
  hint?: ReactNode
  /** Whether lines that are not URLs are left out by the server. */
  skips?: boolean
  /** What “Skip all” does; it removes the lines otherwise. */
  onSkipAll?: () => void
}) => {
  const lines = urlsIn(value)
  const urls = lines.slice(0, maxChecked).map(({ url }) => url)
  const { value: check } = useCheck(
    'POST /urls/check',
    urls.length > 0 ? { body: { urls } } : undefined,
    300,
  )
  const problems: Problems = new Map(check?.problems.map(({ url, problem }) => [url, problem]))
  const bad = lines.filter(({ url }) => problems.has(url))
  const skip = (some: readonly { line: number }[]) =>
    onChange(withoutLines(value, new Set(some.map(({ line }) => line))))
  return (
    <div className="flex flex-col gap-2">
      <Labelled label="URLs, one per line" hint={hint}>
        {named => (
          <Editor
            named={named}
            value={value}
            onChange={onChange}
            placeholder={placeholder}
            problems={problems}
            invalid={skips || bad.length === 0 ? '' : sayBad(bad.length)}
            skips={skips}
          />
        )}
      </Labelled>
      {bad.length > 0 && (
        <ul aria-label="Lines that are not URLs" className="flex flex-col gap-1">
          {bad.slice(0, maxListed).map(({ line, url }) => (
            <li key={line} className="flex items-center justify-between gap-3 sm:justify-start">
              <span className={join('min-w-0 break-words', skips ? 'text-soft' : 'text-bad')}>
                Line {count(line + 1)}: {problems.get(url)}
              </span>
              {skips ? (
                <span className="shrink-0 text-soft">skipped</span>
              ) : (
                <Button
                  className="shrink-0"
                  aria-label={`Skip it: line ${line + 1}`}
                  onClick={() => skip([{ line }])}
                >
                  Skip it
                </Button>
              )}
            </li>
          ))}
          {bad.length > 1 && !skips && (
            <li className="flex items-center justify-between gap-3 sm:justify-start">
              <span className="text-soft">{sayMore(check?.total ?? bad.length)}</span>
              <Button onClick={onSkipAll ?? (() => skip(bad))}>
                Skip all {count(check?.total ?? bad.length)}
              </Button>
            </li>
          )}
        </ul>
      )}
    </div>
  )
}

const sayBad = (lines: number) =>
  `${plural(lines, 'line')} ${lines === 1 ? 'is not a URL' : 'are not URLs'} that Siteray can read. Correct or skip ${lines === 1 ? 'it' : 'them'}.`

const sayMore = (total: number) =>
  total > maxListed ? `And ${count(total - maxListed)} more.` : ''

const Editor = ({
  named,
  value,
  onChange,
  placeholder,
  problems,
  invalid,
  skips,
}: {
  named: object
  value: string
  onChange: (text: string) => void
  placeholder: string | undefined
  problems: Problems
  /** Why the form cannot be sent; empty where it can. */
  invalid: string
  skips: boolean
}) => {
  const area = useRef<HTMLTextAreaElement>(null)
  const [scroll, setScroll] = useState({ top: 0, left: 0 })
  useEffect(() => area.current?.setCustomValidity(invalid), [invalid])
  const typed = value.split('\n')
  const rows = Math.min(Math.max(typed.length, 6), 16)
  // Of thousands of lines only those in view are drawn.
  const first = Math.floor(scroll.top / lineHeightPx)
  const inView = typed.slice(first, first + rows + 2)
  return (
    <div className="relative overflow-hidden rounded-md border bg-page has-focus-visible:outline-2 has-focus-visible:outline-accent">
      <div aria-hidden className="pointer-events-none absolute inset-0 font-mono text-xs leading-5">
        {inView.map((text, at) => {
          const problem = problems.get(text.trim())
          const line = first + at
          return (
            <div
              key={line}
              className={join('absolute inset-x-0', problem && (skips ? 'bg-hover' : 'bg-bad/10'))}
              style={{ top: paddingPx + line * lineHeightPx - scroll.top, height: lineHeightPx }}
            >
              {problem && (
                <span
                  className="absolute left-12 whitespace-pre"
                  style={{ transform: `translateX(${-scroll.left}px)` }}
                >
                  <span className="invisible">{text}</span>
                  <span className={skips ? 'text-soft' : 'text-bad'}> ← {problem}</span>
                </span>
              )}
              <span
                className={join(
                  'absolute left-0 w-10 bg-page pr-2 text-right',
                  problem && !skips ? 'font-semibold text-bad' : 'text-soft',
                )}
              >
                {line + 1}
              </span>
            </div>
          )
        })}
      </div>
      <textarea
        {...named}
        ref={area}
        aria-invalid={invalid !== '' || undefined}
        rows={rows}
        wrap="off"
        required
        spellCheck={false}
        autoCapitalize="none"
        autoCorrect="off"
        placeholder={placeholder}
        value={value}
        onChange={event => onChange(event.target.value)}
        onScroll={({ currentTarget: { scrollTop: top, scrollLeft: left } }) =>
          setScroll({ top, left })
        }
        onPaste={event => {
          const pasted = event.clipboardData.getData('text')
          const lines = asLines(pasted)
          if (lines === pasted) return
          event.preventDefault()
          // As typed, so that undo works.
          document.execCommand('insertText', false, lines)
        }}
        className="relative block w-full resize-none bg-transparent py-2 pr-3 pl-12 font-mono text-ink text-xs leading-5 outline-none placeholder:text-soft"
      />
    </div>
  )
}
