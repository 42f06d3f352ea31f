import { useState } from 'react'
import { type AnswerOf, ask } from '../api/ask.ts'
import { useAction } from '../api/use-action.ts'
import { Button, Problem } from '../parts/basics.tsx'

type Attempt = AnswerOf<'POST /v1/webhooks/test'>

/** How the receiver answered an event that was sent just now. */
export const sayAttempt = ({ ok, status, error, durationMs }: Attempt): string =>
  ok
    ? `Delivered with status ${status} in ${durationMs} ms.`
    : `Not delivered: ${error ?? `status ${status}`} (${durationMs} ms)`

/** Sends a test event, and shows how the receiver answered. */
export const SendTest = ({ url }: { url: string }) => {
  const [said, setSaid] = useState<Attempt>()
  const send = useAction(
    signal => ask('POST /v1/webhooks/test', { body: { url }, signal }),
    ({ value }) => setSaid(value),
  )
  return (
    <span className="flex flex-wrap items-center gap-3">
      <Button onClick={send.run} disabled={send.busy || url.trim() === ''}>
        {send.busy ? 'Sending…' : 'Send a test event'}
      </Button>
      <span role="status" className={said?.ok ? 'text-good' : 'text-bad'}>
        {said && sayAttempt(said)}
      </span>
      <Problem error={send.error} />
    </span>
  )
}
