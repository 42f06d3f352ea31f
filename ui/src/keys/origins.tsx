import { useState } from 'react'
import type { KeyAnswer } from '../../../src/doors/dashboard/schemas.ts'
import { ask } from '../api/ask.ts'
import { useAction } from '../api/use-action.ts'
import { useAnswer } from '../api/use-answer.ts'
import { useCheck } from '../api/use-check.ts'
import { Button } from '../parts/basics.tsx'
import { Dialog, DialogButtons } from '../parts/dialog.tsx'
import { Field, TextArea } from '../parts/fields.tsx'
import { Form, Submit } from '../parts/form.tsx'
import { ago, plural } from '../parts/words.ts'

/** The sites whose pages may use a publishable key. The server checks while one types. */
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
  const origins = linesOf(text)
  const { value: check } = useCheck('POST /origins/check', { body: { origins, page } }, 150)
  const problems = check?.entries.flatMap(entry => (entry.ok ? [] : [entry.problem])) ?? []
  const save = useAction(
    signal => ask('PUT /keys/:id/origins', { params: { id: shown.id }, body: { origins }, signal }),
    onDone,
  )
  return (
    <Dialog title={`Allowed origins of “${shown.name}”`} onClose={onClose}>
      <Form
        action={save}
        end={
          <DialogButtons onClose={onClose}>
            <Submit disabled={problems.length > 0}>Save</Submit>
          </DialogButtons>
        }
      >
        <TextArea
          label="Hosts, one per line"
          rows={5}
          spellCheck={false}
          placeholder={'example.com\n*.example.com'}
          value={text}
          onChange={setText}
          error={problems.join(' ') || undefined}
          hint={
            origins.length === 0
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
          onChange={setPage}
        />
        <p role="status" className={check?.page?.allowed ? 'text-good' : 'text-bad'}>
          {check?.page && `${check.page.allowed ? 'Allowed.' : 'Refused.'} ${check.page.why}`}
        </p>
      </Form>
    </Dialog>
  )
}

const Refused = ({ keyId, onAllow }: { keyId: string; onAllow: (host: string) => void }) => {
  const { value } = useAnswer('GET /keys/:id/refusals', { params: { id: keyId } }, 2_000)
  if (!value || value.refusals.length === 0) return null
  return (
    <div>
      <h3 className="mb-2 font-medium">Recently refused</h3>
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
