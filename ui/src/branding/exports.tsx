import { useState } from 'react'
import type { ExportAnswer } from '../../../src/doors/dashboard/answers.ts'
import { ask, useAction } from '../ask.ts'
import { Card, Problem } from '../parts/basics.tsx'
import { Code } from '../parts/code.tsx'
import { Choice } from '../parts/fields.tsx'
import type { Profile } from './profile.ts'

const formats = [
  { value: 'json', label: 'JSON' },
  { value: 'dtcg', label: 'Design tokens' },
  { value: 'css', label: 'CSS' },
  { value: 'tailwind', label: 'Tailwind' },
] as const
type Format = (typeof formats)[number]['value']

/** The profile to take away. Written by the server from what is shown: it costs nothing more. */
export const Exports = ({ profile }: { profile: Profile }) => {
  const [shown, setShown] = useState<{ format: Format; text: string }>({
    format: 'json',
    text: JSON.stringify(profile, null, 2),
  })
  const choose = useAction(async (format: Format) => {
    if (format === 'json') return setShown({ format, text: JSON.stringify(profile, null, 2) })
    // Pictures are no tokens, and the largest part of it.
    const { images: _, ...rest } = profile
    const body = { profile: rest, format }
    const { value } = await ask<ExportAnswer>('/branding/export', { body })
    setShown({ format, text: value.text })
  })
  return (
    <Card
      title="Take it away"
      actions={
        <Choice label="Format" options={formats} value={shown.format} onChange={choose.run} />
      }
    >
      <Problem>{choose.error}</Problem>
      <Code label="export" text={shown.text} />
    </Card>
  )
}
