import { useState } from 'react'
import type { CreatedKeyAnswer, KeyAnswer } from '../../../src/doors/dashboard/answers.ts'
import { ask } from '../ask/ask.ts'
import { useAction } from '../ask/use-action.ts'
import { Button } from '../parts/basics.tsx'
import { Copy } from '../parts/code.tsx'
import { Dialog, DialogButtons } from '../parts/dialog.tsx'
import { Choice, Field } from '../parts/fields.tsx'
import { Form, Submit } from '../parts/form.tsx'

export const CreateKey = ({
  onClose,
  onCreated,
}: {
  onClose: () => void
  onCreated: (key: CreatedKeyAnswer) => void
}) => {
  const [kind, setKind] = useState<KeyAnswer['kind']>('secret')
  const [name, setName] = useState('')
  const create = useAction(
    signal => ask('POST /keys', { body: { kind, name }, signal }),
    ({ value }) => onCreated(value),
  )
  return (
    <Dialog title="Create a key" onClose={onClose}>
      <Form
        action={create}
        end={
          <DialogButtons onClose={onClose}>
            <Submit>Create</Submit>
          </DialogButtons>
        }
      >
        <Field
          label="Name"
          required
          autoFocus
          maxLength={80}
          placeholder="Production"
          value={name}
          onChange={setName}
        />
        <Choice
          label="Kind of key"
          options={[
            { value: 'secret', label: 'Secret (sr_…)' },
            { value: 'publishable', label: 'Publishable (pk_…)' },
          ]}
          value={kind}
          onChange={setKind}
        />
        <p className="text-soft">
          {kind === 'secret'
            ? 'For scrape, batch, extract and branding, from your own server. Never put it into a web page.'
            : 'For icons and Open Graph images in web pages. You can limit it to your own sites afterwards.'}
        </p>
      </Form>
    </Dialog>
  )
}

export const ShowKey = ({
  created,
  onClose,
}: {
  created: CreatedKeyAnswer
  onClose: () => void
}) => (
  <Dialog title={`Your new key “${created.name}”`} onClose={onClose}>
    <div className="flex flex-col gap-4">
      <p>
        {created.kind === 'secret'
          ? 'This is the only time it is shown. Copy it now.'
          : 'Its own page shows it again at any time, with lines to copy.'}
      </p>
      <code
        data-testid="new-key"
        className="break-all rounded-md border bg-page p-3 font-mono text-xs"
      >
        {created.key}
      </code>
      <div className="flex justify-end gap-2">
        <Copy text={created.key} label="Copy key" />
        <Button look="main" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  </Dialog>
)

export const RenameKey = ({
  shown,
  onClose,
  onDone,
}: {
  shown: KeyAnswer
  onClose: () => void
  onDone: () => void
}) => {
  const [name, setName] = useState(shown.name)
  const params = { id: shown.id }
  const rename = useAction(
    signal => ask('PUT /keys/:id/name', { params, body: { name }, signal }),
    onDone,
  )
  return (
    <Dialog title={`Rename “${shown.name}”`} onClose={onClose}>
      <Form
        action={rename}
        end={
          <DialogButtons onClose={onClose}>
            <Submit>Rename</Submit>
          </DialogButtons>
        }
      >
        <Field
          label="New name"
          required
          autoFocus
          maxLength={80}
          value={name}
          onChange={setName}
          hint="Usage and logs show the new name, for the past too. The key itself stays as it is."
        />
      </Form>
    </Dialog>
  )
}

export const DeleteKey = ({
  shown,
  onClose,
  onDone,
}: {
  shown: KeyAnswer
  onClose: () => void
  onDone: () => void
}) => {
  const params = { id: shown.id }
  const remove = useAction(signal => ask('DELETE /keys/:id', { params, signal }), onDone)
  return (
    <Dialog title={`Delete “${shown.name}”?`} onClose={onClose}>
      <Form
        action={remove}
        end={
          <DialogButtons onClose={onClose}>
            <Submit look="bad">Delete key</Submit>
          </DialogButtons>
        }
      >
        <p>
          Every call with {shown.shown} is refused from now on, everywhere. This cannot be undone.
        </p>
      </Form>
    </Dialog>
  )
}

const overlaps = [
  { value: '0', label: 'Now', hours: 0 },
  { value: '1', label: '1 hour', hours: 1 },
  { value: '24', label: '24 hours', hours: 24 },
  { value: '168', label: '7 days', hours: 168 },
] as const

export const RollKey = ({
  shown,
  onClose,
  onCreated,
}: {
  shown: KeyAnswer
  onClose: () => void
  onCreated: (key: CreatedKeyAnswer) => void
}) => {
  const [overlap, setOverlap] = useState<(typeof overlaps)[number]['value']>('24')
  const roll = useAction(
    signal => {
      const overlapHours = overlaps.find(({ value }) => value === overlap)?.hours ?? 24
      return ask('POST /keys/:id/roll', {
        params: { id: shown.id },
        body: { overlapHours },
        signal,
      })
    },
    ({ value }) => onCreated(value),
  )
  return (
    <Dialog title={`Roll “${shown.name}”`} onClose={onClose}>
      <Form
        action={roll}
        end={
          <DialogButtons onClose={onClose}>
            <Submit>Roll key</Submit>
          </DialogButtons>
        }
      >
        <p>A new key takes its place. When should the old one ({shown.shown}) stop working?</p>
        <Choice
          label="When should the old key stop working?"
          options={overlaps}
          value={overlap}
          onChange={setOverlap}
        />
      </Form>
    </Dialog>
  )
}
