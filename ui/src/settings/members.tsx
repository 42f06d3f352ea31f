import { useState } from 'react'
import type { SessionAnswer } from '../../../src/doors/dashboard/answers.ts'
import { ask } from '../ask/ask.ts'
import { useAction } from '../ask/use-action.ts'
import { useAnswer } from '../ask/use-answer.ts'
import { Badge, Button, Card, Missing, Problem } from '../parts/basics.tsx'
import { Code } from '../parts/code.tsx'
import { Select } from '../parts/fields.tsx'
import { Form, Submit } from '../parts/form.tsx'
import { Cell, Table } from '../parts/table.tsx'
import { ago, day } from '../parts/words.ts'

/** Everybody who may come in, and the way to let others in. */
export const Members = ({ session }: { session: SessionAnswer }) => {
  const { value, error, reload } = useAnswer('GET /members', {})
  const owner = session.role === 'owner'
  const remove = useAction(
    (signal, id: string) => ask('DELETE /members/:id', { params: { id }, signal }),
    reload,
  )
  const withdraw = useAction(
    (signal, id: string) => ask('DELETE /invitations/:id', { params: { id }, signal }),
    reload,
  )
  return (
    <Card
      title="Members"
      about={`Everybody who may see and use the account «${session.account.name}». Owners may invite and remove.`}
    >
      {value ? <Problem error={error} /> : <Missing error={error} />}
      {value && (
        <Table label="Members" head={['Person', 'Role', 'Since', 'Actions']}>
          {value.members.map(member => (
            <tr key={member.id}>
              <Cell>{member.email}</Cell>
              <Cell>{member.role}</Cell>
              <Cell>{day(member.joinedAt)}</Cell>
              <Cell>
                {owner && member.id !== session.personId && (
                  <Button
                    look="bad"
                    onClick={() => remove.run(member.id)}
                    disabled={remove.busy}
                    aria-label={`Remove ${member.email}`}
                  >
                    Remove
                  </Button>
                )}
              </Cell>
            </tr>
          ))}
          {value.invitations.map(invitation => (
            <tr key={invitation.id}>
              <Cell>
                <Badge tone="soft">invited</Badge> link ends {ago(invitation.expiresAt)}
              </Cell>
              <Cell>{invitation.role}</Cell>
              <Cell>–</Cell>
              <Cell>
                {owner && (
                  <Button
                    look="bad"
                    onClick={() => withdraw.run(invitation.id)}
                    disabled={withdraw.busy}
                  >
                    Withdraw
                  </Button>
                )}
              </Cell>
            </tr>
          ))}
        </Table>
      )}
      <Problem error={remove.error ?? withdraw.error} />
      {owner && <Invite onInvited={reload} />}
    </Card>
  )
}

const roles = [
  { value: 'member', label: 'Member' },
  { value: 'owner', label: 'Owner' },
] as const

const Invite = ({ onInvited }: { onInvited: () => void }) => {
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
    <div className="mt-4 flex flex-col gap-3 border-t pt-4">
      <Form action={invite}>
        <div className="flex flex-wrap items-end gap-3">
          <Select label="Invite as" options={roles} value={role} onChange={setRole} />
          <Submit>Make an invitation link</Submit>
        </div>
      </Form>
      {url && (
        <>
          <p>Send this link to one person. It works once, for 7 days, and is shown only now.</p>
          <Code label="link" text={url} />
        </>
      )}
    </div>
  )
}
