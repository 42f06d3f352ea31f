import { Hand, LogIn, Trash2, UserRoundCheck } from 'lucide-react'
import { useState } from 'react'
import type { Session } from '../../../src/base/sessions/request.ts'
import { ask } from '../api/ask.ts'
import { useAction } from '../api/use-action.ts'
import { useAnswer } from '../api/use-answer.ts'
import { PageActions } from '../page-head.tsx'
import { Badge, Button, Card, Empty, Missing, Problem } from '../parts/basics.tsx'
import { type Column, Cut, List, ListFrame } from '../parts/list.tsx'
import { toast } from '../parts/toast.tsx'
import { ago, moment, plural } from '../parts/words.ts'
import { CreateSession } from './create-session.tsx'
import { DeleteSession } from './delete-session.tsx'
import { LiveView } from './live-view.tsx'

type Open = { create: true } | { byHand: Session } | { remove: Session }

/** Sites that Siteray is signed in to. */
export const Sessions = () => {
  const [open, setOpen] = useState<Open>()
  const { value, error, reload } = useAnswer('GET /v1/sessions', {}, 5_000)
  const signIn = useAction(
    (signal, { id }: Session) =>
      ask('POST /v1/sessions/:id/sign-in', { params: { id }, signal }).finally(reload),
    ({ value: { name } }) => toast(`Signed in to ${name}.`),
  )
  if (!value) return <Missing error={error} />
  const close = () => {
    setOpen(undefined)
    reload()
  }
  const create = (
    <Button look="main" onClick={() => setOpen({ create: true })}>
      New session
    </Button>
  )
  return (
    <>
      {value.data.length === 0 ? (
        <Card>
          <Empty Icon={UserRoundCheck} title="No sessions yet">
            <p>
              Sign in to a site once, and Siteray reads its pages as a member. It keeps the session
              encrypted and sends it only to the hosts that you name.
            </p>
            {create}
          </Empty>
        </Card>
      ) : (
        <div className="flex flex-col gap-4">
          <PageActions>{create}</PageActions>
          <Problem error={signIn.error ?? error} />
          {signIn.busy && <p role="status">Signing in…</p>}
          <ListFrame
            tools={<h2 className="font-semibold">{plural(value.data.length, 'session')}</h2>}
          >
            <List
              label="Sessions"
              columns={columns}
              rows={value.data}
              keyOf={({ id }) => id}
              menu={session => ({
                name: session.name,
                groups: [
                  [
                    ...(session.hasLogin
                      ? [{ name: 'Sign in now', Icon: LogIn, onChoose: () => signIn.run(session) }]
                      : []),
                    {
                      name: 'Sign in by hand',
                      Icon: Hand,
                      onChoose: () => setOpen({ byHand: session }),
                    },
                  ],
                  [
                    {
                      ...{ name: 'Delete', Icon: Trash2, look: 'bad' },
                      onChoose: () => setOpen({ remove: session }),
                    },
                  ],
                ],
              })}
            />
          </ListFrame>
        </div>
      )}
      {open && 'create' in open && (
        <CreateSession
          onClose={close}
          onCreated={(session, byHand) => {
            reload()
            setOpen(byHand ? { byHand: session } : undefined)
          }}
        />
      )}
      {open && 'byHand' in open && <LiveView session={open.byHand} onClose={close} />}
      {open && 'remove' in open && <DeleteSession session={open.remove} onClose={close} />}
    </>
  )
}

const tones = { new: 'soft', ready: 'good', expired: 'warn', failed: 'bad' } as const

const Moment = ({ at }: { at: string | undefined }) =>
  at ? (
    <time dateTime={at} title={moment(at)}>
      {ago(at)}
    </time>
  ) : (
    'never'
  )

const columns: readonly Column<Session>[] = [
  {
    name: 'Name',
    cell: ({ name, hosts }) => (
      <span className="block min-w-0">
        <Cut text={name} className="font-medium" />
        <Cut text={hosts.join(', ')} className="text-soft text-xs" />
      </span>
    ),
  },
  {
    name: 'Id',
    hide: 'narrow',
    cell: ({ id }) => <Cut text={id} className="font-mono text-xs" />,
  },
  {
    name: 'Status',
    cell: ({ status, failure }) => (
      <span className="block min-w-0">
        <Badge tone={tones[status]}>{status}</Badge>
        {failure && (
          <Cut text={failure.replace(/^The sign-in failed\. /, '')} className="text-soft text-xs" />
        )}
      </span>
    ),
  },
  { name: 'Signed in', width: 'w-32', cell: ({ signedInAt }) => <Moment at={signedInAt} /> },
  { name: 'Last use', width: 'w-32', cell: ({ usedAt }) => <Moment at={usedAt} /> },
]
