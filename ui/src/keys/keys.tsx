import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import type { CreatedKeyAnswer, KeyAnswer } from '../../../src/doors/dashboard/answers.ts'
import { useAnswer } from '../ask/use-answer.ts'
import { Badge, Button, Card, Empty, Missing } from '../parts/basics.tsx'
import { Cell, Table } from '../parts/table.tsx'
import { ago, day, plural } from '../parts/words.ts'
import { Link } from '../route.tsx'
import { CreateKey, DeleteKey, RollKey, ShowKey } from './key-dialogs.tsx'
import { OriginsEditor } from './origins.tsx'

type Open =
  | { what: 'create' }
  | { what: 'delete' | 'roll' | 'origins'; key: KeyAnswer }
  | { what: 'created'; key: CreatedKeyAnswer }

export const Keys = () => {
  const { value, error, reload } = useAnswer('GET /keys', {}, 10_000)
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
  if (!value) return <Missing error={error} />
  return (
    <div className="flex flex-col gap-6">
      <Card
        title="Your keys"
        actions={
          value.mayCreate && (
            <Button look="main" onClick={() => setOpen({ what: 'create' })}>
              Create key
            </Button>
          )
        }
        about="Secret keys (sr_…) are for the extraction API and stay on your server. Publishable keys (pk_…) are for images and may stand in web pages."
      >
        {value.keys.length === 0 ? (
          <Empty Icon={KeyRound} title="No keys yet">
            <p>
              A secret key reads pages from your server; a publishable key shows icons in your web
              pages.
            </p>
            {value.mayCreate && (
              <Button look="main" onClick={() => setOpen({ what: 'create' })}>
                Create your first key
              </Button>
            )}
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
        {value.keys.some(key => !key.mayChange) && (
          <p className="mt-3 text-soft">
            {value.mayCreate ? 'You may change the keys you made.' : 'Owners make and change keys.'}{' '}
            What members may do is decided under{' '}
            <Link to="/people" className="underline">
              People
            </Link>
            .
          </p>
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
      {shown.kind === 'publishable' && !shown.mayChange && <Origins origins={shown.origins} />}
      {shown.kind === 'publishable' && shown.mayChange && (
        <Button onClick={() => onOpen({ what: 'origins', key: shown })}>
          <Origins origins={shown.origins} />
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
      {shown.mayChange && (
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
      )}
    </Cell>
  </tr>
)

const Origins = ({ origins }: { origins: readonly string[] }) =>
  origins.length === 0 ? 'Any site' : plural(origins.length, 'origin')

/** Worth deleting: a key that nobody uses can still be stolen. */
const isForgotten = ({ lastUsedAt, createdAt }: KeyAnswer): boolean =>
  Date.now() - Date.parse(lastUsedAt ?? createdAt) > 30 * 86_400_000
