import { useEffect, useState } from 'react'
import { ask } from '../api/ask.ts'
import { useAction } from '../api/use-action.ts'
import { Button } from '../parts/basics.tsx'
import { Field } from '../parts/fields.tsx'
import { Form, Submit } from '../parts/form.tsx'
import { Door } from './door.tsx'

/** The second step: a code of the app, or a recovery code. */
export const EnterCode = ({ onDone, onBack }: { onDone: () => void; onBack?: () => void }) => {
  const [code, setCode] = useState('')
  const [recovers, setRecovers] = useState(false)
  const enter = useAction(signal => ask('POST /code', { body: { code }, signal }), onDone)
  useEffect(() => {
    document.title = 'Enter the code · Siteray'
  }, [])
  const swap = () => {
    setRecovers(!recovers)
    setCode('')
  }
  return (
    <Door title="Enter the code">
      <p className="text-soft">
        {recovers
          ? 'One of the ten codes you saved when you turned two-step sign-in on. Each works once.'
          : 'Your authenticator app shows six digits under “Siteray”.'}
      </p>
      <Form action={enter} end={<Submit>Sign in</Submit>}>
        {recovers ? (
          <Field
            key="recovery"
            label="Recovery code"
            required
            autoFocus
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="abcde-fghjk"
            value={code}
            onChange={setCode}
          />
        ) : (
          <Field
            key="app"
            label="Code"
            required
            autoFocus
            inputMode="numeric"
            autoComplete="one-time-code"
            placeholder="123 456"
            value={code}
            onChange={setCode}
          />
        )}
      </Form>
      <div className="flex flex-wrap gap-2">
        <Button onClick={swap}>{recovers ? 'Use the app' : 'Use a recovery code'}</Button>
        <Button onClick={onBack ?? (() => location.assign('/sign-in'))}>Start again</Button>
      </div>
      <p className="text-soft">
        Have neither? The people who run this server can turn the second step off:{' '}
        <code className="font-mono text-xs">
          npm run siteray -- people two-step-off &lt;e-mail&gt;
        </code>
      </p>
    </Door>
  )
}
