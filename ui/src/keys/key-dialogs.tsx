import { useState } from 'react'
import type { CreatedKeyAnswer, KeyAnswer } from '../../../src/doors/dashboard/schemas.ts'
import { ask } from '../api/ask.ts'
import { useAction } from '../api/use-action.ts'
import { useDraft } from '../draft.ts'
import { Dialog, DialogButtons } from '../parts/dialog.tsx'
import { Choice, Field } from '../parts/fields.tsx'
import { Form, Submit } from '../parts/form.tsx'

const noWish: { kind: KeyAnswer['kind']; name: string } = { kind: 'secret', name: '' }

export const CreateKey = ({
  onClose,
  onCreated,
}: {
  onClose: () => void
  onCreated: (key: CreatedKeyAnswer) => void
}) => {
  const [wish, setWish, forget] = useDraft('key', noWish)
  const { kind, name } = wish
  const create = useAction(
    signal => ask('POST /keys', { body: wish, signal }),
    ({ value }) => {
      forget()
      onCreated(value)
    },
  )
  const close = () => {
    forget()
    onClose()
  }
  return (
    // A key that is on its way would be created and seen by nobody.
    <Dialog title="Create a key" onClose={close} isHeld={create.busy}>
      <Form
        action={create}
        end={
          <DialogButtons onClose={close} isHeld={create.busy}>
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
          onChange={text => setWish({ kind, name: text })}
        />
        <Choice
          label="Kind of key"
          options={[
            { value: 'secret', label: 'Secret (sr_…)' },
            { value: 'publishable', label: 'Publishable (pk_…)' },
          ]}
          value={kind}
          onChange={chosen => setWish({ kind: chosen, name })}
        />
        <p className="text-soft">
          {kind === 'secret'
            ? 'For scrape, crawl, extract and the rest of the API, from your own server. Never put it in a web page.'
            : 'For icons and Open Graph images in web pages. You can limit it to your own sites later.'}
        </p>
      </Form>
    </Dialog>
  )
}

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
          hint="Usage and logs show the new name, past days included. The key itself does not change."
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
        <p>Siteray refuses every call with {shown.shown} from now on. You cannot undo this.</p>
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
    <Dialog title={`Roll “${shown.name}”`} onClose={onClose} isHeld={roll.busy}>
      <Form
        action={roll}
        end={
          <DialogButtons onClose={onClose} isHeld={roll.busy}>
            <Submit>Roll key</Submit>
          </DialogButtons>
        }
      >
        <p>You get a new key. When should the old one ({shown.shown}) stop working?</p>
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
