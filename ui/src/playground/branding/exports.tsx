import { useState } from 'react'
import { ask } from '../../api/ask.ts'
import { useAction } from '../../api/use-action.ts'
import { Card, Problem } from '../../parts/basics.tsx'
import { Code } from '../../parts/code.tsx'
import { Choice } from '../../parts/fields.tsx'
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
  const choose = useAction(async (signal, format: Format) => {
    if (format === 'json') return { format, text: JSON.stringify(profile, null, 2) }
    // Pictures are no tokens, and the largest part of it.
    const { images: _, ...rest } = profile
    const body = { profile: rest, format }
    const { value } = await ask('POST /branding/export', { body, signal })
    return { format, text: value.text }
  }, setShown)
  return (
    <Card
      title="Export"
      actions={
        <Choice label="Format" options={formats} value={shown.format} onChange={choose.run} />
      }
    >
      <Problem error={choose.error} />
      <Code
        label="export"
        language={shown.format === 'json' || shown.format === 'dtcg' ? 'json' : 'code'}
        text={shown.text}
      />
    </Card>
  )
}
