import { useState } from 'react'
import type { SessionAnswer, TwoStepAnswer } from '../../../src/doors/dashboard/schemas.ts'
import { ask } from '../api/ask.ts'
import { useAction } from '../api/use-action.ts'
import { Badge, Button, Card } from '../parts/basics.tsx'
import { Dialog, DialogButtons } from '../parts/dialog.tsx'
import { Field, Password } from '../parts/fields.tsx'
import { Form, Submit } from '../parts/form.tsx'
import { QrCode } from '../parts/qr-code.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type Open =
  | { what: 'turn on' | 'turn off' | 'new codes' }
  | { what: 'scan'; started: TwoStepAnswer }
  | { what: 'codes'; codes: string[] }

/** A code of an app beside the password. */
export const TwoStep = ({ session }: { session: SessionAnswer }) => {
  const [isOn, setIsOn] = useState(session.twoStep)
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  return (
    <Card
      title="Two-step sign-in"
      actions={<Badge tone={isOn ? 'good' : 'soft'}>{isOn ? 'on' : 'off'}</Badge>}
      about={
        isOn
          ? 'Signing in takes your password and a code from your authenticator app.'
          : 'Signing in then also takes a code from an authenticator app on your phone, so your password alone is not enough.'
      }
    >
      <div className="flex flex-wrap gap-2">
        {isOn ? (
          <>
            <Button onClick={() => setOpen({ what: 'new codes' })}>New recovery codes</Button>
            <Button look="bad" onClick={() => setOpen({ what: 'turn off' })}>
              Turn off
            </Button>
          </>
        ) : (
          <Button look="main" onClick={() => setOpen({ what: 'turn on' })}>
            Turn on
          </Button>
        )}
      </div>
      {open?.what === 'turn on' && (
        <WithPassword
          title="Turn two-step sign-in on"
          about="Enter your password first, so that nobody else can turn it on at your desk."
          submit="Continue"
          start={(signal, password) => ask('POST /two-step/start', { body: { password }, signal })}
          onDone={({ value }) => setOpen({ what: 'scan', started: value })}
          onClose={close}
        />
      )}
      {open?.what === 'scan' && (
        <Scan
          started={open.started}
          onClose={close}
          onDone={() => {
            setIsOn(true)
            setOpen({ what: 'codes', codes: open.started.recoveryCodes })
          }}
        />
      )}
      {open?.what === 'codes' && <RecoveryCodes codes={open.codes} onClose={close} />}
      {open?.what === 'new codes' && (
        <WithPassword
          title="New recovery codes"
          about="Your current codes stop working."
          submit="Create new codes"
          start={(signal, password) =>
            ask('POST /two-step/recovery-codes', { body: { password }, signal })
          }
          onDone={({ value }) => setOpen({ what: 'codes', codes: value.recoveryCodes })}
          onClose={close}
        />
      )}
      {open?.what === 'turn off' && (
        <WithPassword
          title="Turn two-step sign-in off"
          about="From then on your password alone signs you in. The app’s entry and the recovery codes stop working."
          submit="Turn off"
          isBad
          start={(signal, password) => ask('POST /two-step/off', { body: { password }, signal })}
          onDone={() => {
            setIsOn(false)
            close()
          }}
          onClose={close}
        />
      )}
    </Card>
  )
}

const WithPassword = <T,>({
  title,
  about,
  submit,
  isBad = false,
  start,
  onDone,
  onClose,
}: {
  title: string
  about: string
  submit: string
  isBad?: boolean
  start: (signal: AbortSignal, password: string) => Promise<T>
  onDone: (answer: T) => void
  onClose: () => void
}) => {
  const [password, setPassword] = useState('')
  const action = useAction(signal => start(signal, password), onDone)
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        action={action}
        end={
          <DialogButtons onClose={onClose}>
            <Submit look={isBad ? 'bad' : 'main'}>{submit}</Submit>
          </DialogButtons>
        }
      >
        <p>{about}</p>
        <Password label="Password" value={password} onChange={setPassword} />
      </Form>
    </Dialog>
  )
}

const Scan = ({
  started,
  onDone,
  onClose,
}: {
  started: TwoStepAnswer
  onDone: () => void
  onClose: () => void
}) => {
  const [code, setCode] = useState('')
  const confirm = useAction(
    signal => ask('POST /two-step/confirm', { body: { code }, signal }),
    onDone,
  )
  const secret = new URL(started.uri).searchParams.get('secret') ?? ''
  return (
    <Dialog title="Scan this with your authenticator app" onClose={onClose}>
      <Form
        action={confirm}
        end={
          <DialogButtons onClose={onClose}>
            <Submit>Turn on</Submit>
          </DialogButtons>
        }
      >
        <div className="flex flex-wrap items-center gap-4">
          <QrCode text={started.uri} label="QR code for your authenticator app" />
          <div className="flex min-w-0 flex-1 basis-56 flex-col gap-2">
            <p>
              No camera? Open{' '}
              <a href={started.uri} className="text-accent underline">
                this link
              </a>{' '}
              on the phone, or type the key:
            </p>
            <code data-testid="secret" className="break-all font-mono text-xs">
              {secret.match(/.{1,4}/g)?.join(' ')}
            </code>
          </div>
        </div>
        <Field
          label="The code the app shows now"
          required
          inputMode="numeric"
          autoComplete="one-time-code"
          placeholder="123 456"
          value={code}
          onChange={setCode}
        />
      </Form>
    </Dialog>
  )
}
