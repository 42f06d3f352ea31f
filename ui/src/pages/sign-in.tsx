import { useEffect, useState } from 'react'
import { ask, useAction } from '../ask.ts'
import { Button, Problem } from '../parts/basics.tsx'
import { Door } from '../parts/door.tsx'
import { Field } from '../parts/fields.tsx'

export const SignIn = ({ onSignedIn }: { onSignedIn: () => void }) => {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const signIn = useAction(async () => {
    await ask('/sign-in', { body: { email, password } })
    onSignedIn()
  })
  useEffect(() => {
    document.title = 'Sign in · Siteray'
  }, [])
  return (
    <Door title="Sign in">
      <form
        className="flex flex-col gap-4"
        onSubmit={event => {
          event.preventDefault()
          signIn.run()
        }}
      >
        <Field
          label="E-mail"
          type="email"
          autoComplete="username"
          required
          value={email}
          onChange={event => setEmail(event.target.value)}
        />
        <Field
          label="Password"
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={event => setPassword(event.target.value)}
        />
        <Problem>{signIn.error}</Problem>
        <Button type="submit" look="main" disabled={signIn.busy}>
          Sign in
        </Button>
      </form>
      <p className="text-soft">
        First time here, or the password is lost? On the server,{' '}
        <code className="font-mono text-xs">npm run siteray -- setup-link</code> makes a link that
        works once.
      </p>
    </Door>
  )
}
