import { useState } from 'react'
import type { Session, SessionRequest } from '../../../src/base/sessions/request.ts'
import { ask } from '../api/ask.ts'
import { useAction } from '../api/use-action.ts'
import { Dialog, DialogButtons } from '../parts/dialog.tsx'
import { Field, Select, TextArea } from '../parts/fields.tsx'
import { Form, Submit } from '../parts/form.tsx'
import { headersOf, wrongHeader } from '../playground/scrape/lines.ts'

const ways = [
  { value: 'hand', label: 'Sign in by hand, in a browser of this server' },
  { value: 'steps', label: 'Steps that sign in, as JSON' },
  { value: 'state', label: 'Cookies from a browser: storageState or cookies.txt' },
  { value: 'headers', label: 'Headers, such as a signature that the site gave you' },
] as const
type Way = (typeof ways)[number]['value']

export const CreateSession = ({
  onClose,
  onCreated,
}: {
  onClose: () => void
  onCreated: (session: Session, byHand: boolean) => void
}) => {
  const [name, setName] = useState('')
  const [url, setUrl] = useState('')
  const [hosts, setHosts] = useState('')
  const [way, setWay] = useState<Way>('hand')
  const [text, setText] = useState('')
  const create = useAction(
    signal => {
      const body = requestOf({ name, url, hosts, way, text })
      return ask('POST /v1/sessions', { body, signal })
    },
    ({ value }) => onCreated(value, way === 'hand'),
  )
  return (
    <Dialog title="New session" onClose={onClose}>
      <Form
        action={create}
        end={
          <DialogButtons onClose={onClose}>
            <Submit>{way === 'hand' ? 'Create and sign in' : 'Create'}</Submit>
          </DialogButtons>
        }
      >
        <Field label="Name" maxLength={100} value={name} onChange={setName} />
        <Field
          label="Hosts"
          required
          placeholder="shop.example.com, *.example.org"
          hint="Siteray sends the session to these hosts only."
          value={hosts}
          onChange={setHosts}
        />
        <Select label="How to sign in" options={ways} value={way} onChange={setWay} />
        {(way === 'hand' || way === 'steps') && (
          <Field
            label="Address of the sign-in page"
            type="url"
            required
            placeholder="https://shop.example.com/login"
            value={url}
            onChange={setUrl}
          />
        )}
        {way === 'steps' && (
          <TextArea
            label="Steps"
            required
            rows={6}
            hint="Passwords go by name: put them with PUT /v1/secrets/{name} first."
            placeholder={example}
            value={text}
            onChange={setText}
          />
        )}
        {way === 'state' && (
          <TextArea
            label="storageState (JSON) or cookies.txt"
            required
            rows={6}
            autoComplete="off"
            spellCheck={false}
            value={text}
            onChange={setText}
          />
        )}
        {way === 'headers' && (
          <TextArea
            ref={area => area?.setCustomValidity(wrongHeader(text) ?? '')}
            label="Headers, one per line"
            required
            rows={4}
            hint="Sent with every request to these hosts."
            placeholder={exampleHeaders}
            autoComplete="off"
            spellCheck={false}
            value={text}
            onChange={setText}
          />
        )}
      </Form>
    </Dialog>
  )
}

const example = `[
  { "type": "write", "selector": "#email", "text": "me@example.com" },
  { "type": "write", "selector": "#password", "secret": "shop_password" },
  { "type": "click", "selector": "button[type=submit]" }
]`

const exampleHeaders = `Signature-Input: sig1=(…)
Signature: sig1=:…:
Signature-Agent: "https://shopify.com"`

type Filled = { name: string; url: string; hosts: string; way: Way; text: string }

/** What cannot be read as JSON is said here; all else the server says. */
const requestOf = ({ name, url, hosts, way, text }: Filled): SessionRequest => {
  const own = {
    ...(name && { name }),
    hosts: hosts.split(/[\s,]+/).filter(host => host !== ''),
  }
  if (way === 'hand') return { ...own, login: { url, actions: [] } }
  if (way === 'steps') return { ...own, login: { url, actions: parsed(text, 'The steps are') } }
  if (way === 'headers') return { ...own, headers: headersOf(text) ?? {} }
  return text.trimStart().startsWith('{')
    ? { ...own, state: parsed(text, 'The state is') }
    : { ...own, cookieFile: text }
}

const parsed = (text: string, what: string) => {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`${what} not JSON.`)
  }
}
