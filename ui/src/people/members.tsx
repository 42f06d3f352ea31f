import { useState } from 'react'
import type { MembersAnswer, SessionAnswer } from '../../../src/doors/dashboard/schemas.ts'
import { ask } from '../api/ask.ts'
import { useAction } from '../api/use-action.ts'
import { Badge, Button, Problem } from '../parts/basics.tsx'
import { type Column, Cut, List, ListFrame } from '../parts/list.tsx'
import { useParts } from '../parts/paging.tsx'
import { toast } from '../parts/toast.tsx'
import { ago, day } from '../parts/words.ts'
import { RemoveMember } from './remove-member.tsx'

type Member = MembersAnswer['members'][number]
type Invitation = MembersAnswer['invitations'][number]
type Line = { member: Member } | { invitation: Invitation }

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
    () => {
      toast('Invitation withdrawn.')
      onChanged()
    },
  )
  const { rows, foot } = useParts<Line>(
    [
      ...people.members.map(member => ({ member })),
      ...people.invitations.map(invitation => ({ invitation })),
    ],
    50,
  )
  const mayRemove = (line: Line) =>
    isOwner && (!('member' in line) || line.member.id !== session.personId)
  const removing: Column<Line> = {
    name: 'Actions',
    width: 'w-32',
    isFigure: true,
    cell: line =>
      mayRemove(line) &&
      ('member' in line ? (
        <Button
          look="bad"
          onClick={() => setLeaving(line.member)}
          aria-label={`Remove ${line.member.email}`}
        >
          Remove
        </Button>
      ) : (
        <Button
          look="bad"
          onClick={() => withdraw.run(line.invitation.id)}
          disabled={withdraw.busy}
        >
          Withdraw
        </Button>
      )),
  }
  return (
    <>
      <ListFrame
        tools={
          <div>
            <h2 className="font-semibold">Members</h2>
            <p className="text-soft">
              People with access to the account “{session.account.name}”. Owners can invite and
              remove people.
            </p>
          </div>
        }
        foot={foot}
      >
        <List
          label="Members"
          columns={[...columns, ...(rows.some(mayRemove) ? [removing] : [])]}
          rows={rows}
          keyOf={line => ('member' in line ? line.member.id : line.invitation.id)}
        />
      </ListFrame>
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
    </>
  )
}

const columns: readonly Column<Line>[] = [
  {
    name: 'Person',
    cell: line =>
      'member' in line ? (
        <Cut text={line.member.email} className="font-medium" />
      ) : (
        <span>
          <Badge tone="soft">invited</Badge> link ends {ago(line.invitation.expiresAt)}
        </span>
      ),
  },
  {
    name: 'Role',
    width: 'w-28',
    cell: line => ('member' in line ? line.member.role : line.invitation.role),
  },
  {
    name: 'Two-step',
    width: 'w-28',
    hide: 'narrow',
    cell: line =>
      'member' in line ? (
        <Badge tone={line.member.twoStep ? 'good' : 'soft'}>
          {line.member.twoStep ? 'on' : 'off'}
        </Badge>
      ) : (
        '–'
      ),
  },
  {
    name: 'Since',
    width: 'w-36',
    hide: 'narrow',
    cell: line => ('member' in line ? day(line.member.joinedAt) : '–'),
  },
]
