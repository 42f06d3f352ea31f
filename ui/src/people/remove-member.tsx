import { useState } from 'react'
import type { KeyAnswer, RemovedAnswer } from '../../../src/doors/dashboard/schemas.ts'
import { ask } from '../api/ask.ts'
import { useAction } from '../api/use-action.ts'
import { useAnswer } from '../api/use-answer.ts'
import { Missing } from '../parts/basics.tsx'
import { Dialog, DialogButtons } from '../parts/dialog.tsx'
import { Checkbox } from '../parts/fields.tsx'
import { Form, Submit } from '../parts/form.tsx'
import { toast } from '../parts/toast.tsx'
import { ago, plural } from '../parts/words.ts'

/** Whoever leaves still knows the keys they made: the owner sees them now, and decides. */
export const RemoveMember = ({
  member,
  onClose,
  onRemoved,
}: {
  member: { id: string; email: string }
  onClose: () => void
  onRemoved: () => void
}) => {
  const params = { id: member.id }
  const { value, error } = useAnswer('GET /members/:id/keys', { params })
  const [chosen, setChosen] = useState<readonly string[]>([])
  const remove = useAction(
    signal =>
      ask('POST /members/:id/remove', { params, body: { deleteKeys: [...chosen] }, signal }),
    ({ value }) => {
      toast(`${member.email} is removed. ${endedText(value.ended)}`)
      onRemoved()
    },
  )
  const { keys, invitations } = value ?? { keys: [], invitations: 0 }
  return (
    <Dialog title={`Remove ${member.email}?`} onClose={onClose}>
      {!value ? (
        <Missing error={error} />
      ) : (
        <Form
          action={remove}
          end={
            <DialogButtons onClose={onClose}>
              <Submit look="bad">
                {chosen.length === 0
                  ? 'Remove'
                  : `Remove and delete ${plural(chosen.length, 'key')}`}
              </Submit>
            </DialogButtons>
          }
        >
          <p>
            They are signed out everywhere at once, and links to a new password that they asked for
            stop working.
            {invitations > 0 &&
              ` So ${invitations === 1 ? 'does the open invitation' : `do the ${invitations} open invitations`} they made.`}{' '}
            To come back, they need a new invitation.
          </p>
          {keys.length === 0 ? (
            <p className="text-soft">They made none of the account’s keys.</p>
          ) : (
            <Made keys={keys} chosen={chosen} onChange={setChosen} />
          )}
        </Form>
      )}
    </Dialog>
  )
}

/** What the server ended, where that is more than the sessions of somebody who leaves. */
const endedText = ({ keys, invitations }: RemovedAnswer['ended']): string => {
  const ended = [
    ...(invitations > 0 ? [`${plural(invitations, 'invitation')} withdrawn`] : []),
    ...(keys > 0 ? [`${plural(keys, 'key')} deleted`] : []),
  ]
  return ended.length === 0 ? 'They are signed out.' : `Signed out, ${ended.join(', ')}.`
}

const Made = ({
  keys,
  chosen,
  onChange,
}: {
  keys: readonly KeyAnswer[]
  chosen: readonly string[]
  onChange: (ids: readonly string[]) => void
}) => (
  <fieldset className="flex flex-col gap-2">
    <legend className="mb-2">
      They made {keys.length === 1 ? 'this key' : `these ${keys.length} keys`} and may still know{' '}
      {keys.length === 1 ? 'it' : 'them'}. Which should be deleted now? The others keep working.
    </legend>
    {keys.length > 1 && (
      <Checkbox
        label="All of them"
        checked={chosen.length === keys.length}
        onChange={all => onChange(all ? keys.map(({ id }) => id) : [])}
      />
    )}
    <div className="flex max-h-64 flex-col gap-2 overflow-auto rounded-md border p-3">
      {keys.map(key => (
        <Checkbox
          key={key.id}
          label={`${key.name} (${key.shown}), ${key.lastUsedAt ? `last used ${ago(key.lastUsedAt)}` : 'never used'}`}
          checked={chosen.includes(key.id)}
          onChange={on => onChange(on ? [...chosen, key.id] : chosen.filter(id => id !== key.id))}
        />
      ))}
    </div>
  </fieldset>
)
