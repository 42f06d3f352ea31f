import { KeyRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { CreatedKeyAnswer, KeyAnswer } from '../../../src/doors/dashboard/answers.ts'
import { ask, useAction, useAnswer } from '../ask.ts'
import { Badge, Button, Card, Empty, Problem, Waiting } from '../parts/basics.tsx'
import { Copy } from '../parts/code.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Choice, Field } from '../parts/fields.tsx'
import { Cell, Table } from '../parts/table.tsx'
import { ago, day, plural } from '../parts/words.ts'
import { OriginsEditor } from './origins.tsx'

type Open =
  | { what: 'create' }
  | { what: 'delete' | 'roll' | 'origins'; key: KeyAnswer }
  | { what: 'created'; key: CreatedKeyAnswer }

export const Keys = () => {
  const { value, error, reload } = useAnswer<{ keys: KeyAnswer[] }>('/keys', 10_000)
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const created = (key: CreatedKeyAnswer) => {
    setOpen({ what: 'created', key })
    reload()
  }
  const done = () => {
    close()
    reload()
  }
  if (!value) return error ? <Problem>{error}</Problem> : <Waiting />
  return (
    <div className="flex flex-col gap-6">
      <Card
        title="Your keys"
        actions={
          <Button look="main" onClick={() => setOpen({ what: 'create' })}>
            Create key
          </Button>
        }
        about="Secret keys (sr_…) are for the extraction API and stay on your server. Publishable keys (pk_…) are for images and may stand in web pages."
      >
        {value.keys.length === 0 ? (
          <Empty Icon={KeyRound} title="No keys yet">
            <p>
              A secret key reads pages from your server; a publishable key shows icons in your web
              pages.
            </p>
            <Button look="main" onClick={() => setOpen({ what: 'create' })}>
              Create your first key
            </Button>
          </Empty>
        ) : (
          <Table
            label="Keys"
            head={['Name', 'Key', 'Allowed origins', 'Created', 'Last used', 'Actions']}
          >
            {value.keys.map(key => (
              <KeyLine key={key.id} shown={key} onOpen={setOpen} />
            ))}
          </Table>
        )}
      </Card>
      {open?.what === 'create' && <CreateKey onClose={close} onCreated={created} />}
      {open?.what === 'created' && <ShowKey created={open.key} onClose={close} />}
      {open?.what === 'delete' && <DeleteKey shown={open.key} onClose={close} onDone={done} />}
      {open?.what === 'roll' && <RollKey shown={open.key} onClose={close} onCreated={created} />}
      {open?.what === 'origins' && <OriginsEditor shown={open.key} onClose={close} onDone={done} />}
    </div>
  )
}

const KeyLine = ({ shown, onOpen }: { shown: KeyAnswer; onOpen: (open: Open) => void }) => (
  <tr>
    <Cell>
      <span className="font-medium">{shown.name}</span>{' '}
      {shown.expiresAt && <Badge tone="warn">ends {ago(shown.expiresAt)}</Badge>}
      {isForgotten(shown) && <Badge tone="soft">unused for 30 days</Badge>}
    </Cell>
    <Cell>
      <code className="whitespace-nowrap font-mono text-xs">{shown.shown}</code>
    </Cell>
    <Cell>
      {shown.kind === 'publishable' && (
        <Button onClick={() => onOpen({ what: 'origins', key: shown })}>
          {shown.origins.length === 0 ? 'Any site' : plural(shown.origins.length, 'origin')}
          <span className="sr-only">: allowed origins of {shown.name}</span>
        </Button>
      )}
    </Cell>
    <Cell>
      <span className="whitespace-nowrap">{day(shown.createdAt)}</span>
    </Cell>
    <Cell>
      {shown.lastUsedAt ? (
        <>
          <span className="whitespace-nowrap">{ago(shown.lastUsedAt)}</span>
          <br />
          <span className="text-soft text-xs">{shown.lastUsedEndpoint}</span>
        </>
      ) : (
        <span className="text-soft">never</span>
      )}
    </Cell>
    <Cell>
      <span className="flex gap-2">
        <Button
          onClick={() => onOpen({ what: 'roll', key: shown })}
          aria-label={`Roll ${shown.name}`}
        >
          Roll
        </Button>
        <Button
          look="bad"
          onClick={() => onOpen({ what: 'delete', key: shown })}
          aria-label={`Delete ${shown.name}`}
        >
          Delete
        </Button>
      </span>
    </Cell>
  </tr>
)

/** Worth deleting: a key that nobody uses can still be stolen. */
const isForgotten = ({ lastUsedAt, createdAt }: KeyAnswer): boolean =>
  Date.now() - Date.parse(lastUsedAt ?? createdAt) > 30 * 86_400_000

const CreateKey = ({
  onClose,
  onCreated,
}: {
  onClose: () => void
  onCreated: (key: CreatedKeyAnswer) => void
}) => {
  const [kind, setKind] = useState<KeyAnswer['kind']>('secret')
  const [name, setName] = useState('')
  const create = useAction(async () => {
    onCreated((await ask<CreatedKeyAnswer>('/keys', { body: { kind, name } })).value)
  })
  return (
    <Dialog title="Create a key" onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        onSubmit={event => {
          event.preventDefault()
          create.run()
        }}
      >
        <Choice
          label="Kind of key"
          options={[
            { value: 'secret', label: 'Secret (sr_…)' },
            { value: 'publishable', label: 'Publishable (pk_…)' },
          ]}
          value={kind}
          onChange={setKind}
        />
        <p className="text-soft">
          {kind === 'secret'
            ? 'For scrape, batch, extract and branding, from your own server. Never put it into a web page.'
            : 'For icons and Open Graph images in web pages. You can limit it to your own sites afterwards.'}
        </p>
        <Field
          label="Name"
          required
          maxLength={80}
          placeholder="Production"
          value={name}
          onChange={event => setName(event.target.value)}
        />
        <Problem>{create.error}</Problem>
        <Buttons onClose={onClose}>
          <Button type="submit" look="main" disabled={create.busy}>
            Create
          </Button>
        </Buttons>
      </form>
    </Dialog>
  )
}

const ShowKey = ({ created, onClose }: { created: CreatedKeyAnswer; onClose: () => void }) => (
  <Dialog title={`Your new key «${created.name}»`} onClose={onClose}>
    <div className="flex flex-col gap-4">
      <p>This is the only time it is shown. Copy it now.</p>
      <code
        data-testid="new-key"
        className="break-all rounded-md border bg-page p-3 font-mono text-xs"
      >
        {created.key}
      </code>
      <div className="flex justify-end gap-2">
        <Copy text={created.key} label="Copy key" />
        <Button look="main" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  </Dialog>
)

const DeleteKey = ({
  shown,
  onClose,
  onDone,
}: {
  shown: KeyAnswer
  onClose: () => void
  onDone: () => void
}) => {
  const remove = useAction(async () => {
    await ask(`/keys/${shown.id}`, { method: 'DELETE' })
    onDone()
  })
  return (
    <Dialog title={`Delete «${shown.name}»?`} onClose={onClose}>
      <div className="flex flex-col gap-4">
        <p>
          Every call with {shown.shown} is refused from now on, everywhere. This cannot be undone.
        </p>
        <Problem>{remove.error}</Problem>
        <Buttons onClose={onClose}>
          <Button look="bad" onClick={remove.run} disabled={remove.busy}>
            Delete key
          </Button>
        </Buttons>
      </div>
    </Dialog>
  )
}

const overlaps = [
  { value: '0', label: 'Now' },
  { value: '1', label: '1 hour' },
  { value: '24', label: '24 hours' },
  { value: '168', label: '7 days' },
] as const

const RollKey = ({
  shown,
  onClose,
  onCreated,
}: {
  shown: KeyAnswer
  onClose: () => void
  onCreated: (key: CreatedKeyAnswer) => void
}) => {
  const [overlap, setOverlap] = useState<(typeof overlaps)[number]['value']>('24')
  const roll = useAction(async () => {
    const body = { overlapHours: Number(overlap) }
    onCreated((await ask<CreatedKeyAnswer>(`/keys/${shown.id}/roll`, { body })).value)
  })
  return (
    <Dialog title={`Roll «${shown.name}»`} onClose={onClose}>
      <div className="flex flex-col gap-4">
        <p>A new key takes its place. When shall the old one ({shown.shown}) stop working?</p>
        <Choice label="The old key ends" options={overlaps} value={overlap} onChange={setOverlap} />
        <Problem>{roll.error}</Problem>
        <Buttons onClose={onClose}>
          <Button look="main" onClick={roll.run} disabled={roll.busy}>
            Roll key
          </Button>
        </Buttons>
      </div>
    </Dialog>
  )
}

const Buttons = ({ onClose, children }: { onClose: () => void; children: ReactNode }) => (
  <div className="flex justify-end gap-2">
    <Button onClick={onClose}>Cancel</Button>
    {children}
  </div>
)
