import type { FirstKeys } from '../../../src/doors/dashboard/schemas.ts'
import { ask } from '../api/ask.ts'
import { useAction } from '../api/use-action.ts'
import { markSaved, showOnce } from '../keys/shown-once.ts'
import { Button, Card, Problem } from '../parts/basics.tsx'
import { Copy } from '../parts/code.tsx'
import { Link } from '../route.tsx'

/** A pair of keys that is shown once, until its owner has saved it. */
export const NewKeys = ({ keys, title }: { keys: FirstKeys; title: string }) => (
  <Card
    title={title}
    about="You see the secret key only here: store it where you keep passwords. The publishable key stays visible under Keys."
    actions={
      <Button look="main" onClick={() => showOnce({ pair: undefined })}>
        I saved them
      </Button>
    }
  >
    <dl className="flex flex-col gap-3">
      {[
        { name: 'Secret key, for your server', value: keys.secretKey, onCopied: markSaved },
        { name: 'Publishable key, for web pages', value: keys.publishableKey },
      ].map(({ name, value, ...copying }) => (
        <div key={name}>
          <dt className="text-soft">{name}</dt>
          <dd className="flex flex-wrap items-center gap-2">
            <code className="break-all rounded border bg-page px-2 py-1 font-mono text-xs">
              {value}
            </code>
            <Copy text={value} {...copying} />
          </dd>
        </div>
      ))}
    </dl>
  </Card>
)

/** New keys for the examples. The secret one comes last: nothing after it can fail and lose it. */
export const MakeKeys = () => {
  const make = useAction(
    async signal => {
      const created = async (kind: 'secret' | 'publishable') => {
        const body = { kind, name: 'From the overview' }
        return (await ask('POST /keys', { body, signal })).value.key
      }
      const publishableKey = await created('publishable')
      return { publishableKey, secretKey: await created('secret') }
    },
    pair => showOnce({ pair }),
  )
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
