import { Flag } from 'lucide-react'
import { useState } from 'react'
import { ask } from '../api/ask.ts'
import { useAction } from '../api/use-action.ts'
import { Button } from '../parts/basics.tsx'
import { Dialog, DialogButtons } from '../parts/dialog.tsx'
import { Choice, Field } from '../parts/fields.tsx'
import { Form, Submit } from '../parts/form.tsx'
import { toast } from '../parts/toast.tsx'

/** “Wrong logo?”: tells whoever runs this server. */
export const WrongLogo = ({ domain }: { domain: string }) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>
        <Flag size={14} aria-hidden /> Wrong logo?
      </Button>
      {isOpen && <Complain domain={domain} onClose={() => setIsOpen(false)} />}
    </>
  )
}

const Complain = ({ domain, onClose }: { domain: string; onClose: () => void }) => {
  const [kind, setKind] = useState<'icon' | 'og' | 'logo' | 'symbol'>('icon')
  const [note, setNote] = useState('')
  const send = useAction(
    signal =>
      ask('POST /v1/images/:domain/complaints', {
        params: { domain },
        body: { kind, note },
        signal,
      }),
    () => {
      toast('Thank you. The people who run this server will see it.')
      onClose()
    },
  )
  return (
    <Dialog title={`What is wrong with ${domain}?`} onClose={onClose}>
      <Form
        action={send}
        end={
          <DialogButtons onClose={onClose}>
            <Submit>Send</Submit>
          </DialogButtons>
        }
      >
        <Choice
          label="Which image"
          options={[
            { value: 'icon', label: 'Icon' },
            { value: 'og', label: 'Open Graph image' },
            { value: 'logo', label: 'Logo' },
            { value: 'symbol', label: 'Symbol' },
          ]}
          value={kind}
          onChange={setKind}
        />
        <Field
          label="What should it be? (optional)"
          maxLength={500}
          placeholder="An address of the right one helps"
          value={note}
          onChange={setNote}
        />
      </Form>
    </Dialog>
  )
}
