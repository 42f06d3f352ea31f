import { useState } from 'react'
import { ask } from '../api/ask.ts'
import { useAction } from '../api/use-action.ts'
import { Button, Card, Problem } from '../parts/basics.tsx'
import { Code } from '../parts/code.tsx'
import { Field } from '../parts/fields.tsx'
import { SendTest } from './send-test.tsx'

/** What receivers check the signature of a batch's events with. */
export const WebhookSecret = ({ isOwner }: { isOwner: boolean }) => {
  const [secret, setSecret] = useState<string>()
  const [url, setUrl] = useState('')
  const show = useAction(
    signal => ask('GET /v1/webhooks/secret', { signal }),
    ({ value }) => setSecret(value.secret),
  )
  return (
    <Card
      title="Webhooks"
      about="Siteray signs the events of your batches and crawls with this account’s secret, as Standard Webhooks define it."
    >
      <Problem error={show.error} />
      {secret ? (
        <Code label="secret" text={secret} />
      ) : isOwner ? (
        <Button onClick={show.run} disabled={show.busy}>
          Show the secret
        </Button>
      ) : (
        <p className="text-soft">Only owners of the account can see the secret.</p>
      )}
      <div className="mt-5 flex max-w-md flex-col items-start gap-3 border-t pt-5">
        <Field
          label="Does my receiver work?"
          type="url"
          placeholder="https://hooks.example.org/siteray"
          value={url}
          onChange={setUrl}
        />
        <SendTest url={url} />
      </div>
    </Card>
  )
}
