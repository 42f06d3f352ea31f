import { useState } from 'react'
import { Card } from '../parts/basics.tsx'
import { Code } from '../parts/code.tsx'
import { Choice } from '../parts/fields.tsx'
import type { Group } from './ready-lines.ts'

/** Lines to copy, one for each client. */
export const OneOf = ({ group: { title, about, lines } }: { group: Group }) => {
  const [client, setClient] = useState(lines[0]?.client ?? '')
  const line = lines.find(line => line.client === client)
  return (
    <Card
      title={title}
      about={about}
      actions={
        <Choice
          label={`Client, ${title}`}
          options={lines.map(line => ({ value: line.client, label: line.client }))}
          value={client}
          onChange={setClient}
        />
      }
    >
      {line && (
        <>
          <p className="mb-2">{line.note}</p>
          <Code label={`line for ${line.client}`} text={line.text} />
        </>
      )}
    </Card>
  )
}
