import { useEffect, useState } from 'react'
import { ask } from '../api/ask.ts'
import { useAction } from '../api/use-action.ts'
import { useAnswer } from '../api/use-answer.ts'
import { Missing } from '../parts/basics.tsx'
import { Field } from '../parts/fields.tsx'
import { Form, Submit } from '../parts/form.tsx'
import { Link } from '../route.tsx'
import { Door } from './door.tsx'

/** Leads to a link in a mail, or to whoever runs the server. */
export const Forgot = () => {
  const { value, error } = useAnswer('GET /forgot', {})
  useEffect(() => {
    document.title = 'Forgot your password? · Siteray'
  }, [])
  return (
    <Door title="Forgot your password?">
      {!value ? <Missing error={error} /> : value.sendsMail ? <ByMail /> : <ByOperator />}
      <p>
        <Link to="/sign-in" className="text-accent underline">
          Back to signing in
        </Link>
      </p>
    </Door>
  )
}

const ByMail = () => {
  const [email, setEmail] = useState('')
  const [sent, setSent] = useState(false)
  const send = useAction(
    signal => ask('POST /forgot', { body: { email }, signal }),
    () => setSent(true),
  )
  if (sent)
    return (
      <p role="status">
        If {email.trim()} has an account here, you will get a mail with a link. It works once, for
        an hour.
      </p>
    )
  return (
    <Form action={send} end={<Submit>Send me a link</Submit>}>
      <Field
        label="E-mail"
        type="email"
        autoComplete="username"
        required
        value={email}
        onChange={setEmail}
      />
    </Form>
  )
}

const ByOperator = () => (
  <p>
    This server sends no mail. Ask the people who run it for a link to a new password:{' '}
    <code className="font-mono text-xs">npm run siteray -- people reset-link &lt;e-mail&gt;</code>
  </p>
)
