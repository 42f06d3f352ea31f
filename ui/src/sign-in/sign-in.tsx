import { useEffect, useState } from 'react'
import { ask } from '../api/ask.ts'
import { useAction } from '../api/use-action.ts'
import { Form, Submit } from '../parts/form.tsx'
import { Link } from '../route.tsx'
import { EnterCode } from './code.tsx'
import { CredentialFields, noCredentials } from './credentials.tsx'
import { Door } from './door.tsx'

export const SignIn = ({
  hasEnded,
  onSignedIn,
}: {
  /** Whether somebody was here before and their session ended. */
  hasEnded: boolean
  onSignedIn: () => void
}) => {
  const [credentials, setCredentials] = useState(noCredentials)
  const [owesCode, setOwesCode] = useState(false)
  const signIn = useAction(
    signal => ask('POST /sign-in', { body: credentials, signal }),
    ({ value }) => (value.needsCode ? setOwesCode(true) : onSignedIn()),
  )
  useEffect(() => {
    if (!owesCode) document.title = 'Sign in · Siteray'
  }, [owesCode])
  if (owesCode) return <EnterCode onDone={onSignedIn} onBack={() => setOwesCode(false)} />
  return (
    <Door title="Sign in">
      {hasEnded && (
        <p role="status" className="rounded-md border border-warn px-3 py-2 text-warn">
          Your session ended. Sign in again. You return to this page with what you typed, except
          passwords and headers.
        </p>
      )}
      <Form action={signIn} end={<Submit>Sign in</Submit>}>
        <CredentialFields value={credentials} onChange={setCredentials} />
      </Form>
      <p>
        <Link to="/forgot" className="text-accent underline">
          Forgot your password?
        </Link>
      </p>
      <p className="text-soft">
        First time here? On the server,{' '}
        <code className="font-mono text-xs">npm run siteray -- setup-link</code> makes a link that
        works once.
      </p>
    </Door>
  )
}
