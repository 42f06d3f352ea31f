import { useEffect, useState } from 'react'
import type { FirstKeys, JoinAnswer, LinkAnswer } from '../../../src/doors/dashboard/answers.ts'
import { ask, useAction } from '../ask.ts'
import { Button, Problem, Waiting } from '../parts/basics.tsx'
import { Door } from '../parts/door.tsx'
import { Field } from '../parts/fields.tsx'

/** The page behind a set-up link or an invitation; its token stands after the #. */
export const Join = ({ onJoined }: { onJoined: (keys: FirstKeys | null) => void }) => {
  const token = location.hash.slice(1)
  const [link, setLink] = useState<LinkAnswer | string>()
  useEffect(() => {
    ask<LinkAnswer>('/link', { body: { token } }).then(
      ({ value }) => setLink(value),
      (error: Error) => setLink(error.message),
    )
    document.title = 'Welcome · Siteray'
  }, [token])
  if (link === undefined)
    return (
      <Door title="Welcome">
        <Waiting />
      </Door>
    )
  if (typeof link === 'string')
    return (
      <Door title="This link does not work">
        <Problem>{link}</Problem>
        <p className="text-soft">
          On the server, <code className="font-mono text-xs">npm run siteray -- setup-link</code>{' '}
          makes a new one. <a href="/sign-in">Sign in</a>
        </p>
      </Door>
    )
  return <JoinForm token={token} link={link} onJoined={onJoined} />
}

const JoinForm = ({
  token,
  link,
  onJoined,
}: {
  token: string
  link: LinkAnswer
  onJoined: (keys: FirstKeys | null) => void
}) => {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const setup = link.kind === 'setup'
  const join = useAction(async () => {
    const { value } = await ask<JoinAnswer>('/join', { body: { token, email, password } })
    onJoined(value.keys)
  })
  return (
    <Door title={setup ? 'Set up Siteray' : `Join ${link.account}`}>
      <p className="text-soft">
        {setup
          ? 'Choose the e-mail address and the password you will sign in with. You become the owner.'
          : `You are invited as ${link.role}. If you have signed in here before, use the same e-mail address and password.`}
      </p>
      <form
        className="flex flex-col gap-4"
        onSubmit={event => {
          event.preventDefault()
          join.run()
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
          autoComplete="new-password"
          required
          minLength={10}
          hint="At least 10 characters."
          value={password}
          onChange={event => setPassword(event.target.value)}
        />
        <Problem>{join.error}</Problem>
        <Button type="submit" look="main" disabled={join.busy}>
          {setup ? 'Set up' : 'Join'}
        </Button>
      </form>
    </Door>
  )
}
