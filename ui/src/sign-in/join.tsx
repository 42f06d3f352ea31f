import { useEffect, useState } from 'react'
import type { FirstKeys, JoinAnswer, LinkAnswer } from '../../../src/doors/dashboard/schemas.ts'
import { ask } from '../api/ask.ts'
import { useAction } from '../api/use-action.ts'
import { whileWanted } from '../api/while-wanted.ts'
import { Problem, Waiting } from '../parts/basics.tsx'
import { Form, Submit } from '../parts/form.tsx'
import { EnterCode } from './code.tsx'
import { CredentialFields, noCredentials } from './credentials.tsx'
import { Door } from './door.tsx'

type OnJoined = (keys: FirstKeys | null) => void

/** The page behind a set-up link or an invitation; its token stands after the #. */
export const Join = ({ onJoined }: { onJoined: OnJoined }) => {
  const token = location.hash.slice(1)
  const [link, setLink] = useState<LinkAnswer | Error>()
  useEffect(() => {
    document.title = 'Welcome · Siteray'
    return whileWanted(
      signal => ask('POST /link', { body: { token }, signal }),
      ({ value }) => setLink(value),
      setLink,
    )
  }, [token])
  if (link === undefined)
    return (
      <Door title="Welcome">
        <Waiting />
      </Door>
    )
  if (link instanceof Error)
    return (
      <Door title="This link does not work">
        <Problem error={link} />
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
  onJoined: OnJoined
}) => {
  const [credentials, setCredentials] = useState(noCredentials)
  const [owing, setOwing] = useState<JoinAnswer>()
  const setup = link.kind === 'setup'
  const join = useAction(
    signal => ask('POST /join', { body: { token, ...credentials }, signal }),
    ({ value }) => (value.needsCode ? setOwing(value) : onJoined(value.keys)),
  )
  if (owing) return <EnterCode onDone={() => onJoined(owing.keys)} />
  return (
    <Door title={setup ? 'Set up Siteray' : `Join ${link.account}`}>
      <p className="text-soft">
        {setup
          ? 'Choose the e-mail address and the password you will sign in with. You become the owner.'
          : `You are invited as ${link.role}. If you have signed in here before, use the same e-mail address and password.`}
      </p>
      <Form action={join} end={<Submit>{setup ? 'Set up' : 'Join'}</Submit>}>
        <CredentialFields value={credentials} onChange={setCredentials} isNew />
      </Form>
    </Door>
  )
}
