import { useState } from 'react'
import type { FirstKeys } from '../../../src/doors/dashboard/answers.ts'
import { ask } from '../ask/ask.ts'
import { useAction } from '../ask/use-action.ts'
import { useAnswer } from '../ask/use-answer.ts'
import { Button, Card, Missing, Problem } from '../parts/basics.tsx'
import { Code, Copy } from '../parts/code.tsx'
import { Installation } from '../parts/installation.tsx'
import { Link } from '../route.tsx'
import { LastFailures, RunningJobs } from './lately.tsx'
import { ThisMonth } from './this-month.tsx'

/** The first page: is everything there, and how do I use it? */
export const Overview = ({ firstKeys }: { firstKeys: FirstKeys | undefined }) => {
  const { value, error } = useAnswer('GET /overview', {})
  const [keys, setKeys] = useState(firstKeys)
  if (!value) return <Missing error={error} />
  return (
    <div className="flex flex-col gap-4">
      {keys && <NewKeys keys={keys} />}
      {!keys && (
        <>
          <ThisMonth />
          <RunningJobs />
          <LastFailures />
        </>
      )}
      <Card title="Get started" actions={!keys && <MakeKeys onMade={setKeys} />}>
        <div className="grid gap-x-6 gap-y-4 lg:grid-cols-2">
          <ReadPage apiUrl={value.apiUrl} secretKey={keys?.secretKey} />
          <ShowIcon
            imageUrl={value.imageUrl}
            publishableKey={keys?.publishableKey ?? value.publishableKey ?? undefined}
          />
        </div>
      </Card>
      <Installation parts={value.parts} />
    </div>
  )
}

const NewKeys = ({ keys }: { keys: FirstKeys }) => (
  <Card
    title="Your first keys"
    about="The secret one is shown this once: keep it where you keep passwords. The publishable one stays in sight under Keys."
  >
    <dl className="flex flex-col gap-3">
      {[
        { name: 'Secret key, for your server', value: keys.secretKey },
        { name: 'Publishable key, for web pages', value: keys.publishableKey },
      ].map(({ name, value }) => (
        <div key={name}>
          <dt className="text-soft">{name}</dt>
          <dd className="flex flex-wrap items-center gap-2">
            <code className="break-all rounded border bg-page px-2 py-1 font-mono text-xs">
              {value}
            </code>
            <Copy text={value} />
          </dd>
        </div>
      ))}
    </dl>
  </Card>
)

const ReadPage = ({ apiUrl, secretKey }: { apiUrl: string; secretKey: string | undefined }) => (
  <div className="flex min-w-0 flex-col gap-2">
    <h3 className="font-medium">Read a page</h3>
    <p className="text-soft">
      {secretKey ? 'This already works: paste it into a terminal.' : 'With a secret key of yours.'}
    </p>
    <Code label="command" text={curlLine(apiUrl, secretKey ?? 'sr_…')} />
  </div>
)

/** The tag, and what it shows: with the person's own key, or else the playground's. */
const ShowIcon = ({
  imageUrl,
  publishableKey,
}: {
  imageUrl: string
  publishableKey: string | undefined
}) => {
  const { value } = useAnswer(publishableKey ? undefined : 'GET /playground', {})
  const token = publishableKey ?? value?.token
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <h3 className="font-medium">Show an icon</h3>
      <p className="text-soft">
        {publishableKey ? 'This already works on any page.' : 'With a publishable key of yours.'}
      </p>
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <Code label="tag" text={imageTag(imageUrl, publishableKey ?? 'pk_…')} />
        </div>
        <div className="flex size-20 shrink-0 items-center justify-center rounded-md border bg-white">
          {token && (
            <img
              src={`${imageUrl}/github.com?token=${token}`}
              alt="GitHub’s icon, as the tag shows it"
              width="64"
              height="64"
            />
          )}
        </div>
      </div>
    </div>
  )
}

/** New keys, for the lines that stand around it. */
export const MakeKeys = ({ onMade }: { onMade: (keys: FirstKeys) => void }) => {
  const make = useAction(async signal => {
    const created = async (kind: 'secret' | 'publishable') => {
      const body = { kind, name: 'From the overview' }
      return (await ask('POST /keys', { body, signal })).value.key
    }
    return { secretKey: await created('secret'), publishableKey: await created('publishable') }
  }, onMade)
  return (
    <div className="flex flex-row-reverse flex-wrap items-center justify-end gap-3 sm:flex-row">
      <Problem error={make.error} />
      <Link to="/keys" className="text-soft underline hover:text-ink">
        All keys
      </Link>
      <Button look="main" onClick={make.run} disabled={make.busy}>
        Create keys for these examples
      </Button>
    </div>
  )
}

const curlLine = (apiUrl: string, key: string) =>
  [
    `curl ${apiUrl}/v1/scrape \\`,
    `  -H "Authorization: Bearer ${key}" \\`,
    '  -H "Content-Type: application/json" \\',
    '  -d \'{"url": "https://example.com"}\'',
  ].join('\n')

const imageTag = (imageUrl: string, token: string) =>
  `<img src="${imageUrl}/github.com?token=${token}" alt="GitHub" width="64" height="64">`
