import type { SessionAnswer } from '../../../src/doors/dashboard/schemas.ts'
import { useAnswer } from '../api/use-answer.ts'
import { Missing, Problem } from '../parts/basics.tsx'
import { Invite } from './invite.tsx'
import { MemberKeysCard } from './member-keys.tsx'
import { Members } from './members.tsx'

/** Who may see and use the account, and what they may do. */
export const People = ({ session }: { session: SessionAnswer }) => {
  const { value, error, reload } = useAnswer('GET /members', {})
  if (!value) return <Missing error={error} />
  const isOwner = session.role === 'owner'
  return (
    <div className="flex flex-col gap-4">
      <Problem error={error} />
      <Members session={session} people={value} onChanged={reload} />
      {isOwner && <Invite onInvited={reload} />}
      <MemberKeysCard memberKeys={value.memberKeys} isOwner={isOwner} onChanged={reload} />
    </div>
  )
}
