import type { ReactNode } from 'react'
import type { LoggedCall } from '../../../src/doors/dashboard/schemas.ts'
import { Copy } from '../parts/code.tsx'
import { Dialog, DialogClose } from '../parts/dialog.tsx'
import { count, moment } from '../parts/words.ts'
import { Link } from '../route.tsx'
import { Outcome, sayDuration } from './call-list.tsx'

export const CallDetail = ({ call, onClose }: { call: LoggedCall; onClose: () => void }) => {
  const facts: { name: string; value: ReactNode }[] = [
    { name: 'Time', value: `${moment(call.at)} UTC` },
    { name: 'Outcome', value: <Outcome call={call} /> },
    ...(call.message ? [{ name: 'Error', value: call.message }] : []),
    { name: 'Path', value: <code className="break-all font-mono text-xs">{call.endpoint}</code> },
    { name: 'Host', value: call.target ?? '–' },
    {
      name: 'Key',
      value: call.keyIsThere ? (
        <Link to={`/keys/${call.key}`} className="text-accent hover:underline">
          <bdi>{call.keyName ?? call.key}</bdi>
        </Link>
      ) : (
        <bdi>{call.keyName ?? call.key}</bdi>
      ),
    },
    { name: 'Duration', value: sayDuration(call.durationMs) },
    { name: 'Credits', value: count(call.credits) },
    {
      name: 'Request id',
      value: (
        <span className="flex flex-wrap items-center gap-2">
          <code className="break-all font-mono text-xs">{call.requestId}</code>
          <Copy text={call.requestId} />
        </span>
      ),
    },
  ]
  return (
    <Dialog title="Details of the call" onClose={onClose}>
      <dl className="mb-4 grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-2">
        {facts.map(({ name, value }) => (
          <div key={name} className="contents">
            <dt className="text-soft">{name}</dt>
            <dd className="min-w-0 break-words">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mb-4 text-soft">
        The server’s log has more under the same request id. Siteray does not store the request and
        the response.
      </p>
      <DialogClose onClose={onClose} />
    </Dialog>
  )
}
