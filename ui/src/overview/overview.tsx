import { useAnswer } from '../api/use-answer.ts'
import { useShownOnce } from '../keys/shown-once.ts'
import { Card, Missing } from '../parts/basics.tsx'
import { Code } from '../parts/code.tsx'
import { Installation } from '../parts/installation.tsx'
import { LastFailures, RunningJobs } from './lately.tsx'
import { MakeKeys, NewKeys } from './new-keys.tsx'
import { ThisMonth } from './this-month.tsx'

/** The first page: is everything there, and how do I use it? */
export const Overview = () => {
  const { value, error } = useAnswer('GET /overview', {})
  const { pair: keys } = useShownOnce()
  if (!value) return <Missing error={error} />
  return (
    <div className="flex flex-col gap-4">
      {keys && <NewKeys keys={keys} title="Your first keys" />}
      {!keys && (
        <>
          <ThisMonth />
          <RunningJobs />
          <LastFailures />
        </>
      )}
      <Card title="Get started" actions={!keys && <MakeKeys />}>
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

const ReadPage = ({ apiUrl, secretKey }: { apiUrl: string; secretKey: string | undefined }) => (
  <div className="flex min-w-0 flex-col gap-2">
    <h3 className="font-medium">Read a page</h3>
    <p className="text-soft">
      {secretKey
        ? 'This already works: paste it into a terminal.'
        : 'Put one of your secret keys in.'}
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
        {publishableKey
          ? 'This already works on any page.'
          : 'Put one of your publishable keys in.'}
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

const curlLine = (apiUrl: string, key: string) =>
  [
    `curl ${apiUrl}/v1/scrape \\`,
    `  -H "Authorization: Bearer ${key}" \\`,
    '  -H "Content-Type: application/json" \\',
    '  -d \'{"url": "https://example.com"}\'',
  ].join('\n')

const imageTag = (imageUrl: string, token: string) =>
  `<img src="${imageUrl}/github.com?token=${token}" alt="GitHub" width="64" height="64">`
