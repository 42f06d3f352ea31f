import { useState } from 'react'
import type {
  MembersAnswer,
  OverviewAnswer,
  SessionAnswer,
} from '../../../src/doors/dashboard/answers.ts'
import { ask, useAction, useAnswer } from '../ask.ts'
import { Badge, Button, Card, Problem, Waiting } from '../parts/basics.tsx'
import { Code } from '../parts/code.tsx'
import { Field, Select } from '../parts/fields.tsx'
import { Installation } from '../parts/installation.tsx'
import { Cell, Table } from '../parts/table.tsx'
import { ago, day } from '../parts/words.ts'
import { WebhookSecret } from './webhook-secret.tsx'

export const Settings = ({ session }: { session: SessionAnswer }) => (
  <div className="flex flex-col gap-6">
    <Parts />
    <Password email={session.email} />
    <Everywhere />
    <WebhookSecret />
    <Members session={session} />
  </div>
)

const Parts = () => {
  const { value, error } = useAnswer<OverviewAnswer>('/overview')
  if (!value) return error ? <Problem>{error}</Problem> : <Waiting />
  return <Installation parts={value.parts} />
}

const Password = ({ email }: { email: string }) => {
  const [currentPassword, setCurrent] = useState('')
  const [newPassword, setNew] = useState('')
  const [done, setDone] = useState(false)
  const change = useAction(async () => {
    setDone(false)
    await ask('/password', { body: { currentPassword, newPassword } })
    setCurrent('')
    setNew('')
    setDone(true)
  })
  return (
    <Card title="Password" about="All other browsers are signed out when it changes.">
      <form
        className="flex max-w-md flex-col gap-4"
        onSubmit={event => {
          event.preventDefault()
          change.run()
        }}
      >
        <input type="hidden" autoComplete="username" value={email} readOnly />
        <Field
          label="Current password"
          type="password"
          autoComplete="current-password"
          required
          value={currentPassword}
          onChange={event => setCurrent(event.target.value)}
        />
        <Field
          label="New password"
          type="password"
          autoComplete="new-password"
          required
          minLength={10}
          hint="At least 10 characters."
          value={newPassword}
          onChange={event => setNew(event.target.value)}
        />
        <Problem>{change.error}</Problem>
        <div className="flex items-center gap-3">
          <Button type="submit" look="main" disabled={change.busy}>
            Change password
          </Button>
          <span role="status" className="text-good">
            {done && 'Changed.'}
          </span>
        </div>
      </form>
    </Card>
  )
}

const Everywhere = () => {
  const leave = useAction(async () => {
    await ask('/sign-out-everywhere', { body: {} })
    window.dispatchEvent(new Event('signed-out'))
  })
  return (
    <Card title="Sessions" about="Signs you out in every browser, this one included.">
      <Problem>{leave.error}</Problem>
      <Button onClick={leave.run} disabled={leave.busy}>
        Sign out everywhere
      </Button>
    </Card>
  )
}

const Members = ({ session }: { session: SessionAnswer }) => {
  const { value, error, reload } = useAnswer<MembersAnswer>('/members')
  const owner = session.role === 'owner'
  const remove = useAction(async (path: string) => {
    await ask(path, { method: 'DELETE' })
    reload()
  })
  return (
    <Card
      title="Members"
      about={`Everybody who may see and use the account «${session.account.name}». Owners may invite and remove.`}
    >
      {error && <Problem>{error}</Problem>}
      {!value && !error && <Waiting />}
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
                    onClick={() => remove.run(`/members/${member.id}`)}
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
                  <Button look="bad" onClick={() => remove.run(`/invitations/${invitation.id}`)}>
                    Withdraw
                  </Button>
                )}
              </Cell>
            </tr>
          ))}
        </Table>
      )}
      <Problem>{remove.error}</Problem>
      {owner && <Invite onInvited={reload} />}
    </Card>
  )
}

const Invite = ({ onInvited }: { onInvited: () => void }) => {
  const [role, setRole] = useState('member')
  const [url, setUrl] = useState<string>()
  const invite = useAction(async () => {
    setUrl((await ask<{ url: string }>('/invitations', { body: { role } })).value.url)
    onInvited()
  })
  return (
    <div className="mt-4 flex flex-col gap-3 border-t pt-4">
      <div className="flex flex-wrap items-end gap-3">
        <Select label="Invite as" value={role} onChange={event => setRole(event.target.value)}>
          <option value="member">Member</option>
          <option value="owner">Owner</option>
        </Select>
        <Button look="main" onClick={invite.run} disabled={invite.busy}>
          Make an invitation link
        </Button>
      </div>
      <Problem>{invite.error}</Problem>
      {url && (
        <>
          <p>Send this link to one person. It works once, for 7 days, and is shown only now.</p>
          <Code label="link" text={url} />
        </>
      )}
    </div>
  )
}
