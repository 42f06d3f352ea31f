import { useState } from 'react'
import type {
  CreatedKeyAnswer,
  FirstKeys,
  OverviewAnswer,
  Part,
} from '../../../src/dashboard/answers.ts'
import { ask, useAction, useAnswer } from '../ask.ts'
import { Badge, Button, Card, Code, Copy, Problem, Waiting } from '../parts/basics.tsx'
import { Link } from '../route.tsx'

/** The first page: is everything there, and how do I use it? */
export const Overview = ({ firstKeys }: { firstKeys: FirstKeys | undefined }) => {
  const { value, error } = useAnswer<OverviewAnswer>('/overview')
  const [keys, setKeys] = useState(firstKeys)
  const make = useAction(async () => {
    const created = async (kind: string) =>
      (await ask<CreatedKeyAnswer>('/keys', { body: { kind, name: 'From the overview' } })).value
        .key
    setKeys({ secretKey: await created('secret'), publishableKey: await created('publishable') })
  })
  if (!value) return error ? <Problem>{error}</Problem> : <Waiting />
  return (
    <div className="flex flex-col gap-6">
      <Card title="This installation">
        <ul className="grid gap-3 sm:grid-cols-2">
          {value.parts.map(part => (
            <PartState key={part.part} part={part} />
          ))}
        </ul>
      </Card>
      {keys && (
        <Card
          title="Your first keys"
          about="They are shown this once. Keep them where you keep passwords; you can make others at any time."
        >
          <dl className="flex flex-col gap-3">
            <NewKey name="Secret key, for your server" value={keys.secretKey} />
            <NewKey name="Publishable key, for web pages" value={keys.publishableKey} />
          </dl>
        </Card>
      )}
      <Card
        title="Read a page"
        about={keys ? 'This already works: paste it into a terminal.' : undefined}
      >
        <Code label="command" text={curlLine(value.apiUrl, keys?.secretKey ?? 'sr_…')} />
      </Card>
      <Card title="Show an icon" about={keys ? 'This already works on any page.' : undefined}>
        <Code label="tag" text={imageTag(value.imageUrl, keys?.publishableKey ?? 'pk_…')} />
      </Card>
      {!keys && (
        <Card>
          <div className="flex flex-wrap items-center gap-3">
            <Button look="main" onClick={make.run} disabled={make.busy}>
              Make keys and fill them in
            </Button>
            <span className="text-soft">
              or see{' '}
              <Link to="/keys" className="text-accent underline">
                all keys
              </Link>
            </span>
          </div>
          <Problem>{make.error}</Problem>
        </Card>
      )}
    </div>
  )
}

const states = {
  good: { tone: 'good', word: 'Ready' },
  missing: { tone: 'warn', word: 'Not set' },
  broken: { tone: 'bad', word: 'Broken' },
} as const

const PartState = ({ part }: { part: Part }) => {
  const { tone, word } = states[part.state]
  return (
    <li className="flex flex-col gap-1 rounded-md border p-3" data-part={part.part}>
      <span className="flex items-center justify-between gap-2">
        <span className="font-medium capitalize">{part.part}</span>
        <Badge tone={tone}>{word}</Badge>
      </span>
      <span className="break-words text-soft">{part.detail}</span>
    </li>
  )
}

const NewKey = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt className="text-soft">{name}</dt>
    <dd className="flex flex-wrap items-center gap-2">
      <code className="break-all rounded border bg-page px-2 py-1 font-mono text-xs">{value}</code>
      <Copy text={value} />
    </dd>
  </div>
)

const curlLine = (apiUrl: string, key: string) =>
  [
    `curl ${apiUrl}/v1/scrape \\`,
    `  -H "Authorization: Bearer ${key}" \\`,
    '  -H "Content-Type: application/json" \\',
    '  -d \'{"url": "https://example.com"}\'',
  ].join('\n')

const imageTag = (imageUrl: string, token: string) =>
  `<img src="${imageUrl}/github.com?token=${token}" alt="GitHub" width="64" height="64">`
