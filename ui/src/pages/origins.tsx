import { useEffect, useState } from 'react'
import type { KeyAnswer, OriginsAnswer, Refusal } from '../../../src/doors/dashboard/answers.ts'
import { ask, useAction, useAnswer } from '../ask.ts'
import { Button, Problem } from '../parts/basics.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Field, TextArea } from '../parts/fields.tsx'
import { ago, plural } from '../parts/words.ts'

/** The sites whose pages may use a publishable key. The server's own rules check while one types. */
export const OriginsEditor = ({
  shown,
  onClose,
  onDone,
}: {
  shown: KeyAnswer
  onClose: () => void
  onDone: () => void
}) => {
  const [text, setText] = useState(shown.origins.join('\n'))
  const [page, setPage] = useState('')
  const check = useCheck(text, page)
  const problems = check?.entries.flatMap(entry => (entry.ok ? [] : [entry.problem])) ?? []
  const save = useAction(async () => {
    const body = { origins: linesOf(text) }
    await ask(`/keys/${shown.id}/origins`, { method: 'PUT', body })
    onDone()
  })
  return (
    <Dialog title={`Allowed origins of «${shown.name}»`} onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        onSubmit={event => {
          event.preventDefault()
          save.run()
        }}
      >
        <TextArea
          label="Hosts, one a line"
          rows={5}
          spellCheck={false}
          placeholder={'example.com\n*.example.com'}
          value={text}
          onChange={event => setText(event.target.value)}
          error={problems.join(' ') || undefined}
          hint={
            linesOf(text).length === 0
              ? 'An empty list allows every site.'
              : 'example.com allows exactly that host. *.example.com allows its subdomains, such as www.example.com, but not example.com itself. localhost is always allowed.'
          }
        />
        <Refused
          keyId={shown.id}
          onAllow={host => setText(old => `${old.trim()}\n${host}`.trim())}
        />
        <Field
          label="Would a page be allowed?"
          placeholder="https://www.example.com/page"
          value={page}
          onChange={event => setPage(event.target.value)}
        />
        <p role="status" className={check?.page?.allowed ? 'text-good' : 'text-bad'}>
          {check?.page && `${check.page.allowed ? 'Allowed.' : 'Refused.'} ${check.page.why}`}
        </p>
        <Problem>{save.error}</Problem>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="main" disabled={save.busy || problems.length > 0}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const Refused = ({ keyId, onAllow }: { keyId: string; onAllow: (host: string) => void }) => {
  const { value } = useAnswer<{ refusals: Refusal[] }>(`/keys/${keyId}/refusals`, 2_000)
  if (!value || value.refusals.length === 0) return null
  return (
    <div>
      <h3 className="mb-2 font-medium">Refused lately</h3>
      <ul className="flex flex-col gap-2">
        {value.refusals.slice(0, 10).map(({ host, requests, lastAt }) => (
          <li key={host} className="flex items-center justify-between gap-2">
            <span className="min-w-0 truncate">
              {host}{' '}
              <span className="text-soft">
                {plural(requests, 'request')}, {ago(lastAt)}
              </span>
            </span>
            <Button onClick={() => onAllow(host)} aria-label={`Allow ${host}`}>
              Allow
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

const linesOf = (text: string) =>
  text
    .split(/[\n,]/)
    .map(line => line.trim())
    .filter(line => line !== '')

/** Asks shortly after the last key stroke; an answer to older text is dropped. */
const useCheck = (text: string, page: string): OriginsAnswer | undefined => {
  const [answer, setAnswer] = useState<OriginsAnswer>()
  useEffect(() => {
    const stop = new AbortController()
    const timer = setTimeout(() => {
      const body = { origins: linesOf(text), page }
      ask<OriginsAnswer>('/origins/check', { body, signal: stop.signal }).then(
        ({ value }) => !stop.signal.aborted && setAnswer(value),
        () => undefined,
      )
    }, 150)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [text, page])
  return answer
}
