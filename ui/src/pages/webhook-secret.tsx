import { useState } from 'react'
import { ask, useAction } from '../ask.ts'
import { Button, Card, Problem } from '../parts/basics.tsx'
import { Code } from '../parts/code.tsx'

/** What receivers check the signature of a batch's events with. */
export const WebhookSecret = () => {
  const [secret, setSecret] = useState<string>()
  const show = useAction(async () => {
    setSecret((await ask<{ secret: string }>('/v1/webhooks/secret')).value.secret)
  })
  return (
    <Card
      title="Webhooks"
      about="Events of your batches are signed with this account’s secret, as Standard Webhooks say."
    >
      <Problem>{show.error}</Problem>
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
