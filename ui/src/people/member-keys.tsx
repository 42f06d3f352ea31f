import type { MemberKeys } from '../../../src/doors/dashboard/schemas.ts'
import { ask } from '../api/ask.ts'
import { useAction } from '../api/use-action.ts'
import { Card, Problem } from '../parts/basics.tsx'
import { Choice } from '../parts/fields.tsx'

export const memberKeysTexts: Record<MemberKeys, { label: string; text: string }> = {
  all: {
    label: 'All keys',
    text: 'Members can create, roll, rename and delete every key and change its origins, as owners can.',
  },
  own: {
    label: 'Their own',
    text: 'Members can create keys and change the ones they made. They see the others.',
  },
  none: { label: 'View only', text: 'Members see the keys. Only owners create and change them.' },
}

const options = (['all', 'own', 'none'] as const).map(value => ({
  value,
  label: memberKeysTexts[value].label,
}))

/** The owners' decision, for everybody to read. */
export const MemberKeysCard = ({
  memberKeys,
  isOwner,
  onChanged,
}: {
  memberKeys: MemberKeys
  isOwner: boolean
  onChanged: () => void
}) => {
  const decide = useAction(
    (signal, chosen: MemberKeys) =>
      ask('PUT /members/keys', { body: { memberKeys: chosen }, signal }),
    onChanged,
  )
  return (
    <Card title="What members may do with keys">
      <div className="flex flex-col items-start gap-3">
        {isOwner && (
          <Choice
            label="What members may do with keys"
            options={options}
            value={memberKeys}
            onChange={decide.run}
          />
        )}
        <Problem error={decide.error} />
        <p role="status">{memberKeysTexts[memberKeys].text}</p>
        {!isOwner && <p className="text-soft">Only owners can change this.</p>}
      </div>
    </Card>
  )
}
