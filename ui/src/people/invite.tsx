import { useState } from 'react'
import { ask } from '../api/ask.ts'
import { useAction } from '../api/use-action.ts'
import { Card } from '../parts/basics.tsx'
import { Code } from '../parts/code.tsx'
import { Select } from '../parts/fields.tsx'
import { Form, Submit } from '../parts/form.tsx'

const roles = [
  { value: 'member', label: 'Member' },
  { value: 'owner', label: 'Owner' },
] as const

export const Invite = ({ onInvited }: { onInvited: () => void }) => {
  const [role, setRole] = useState<'member' | 'owner'>('member')
  const [url, setUrl] = useState<string>()
  const invite = useAction(
    signal => ask('POST /invitations', { body: { role }, signal }),
    ({ value }) => {
      setUrl(value.url)
      onInvited()
    },
  )
  return (
    <Card title="Invite someone">
      <div className="flex flex-col gap-3">
        <Form action={invite}>
          <div className="flex flex-wrap items-end gap-3">
            <Select label="Invite as" options={roles} value={role} onChange={setRole} />
            <Submit>Create an invitation link</Submit>
          </div>
        </Form>
        {url && (
          <>
            <p>Send this link to one person. It works once, for 7 days. You see it only now.</p>
            <Code label="link" text={url} />
          </>
        )}
      </div>
    </Card>
  )
}
