import { Copy, KeyRound } from 'lucide-react'
import type { KeyAnswer } from '../../../src/doors/dashboard/schemas.ts'
import type { SentWith } from '../api/ask.ts'
import { useAnswer } from '../api/use-answer.ts'
import { PageActions } from '../page-head.tsx'
import { Badge, Button, Card, Empty, Missing, Problem } from '../parts/basics.tsx'
import { copyText } from '../parts/code.tsx'
import { Menu, menuLook } from '../parts/fields.tsx'
import { type Column, Cut, List, ListFrame } from '../parts/list.tsx'
import { CursorPages, useCursors } from '../parts/paging.tsx'
import { SearchField } from '../parts/search-field.tsx'
import { toast } from '../parts/toast.tsx'
import { ago, count, day } from '../parts/words.ts'
import { Link, useSearch } from '../route.tsx'
import { isForgotten, kindNames, sayOrigins } from './key-words.ts'
import { keyActions, useKeyDialogs } from './use-key-dialogs.tsx'

type Query = SentWith<'GET /keys'>['query']

const pageSize = 50
const usual = { search: '', kind: '', sort: 'created', order: 'desc', create: '' }
const kinds = [
  { value: '', label: 'Both kinds' },
  { value: 'secret', label: 'Secret' },
  { value: 'publishable', label: 'Publishable' },
] as const

export const Keys = () => {
  const [shown, setShown] = useSearch(usual)
  const { search, kind, sort, order } = shown
  const cursors = useCursors(JSON.stringify(shown))
  const query = {
    ...{ limit: pageSize, sort, order },
    ...(search && { search }),
    ...(kind && { kind }),
    ...(cursors.after && { after: cursors.after }),
  } as Query
  const { value, isCurrent, error, reload } = useAnswer('GET /keys', { query }, 10_000)
  const dialogs = useKeyDialogs({
    onChange: reload,
    creates: shown.create !== '',
    onCreates: creates => setShown({ create: creates ? 'yes' : '' }),
  })
  if (!value) return <Missing error={error} />
  const isFiltered = search !== '' || kind !== ''
  const create = (name: string) =>
    value.mayCreate && (
      <Button look="main" onClick={() => dialogs.open({ what: 'create' })}>
        {name}
      </Button>
    )
  if (value.total === 0 && !isFiltered)
    return (
      <>
        <Card>
          <Empty Icon={KeyRound} title="No keys yet">
            <p>
              Use a secret key to read pages from your server, and a publishable key to show icons
              in your web pages.
            </p>
            {create('Create your first key')}
          </Empty>
        </Card>
        {dialogs.shown}
      </>
    )
  return (
    <>
      <PageActions>{create('Create key')}</PageActions>
      <p className="mb-4 text-soft">
        Secret keys (sr_…) are for the extraction API and stay on your server. Publishable keys
        (pk_…) are for images and are safe in web pages.
      </p>
      <Problem error={error} />
      <ListFrame
        isBusy={!isCurrent}
        tools={
          <>
            <SearchField
              label="Search keys"
              value={search}
              onChange={text => setShown({ search: text })}
            />
            <Menu
              aria-label="Kind"
              className={menuLook}
              options={kinds}
              value={kind as ''}
              onChange={chosen => setShown({ kind: chosen })}
            />
            <span className="ml-auto text-soft tabular-nums" role="status">
              {count(value.total)} {value.total === 1 ? 'key' : 'keys'}
            </span>
          </>
        }
        foot={
          <CursorPages
            {...{ cursors, pageSize, isCurrent, next: value.next, total: value.total }}
            shown={value.keys.length}
          />
        }
      >
        {value.keys.length === 0 ? (
          <p className="p-6 text-center text-soft">No key matches.</p>
        ) : (
          <List
            label="Keys"
            columns={columns}
            rows={value.keys}
            keyOf={({ id }) => id}
            isBrief
            sort={{ by: sort, order: order === 'asc' ? 'asc' : 'desc' }}
            onSort={({ by, order }) => setShown({ sort: by, order })}
            menu={key => ({
              name: key.name,
              groups: [copyAction(key), ...keyActions(key, dialogs.open)],
            })}
          />
        )}
      </ListFrame>
      {value.keys.some(key => !key.mayChange) && (
        <p className="mt-3 text-soft">
          {value.mayCreate
            ? 'You can change the keys you made.'
            : 'Only owners make and change keys.'}{' '}
          Owners set this under{' '}
          <Link to="/people" className="underline">
            People
          </Link>
          .
        </p>
      )}
      {dialogs.shown}
    </>
  )
}

/** What may stand in web pages can be copied at any time. */
const copyAction = ({ key }: KeyAnswer) =>
  key === null
    ? []
    : [
        {
          ...{ name: 'Copy key', Icon: Copy },
          onChoose: () => void copyText(key).then(isCopied => isCopied && toast('Key copied.')),
        },
      ]

const columns: readonly Column<KeyAnswer>[] = [
  {
    name: 'Name',
    sort: 'name',
    place: 'max-sm:order-1 max-sm:flex-1 max-sm:pr-9',
    cell: key => (
      <span className="flex min-w-0 items-center gap-2">
        <Link
          to={`/keys/${key.id}`}
          title={key.name}
          className="min-w-0 truncate font-medium hover:underline"
        >
          <bdi>{key.name}</bdi>
        </Link>
        {key.expiresAt && <Badge tone="warn">ends {ago(key.expiresAt)}</Badge>}
        {isForgotten(key) && <Badge tone="soft">unused for 30 days</Badge>}
      </span>
    ),
  },
  {
    name: 'Kind',
    width: 'w-28',
    // The letters a key begins with say the same.
    place: 'max-sm:hidden!',
    cell: ({ kind }) => kindNames[kind],
  },
  {
    name: 'Key',
    width: 'w-28',
    place: 'max-sm:order-4',
    cell: ({ shown }) => <code className="font-mono text-xs">{shown}</code>,
  },
  {
    name: 'Allowed origins',
    width: 'w-32',
    hide: 'narrow',
    place: 'max-sm:hidden!',
    cell: key => (key.kind === 'publishable' ? sayOrigins(key.origins) : null),
  },
  {
    name: 'Created',
    sort: 'created',
    width: 'w-32',
    hide: 'narrow and phone',
    cell: ({ createdAt }) => day(createdAt),
  },
  {
    name: 'Last used',
    sort: 'used',
    width: 'w-56',
    place: 'max-sm:order-5 max-sm:ml-auto max-sm:text-soft',
    cell: ({ lastUsedAt, lastUsedEndpoint }) =>
      lastUsedAt ? (
        <Cut
          text={`${ago(lastUsedAt)} · ${lastUsedEndpoint?.replace(/^\w+ /, '') ?? ''}`}
          title={`${lastUsedEndpoint ?? ''}, ${lastUsedAt}`}
        />
      ) : (
        <span className="text-soft">never used</span>
      ),
  },
]
