import { useState } from 'react'
import { useAnswer } from '../api/use-answer.ts'
import { Button, Card, Problem } from '../parts/basics.tsx'
import { Dialog, DialogClose } from '../parts/dialog.tsx'
import { day } from '../parts/words.ts'

const states = {
  waiting: 'It is being sent',
  kept: 'It waits in the outbox, because no mail server is set up',
  sent: 'It was sent',
  failed: 'The mail server refused it',
} as const

/** The one mail a month about images over the allowance: what it says, and whether it went out. */
export const AllowanceMail = () => {
  const { value, error } = useAnswer('GET /usage/mail', {})
  const [open, setOpen] = useState(false)
  if (!value) return <Problem error={error} />
  const { mail, written } = value
  return (
    <Card
      title="Monthly mail"
      about={
        mail
          ? 'When image requests exceed the allowance, the account’s owner gets one mail that month. Images still work.'
          : 'This account’s plan has no limit on images, so there is no mail about them.'
      }
      actions={mail && <Button onClick={() => setOpen(true)}>Preview</Button>}
    >
      {mail && (
        <p>
          {written
            ? `${states[written.status]} (${day(written.at)}, to ${mail.to}).`
            : `None this month so far. It would go to ${mail.to}.`}
        </p>
      )}
      {open && mail && (
        <Dialog title="The monthly mail" onClose={() => setOpen(false)}>
          <dl className="mb-3 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1">
            <dt className="text-soft">To</dt>
            <dd className="break-all">{mail.to}</dd>
            <dt className="text-soft">Subject</dt>
            <dd>{mail.subject}</dd>
          </dl>
          <pre className="mb-4 whitespace-pre-wrap break-words rounded-md border bg-page p-3 font-sans">
            {mail.text}
          </pre>
          <DialogClose onClose={() => setOpen(false)} />
        </Dialog>
      )}
    </Card>
  )
}
