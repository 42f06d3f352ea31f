import type { BodyOf } from '../api/ask.ts'
import { Field, Password } from '../parts/fields.tsx'

type Credentials = BodyOf<'POST /sign-in'>

export const noCredentials: Credentials = { email: '', password: '' }

/** Who comes in, and how we know. */
export const CredentialFields = ({
  value,
  onChange,
  isNew = false,
}: {
  value: Credentials
  onChange: (value: Credentials) => void
  /** The password is chosen here. */
  isNew?: boolean
}) => (
  <>
    <Field
      label="E-mail"
      type="email"
      autoFocus
      autoComplete="username"
      required
      value={value.email}
      onChange={email => onChange({ ...value, email })}
    />
    <Password
      label="Password"
      isNew={isNew}
      value={value.password}
      onChange={password => onChange({ ...value, password })}
    />
  </>
)
