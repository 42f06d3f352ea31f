import { useEffect, useState } from 'react'
import { ask } from '../ask/ask.ts'
import { useAction } from '../ask/use-action.ts'
import { Form, Submit } from '../parts/form.tsx'
import { CredentialFields, noCredentials } from './credentials.tsx'
import { Door } from './door.tsx'

export const SignIn = ({ onSignedIn }: { onSignedIn: () => void }) => {
  const [credentials, setCredentials] = useState(noCredentials)
  const signIn = useAction(
    signal => ask('POST /sign-in', { body: credentials, signal }),
    onSignedIn,
  )
  useEffect(() => {
    document.title = 'Sign in · Siteray'
  }, [])
  return (
    <Door title="Sign in">
      <Form action={signIn} end={<Submit>Sign in</Submit>}>
        <CredentialFields value={credentials} onChange={setCredentials} />
      </Form>
      <p className="text-soft">
        First time here, or the password is lost? On the server,{' '}
        <code className="font-mono text-xs">npm run siteray -- setup-link</code> makes a link that
        works once.
      </p>
    </Door>
  )
}
