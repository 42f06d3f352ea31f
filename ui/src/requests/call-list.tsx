import type { LoggedCall } from '../../../src/doors/dashboard/schemas.ts'
import { Badge } from '../parts/basics.tsx'
import { type Column, Cut, List } from '../parts/list.tsx'
import { ago, count, lately } from '../parts/words.ts'

/** Calls as rows, two lines each on a phone; a row opens the details of its call. */
export const CallList = ({
  calls,
  onOpen,
  ofOneKey = false,
}: {
  calls: readonly LoggedCall[]
  onOpen: (call: LoggedCall) => void
  ofOneKey?: boolean
}) => (
  <List
    label="Calls"
    columns={columns(onOpen).filter(({ name }) => !(ofOneKey && name === 'Key'))}
    rows={calls}
    keyOf={({ id }) => String(id)}
    isBrief
    onOpen={onOpen}
  />
)

const columns = (onOpen: (call: LoggedCall) => void): Column<LoggedCall>[] => [
  {
    name: 'Time (UTC)',
    width: 'w-36',
    place: 'max-sm:order-4 max-sm:text-soft',
    cell: call => (
      <button
        type="button"
        title={`${call.at}, ${ago(call.at)}`}
        onClick={event => {
          event.stopPropagation()
          onOpen(call)
        }}
        className="rounded tabular-nums hover:underline"
      >
        {lately(call.at)}
      </button>
    ),
  },
  {
    name: 'Outcome',
    width: 'w-52',
    place: 'max-sm:order-2',
    cell: call => <Outcome call={call} />,
  },
  {
    name: 'Endpoint',
    width: 'w-44',
    place: 'max-sm:order-1 max-sm:flex-1',
    cell: ({ endpoint }) => <Cut text={endpoint} className="font-mono text-xs" />,
  },
  {
    name: 'Host',
    place: 'max-sm:order-5 max-sm:flex-1',
    cell: ({ target }) => (target ? <Cut text={target} /> : null),
  },
  {
    name: 'Key',
    hide: 'narrow and phone',
    cell: ({ keyName, key }) => <Cut text={keyName ?? key} />,
  },
  {
    name: 'Duration',
    width: 'w-20',
    isFigure: true,
    place: 'max-sm:order-6 max-sm:ml-auto max-sm:text-soft',
    cell: ({ durationMs }) => sayDuration(durationMs),
  },
  {
    name: 'Credits',
    width: 'w-20',
    isFigure: true,
    hide: 'narrow and phone',
    cell: ({ credits }) => count(credits),
  },
]

export const Outcome = ({ call: { status, code } }: { call: LoggedCall }) => (
  <Badge tone={code === null ? 'good' : status >= 500 ? 'bad' : 'warn'}>
    {status} {code ?? ''}
  </Badge>
)

export const sayDuration = (ms: number): string =>
  ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(ms < 10_000 ? 2 : 1)} s`
