import { useState } from 'react'
import type { MembersAnswer, SessionAnswer } from '../../../src/doors/dashboard/answers.ts'
import { ask } from '../ask/ask.ts'
import { useAction } from '../ask/use-action.ts'
import { Badge, Button, Card, Problem } from '../parts/basics.tsx'
import { Cell, Table } from '../parts/table.tsx'
import { ago, day } from '../parts/words.ts'
import { RemoveMember } from './remove-member.tsx'

type Member = MembersAnswer['members'][number]

export const Members = ({
  session,
  people,
  onChanged,
}: {
  session: SessionAnswer
  people: MembersAnswer
  onChanged: () => void
}) => {
  const [leaving, setLeaving] = useState<Member>()
  const isOwner = session.role === 'owner'
  const withdraw = useAction(
    (signal, id: string) => ask('DELETE /invitations/:id', { params: { id }, signal }),
    onChanged,
  )
  return (
    <Card
      title="Members"
      about={`Everybody who may see and use the account “${session.account.name}”. Owners may invite and remove.`}
    >
      <Table label="Members" head={['Person', 'Role', 'Two-step', 'Since', 'Actions']}>
        {people.members.map(member => (
          <tr key={member.id}>
            <Cell>
              <span className="break-all">{member.email}</span>
            </Cell>
            <Cell>{member.role}</Cell>
            <Cell>
              <Badge tone={member.twoStep ? 'good' : 'soft'}>{member.twoStep ? 'on' : 'off'}</Badge>
            </Cell>
            <Cell>
              <span className="whitespace-nowrap">{day(member.joinedAt)}</span>
            </Cell>
            <Cell>
              {isOwner && member.id !== session.personId && (
                <Button
                  look="bad"
                  onClick={() => setLeaving(member)}
                  aria-label={`Remove ${member.email}`}
                >
                  Remove
                </Button>
              )}
            </Cell>
          </tr>
        ))}
        {people.invitations.map(invitation => (
          <tr key={invitation.id}>
            <Cell>
              <Badge tone="soft">invited</Badge> link ends {ago(invitation.expiresAt)}
            </Cell>
            <Cell>{invitation.role}</Cell>
            <Cell>–</Cell>
            <Cell>–</Cell>
            <Cell>
              {isOwner && (
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
      <Problem error={withdraw.error} />
      {leaving && (
        <RemoveMember
          member={leaving}
          onClose={() => setLeaving(undefined)}
          onRemoved={() => {
            setLeaving(undefined)
            onChanged()
          }}
        />
      )}
    </Card>
  )
}
