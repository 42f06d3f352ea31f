import { useAnswer } from '../api/use-answer.ts'
import { useShownOnce } from '../keys/shown-once.ts'
import { MakeKeys, NewKeys } from '../overview/new-keys.tsx'
import { Card, Missing } from '../parts/basics.tsx'
import { Copy } from '../parts/code.tsx'
import { OneOf } from './one-of.tsx'
import { readyLines } from './ready-lines.ts'

/** How to reach this server from the tools people use. */
export const Connect = () => {
  const { value, error } = useAnswer('GET /overview', {})
  const { pair: keys } = useShownOnce()
  if (!value) return <Missing error={error} />
  const { apiUrl, imageUrl, firecrawlUrl } = value
  const groups = readyLines({
    ...{ apiUrl, imageUrl, firecrawlUrl },
    secretKey: keys?.secretKey ?? 'sr_…',
    publishableKey: keys?.publishableKey ?? value.publishableKey ?? 'pk_…',
  })
  return (
    <div className="flex flex-col gap-4">
      <Card title="This server" actions={!keys && <MakeKeys />}>
        <dl className="grid gap-3 sm:grid-cols-2">
          <Address name="Extraction API" url={apiUrl} />
          <Address name="Image API" url={imageUrl} />
        </dl>
      </Card>
      {keys && <NewKeys keys={keys} title="Your new keys, filled in below" />}
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
