import { useState } from 'react'
import type { FirstKeys } from '../../../src/doors/dashboard/answers.ts'
import { useAnswer } from '../ask/use-answer.ts'
import { MakeKeys } from '../overview/overview.tsx'
import { Card, Missing } from '../parts/basics.tsx'
import { Copy } from '../parts/code.tsx'
import { OneOf } from './one-of.tsx'
import { readyLines } from './ready-lines.ts'

/** How to reach this server from what people have already. */
export const Connect = () => {
  const { value, error } = useAnswer('GET /overview', {})
  const [keys, setKeys] = useState<FirstKeys>()
  if (!value) return <Missing error={error} />
  const { apiUrl, imageUrl, firecrawlUrl } = value
  const groups = readyLines({
    ...{ apiUrl, imageUrl, firecrawlUrl },
    secretKey: keys?.secretKey ?? 'sr_…',
    publishableKey: keys?.publishableKey ?? value.publishableKey ?? 'pk_…',
  })
  return (
    <div className="flex flex-col gap-4">
      <Card title="This server" actions={!keys && <MakeKeys onMade={setKeys} />}>
        <dl className="grid gap-3 sm:grid-cols-2">
          <Address name="Extraction API" url={apiUrl} />
          <Address name="Image API" url={imageUrl} />
        </dl>
      </Card>
      {keys && (
        <p role="status" className="text-good">
          The lines below have your new keys in them. The secret one is shown this once: keep it
          where you keep passwords.
        </p>
      )}
      {groups.map(group => (
        <OneOf key={group.title} group={group} />
      ))}
    </div>
  )
}

const Address = ({ name, url }: { name: string; url: string }) => (
  <div>
    <dt className="mb-1 text-soft">{name}</dt>
    <dd className="flex flex-wrap items-center gap-2">
      <code className="break-all rounded border bg-page px-2 py-1 font-mono text-xs">{url}</code>
      <Copy text={url} />
    </dd>
  </div>
)
