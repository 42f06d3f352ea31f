import { useState } from 'react'
import { Card } from '../parts/basics.tsx'
import { Code } from '../parts/code.tsx'
import { Choice } from '../parts/fields.tsx'
import { type Call, command, curl, typescript } from './calls.ts'

const languages = [
  { value: 'curl', label: 'curl' },
  { value: 'ts', label: 'TypeScript' },
  { value: 'command', label: 'Command' },
] as const
const writers = { curl, ts: typescript, command }

/** The call a pane makes, to be copied into a program. */
export const SameCall = (call: Call) => {
  const [wanted, setLanguage] = useState<keyof typeof writers>('curl')
  const offered = languages.filter(({ value }) => writers[value](call) !== undefined)
  const language = offered.find(({ value }) => value === wanted)?.value ?? 'curl'
  return (
    <Card
      title="The same call"
      actions={
        <Choice label="Language" options={offered} value={language} onChange={setLanguage} />
      }
    >
      <Code label="call" text={writers[language](call) ?? ''} />
    </Card>
  )
}
