import { useState } from 'react'
import { ask } from '../ask/ask.ts'
import { useAction } from '../ask/use-action.ts'
import { Button, Card, Problem } from '../parts/basics.tsx'
import { Code } from '../parts/code.tsx'

/** What receivers check the signature of a batch's events with. */
export const WebhookSecret = () => {
  const [secret, setSecret] = useState<string>()
  const show = useAction(
    signal => ask('GET /v1/webhooks/secret', { signal }),
    ({ value }) => setSecret(value.secret),
  )
  return (
    <Card
      title="Webhooks"
      about="Events of your batches are signed with this account’s secret, as Standard Webhooks say."
    >
      <Problem error={show.error} />
      {secret ? (
        <Code label="secret" text={secret} />
      ) : (
        <Button onClick={show.run} disabled={show.busy}>
          Show the secret
        </Button>
      )}
    </Card>
  )
}
