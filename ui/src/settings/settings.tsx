import { useState } from 'react'
import type { SessionAnswer } from '../../../src/doors/dashboard/schemas.ts'
import { ask } from '../api/ask.ts'
import { useAction } from '../api/use-action.ts'
import { useAnswer } from '../api/use-answer.ts'
import { Button, Card, Missing, Problem } from '../parts/basics.tsx'
import { Password } from '../parts/fields.tsx'
import { Form, Submit } from '../parts/form.tsx'
import { Installation } from '../parts/installation.tsx'
import { WebhookSecret } from '../webhooks/webhook-secret.tsx'
import { Limits } from './limits.tsx'
import { TwoStep } from './two-step.tsx'

export const Settings = ({ session }: { session: SessionAnswer }) => (
  <div className="flex flex-col gap-4">
    <Limits version={session.version} />
    <Parts />
    <ChangePassword email={session.email} />
    <TwoStep session={session} />
    <Everywhere />
    <WebhookSecret isOwner={session.role === 'owner'} />
  </div>
)

const Parts = () => {
  const { value, error } = useAnswer('GET /overview', {})
  if (!value) return <Missing error={error} />
  return <Installation parts={value.parts} />
}

const blank = { currentPassword: '', newPassword: '' }

const ChangePassword = ({ email }: { email: string }) => {
  const [passwords, setPasswords] = useState(blank)
  const [done, setDone] = useState(false)
  const change = useAction(
    signal => {
      setDone(false)
      return ask('POST /password', { body: passwords, signal })
    },
    () => {
      setPasswords(blank)
      setDone(true)
    },
  )
  return (
    <Card title="Password" about="Changing it signs you out in all other browsers.">
      <Form
        action={change}
        className="max-w-md"
        end={
          <div className="flex items-center gap-3">
            <Submit>Change password</Submit>
            <span role="status" className="text-good">
              {done && 'Changed.'}
            </span>
          </div>
        }
      >
        <input type="hidden" autoComplete="username" value={email} readOnly />
        <Password
          label="Current password"
          value={passwords.currentPassword}
          onChange={currentPassword => setPasswords({ ...passwords, currentPassword })}
        />
        <Password
          label="New password"
          isNew
          value={passwords.newPassword}
          onChange={newPassword => setPasswords({ ...passwords, newPassword })}
        />
      </Form>
    </Card>
  )
}

const Everywhere = () => {
  const leave = useAction(
    signal => ask('POST /sign-out-everywhere', { signal }),
    () => window.dispatchEvent(new Event('signed-out')),
  )
  return (
    <Card title="Sessions" about="Signs you out in every browser, this one included.">
      <Problem error={leave.error} />
      <Button onClick={leave.run} disabled={leave.busy}>
        Sign out everywhere
      </Button>
    </Card>
  )
}
