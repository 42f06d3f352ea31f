import { useEffect, useState } from 'react'
import { ask } from '../api/ask.ts'
import { useAction } from '../api/use-action.ts'
import { whileWanted } from '../api/while-wanted.ts'
import { Problem, Waiting } from '../parts/basics.tsx'
import { Password } from '../parts/fields.tsx'
import { Form, Submit } from '../parts/form.tsx'
import { Link } from '../route.tsx'
import { EnterCode } from './code.tsx'
import { Door } from './door.tsx'

/** The page behind a link to a new password; its token stands after the #. */
export const Reset = ({ onSignedIn }: { onSignedIn: () => void }) => {
  const [token] = useState(() => location.hash.slice(1))
  const [found, setFound] = useState<{ email: string } | Error>()
  useEffect(() => {
    document.title = 'A new password · Siteray'
    return whileWanted(
      signal => ask('POST /reset-link', { body: { token }, signal }),
      ({ value }) => setFound(value),
      setFound,
    )
  }, [token])
  if (found === undefined)
    return (
      <Door title="A new password">
        <Waiting />
      </Door>
    )
  if (found instanceof Error)
    return (
      <Door title="This link does not work">
        <Problem error={found} />
        <p>
          <Link to="/forgot" className="text-accent underline">
            Get another link
          </Link>
        </p>
      </Door>
    )
  return <Choose token={token} email={found.email} onSignedIn={onSignedIn} />
}

const Choose = ({
  token,
  email,
  onSignedIn,
}: {
  token: string
  email: string
  onSignedIn: () => void
}) => {
  const [password, setPassword] = useState('')
  const [owesCode, setOwesCode] = useState(false)
  const choose = useAction(
    signal => ask('POST /reset', { body: { token, password }, signal }),
    ({ value }) => (value.needsCode ? setOwesCode(true) : onSignedIn()),
  )
  if (owesCode) return <EnterCode onDone={onSignedIn} />
  return (
    <Door title="A new password">
      <p className="break-words text-soft">
        For {email}. This signs you out in every browser that used the old password.
      </p>
      <Form action={choose} end={<Submit>Change password and sign in</Submit>}>
        <input type="hidden" autoComplete="username" value={email} readOnly />
        <Password label="New password" isNew value={password} onChange={setPassword} />
      </Form>
    </Door>
  )
}
