import { useState } from 'react'
import type { KeyAnswer } from '../../../src/doors/dashboard/answers.ts'
import { ask } from '../ask/ask.ts'
import { useAction } from '../ask/use-action.ts'
import { useAnswer } from '../ask/use-answer.ts'
import { Missing } from '../parts/basics.tsx'
import { Dialog, DialogButtons } from '../parts/dialog.tsx'
import { Checkbox } from '../parts/fields.tsx'
import { Form, Submit } from '../parts/form.tsx'
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
    onRemoved,
  )
  const keys = value?.keys ?? []
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
          <p>This signs them out of the account at once.</p>
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
