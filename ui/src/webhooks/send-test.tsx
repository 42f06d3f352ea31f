import { useState } from 'react'
import { type AnswerOf, ask } from '../ask/ask.ts'
import { useAction } from '../ask/use-action.ts'
import { Button, Problem } from '../parts/basics.tsx'

type Attempt = AnswerOf<'POST /v1/webhooks/test'>

/** What the receiver said to an event that was sent just now. */
export const sayAttempt = ({ ok, status, error, durationMs }: Attempt): string =>
  ok
    ? `Taken, with status ${status} after ${durationMs} ms.`
    : `Not taken: ${error ?? `status ${status}`} (${durationMs} ms)`

/** Sends an event that tells of nothing, and says what came of it. */
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
