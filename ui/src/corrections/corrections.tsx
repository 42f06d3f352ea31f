import { Flag, Pin as PinIcon, Undo2, X } from 'lucide-react'
import { useState } from 'react'
import type { Complaint, Pin } from '../../../src/doors/dashboard/schemas.ts'
import { ask } from '../api/ask.ts'
import { useAction } from '../api/use-action.ts'
import { useAnswer } from '../api/use-answer.ts'
import { PageActions } from '../page-head.tsx'
import { Button, Empty, Missing, Problem } from '../parts/basics.tsx'
import { type Column, Cut, List, ListFrame } from '../parts/list.tsx'
import { useParts } from '../parts/paging.tsx'
import { Picture } from '../parts/picture.tsx'
import { SearchField } from '../parts/search-field.tsx'
import { toast } from '../parts/toast.tsx'
import { ago, plural } from '../parts/words.ts'
import { Link, useSearch } from '../route.tsx'
import { PinDialog, type PinWish } from './pin-dialog.tsx'
import { isPicture, pathOf, whatNames } from './words.ts'

const pageSize = 50

/** The operator's overrides for domains, and what people reported as wrong. */
export const Corrections = () => {
  const [shown, setShown] = useSearch({ search: '', pin: '' })
  const { value, error, reload } = useAnswer('GET /corrections', {}, 10_000)
  const playground = useAnswer('GET /playground', {})
  const [wish, setWish] = useState<PinWish | undefined>(
    shown.pin === '' ? undefined : { domain: shown.pin, what: 'icon' },
  )
  const undo = useAction(
    (signal, { host, what }: Pin) =>
      ask('DELETE /pins/:domain/:what', { params: { domain: host, what }, signal }),
    () => {
      toast('Pin removed.')
      reload()
    },
  )
  const dismiss = useAction(
    (signal, { id }: Complaint) => ask('POST /complaints/:id/dismiss', { params: { id }, signal }),
    () => {
      toast('Report dismissed.')
      reload()
    },
  )
  const close = () => {
    setWish(undefined)
    setShown({ pin: '' })
  }
  const found = (value?.pins ?? []).filter(({ host }) => host.includes(shown.search.toLowerCase()))
  const pins = useParts(found, pageSize)
  const complaints = useParts(value?.complaints ?? [], pageSize)
  if (!value) return <Missing error={error} />
  const address = (path: string, at: string) =>
    playground.value &&
    `${playground.value.imageUrl}/${path}token=${playground.value.token}&v=${at}`
  return (
    <>
      <PageActions>
        <Button look="main" onClick={() => setWish({ domain: '', what: 'icon' })}>
          Pin something
        </Button>
      </PageActions>
      <p className="mb-4 max-w-3xl text-soft">
        If a site’s icon, another image, color or name is wrong, pin the right one. Names and ticker
        symbols also say which company people mean by them. Siteray uses pins for all accounts of
        this server.
      </p>
      <div className="flex flex-col gap-4">
        <Problem error={error ?? undo.error ?? dismiss.error} />
        {value.complaints.length > 0 && (
          <ListFrame
            tools={<h2 className="font-semibold">{plural(value.complaints.length, 'report')}</h2>}
            foot={complaints.foot}
          >
            <List
              label="Reports"
              columns={complaintColumns(({ host, kind, at }) =>
                address(`${pathOf(kind, host)}?size=64&`, at),
              )}
              rows={complaints.rows}
              keyOf={({ id }) => id}
              menu={complaint => ({
                name: complaint.host,
                groups: [
                  [
                    {
                      ...{ name: 'Pin the right one', Icon: PinIcon },
                      onChoose: () =>
                        setWish({
                          ...{ domain: complaint.host, what: complaint.kind },
                          complaint: complaint.id,
                        }),
                    },
                    { name: 'Dismiss', Icon: X, onChoose: () => dismiss.run(complaint) },
                  ],
                ],
              })}
            />
          </ListFrame>
        )}
        <ListFrame
          tools={
            <>
              <SearchField
                label="Search pins"
                value={shown.search}
                onChange={search => setShown({ search })}
              />
              <span className="ml-auto text-soft tabular-nums" role="status">
                {plural(found.length, 'pin')}
              </span>
            </>
          }
          foot={pins.foot}
        >
          {found.length === 0 ? (
            <Empty Icon={PinIcon} title={shown.search ? 'No override matches' : 'No overrides yet'}>
              <p>
                Find an icon under{' '}
                <Link to="/playground/icon" className="underline">
                  Playground › Icon
                </Link>{' '}
                to pin a better one.
              </p>
            </Empty>
          ) : (
            <List
              label="Pins"
              columns={pinColumns(({ host, what, at }) =>
                address(
                  `${pathOf(what, host)}?size=${what === 'og' ? 96 : 64}&theme=${what === 'dark' ? 'dark' : 'light'}&`,
                  at,
                ),
              )}
              rows={pins.rows}
              keyOf={({ host, what }) => `${host} ${what}`}
              menu={pin => ({
                name: `${pin.host}, ${whatNames[pin.what]}`,
                groups: [
                  [
                    {
                      ...{ name: 'Pin another', Icon: PinIcon },
                      onChoose: () => setWish({ domain: pin.host, what: pin.what }),
                    },
                    { name: 'Undo', Icon: Undo2, onChoose: () => undo.run(pin) },
                  ],
                ],
              })}
            />
          )}
        </ListFrame>
      </div>
      {wish && (
        <PinDialog
          wish={wish}
          onClose={close}
          onDone={domain => {
            close()
            toast(`Pinned for ${domain}.`)
            reload()
          }}
        />
      )}
    </>
  )
}

const Small = ({ src, isDark = false }: { src: string | undefined; isDark?: boolean }) =>
  src === undefined ? null : (
    <Picture
      key={src}
      src={src}
      alt=""
      className={`my-1 h-8 max-w-16 rounded border object-contain p-0.5 ${isDark ? 'bg-[#121212]' : 'bg-white'}`}
      instead={<span className="text-soft">–</span>}
    />
  )

const domain = {
  name: 'Domain',
  cell: ({ host }: { host: string }) => (
    <Link
      to={`/playground/icon?domain=${encodeURIComponent(host)}`}
      className="font-medium hover:underline"
    >
      <bdi>{host}</bdi>
    </Link>
  ),
}

const pinColumns = (srcOf: (pin: Pin) => string | undefined): Column<Pin>[] => [
  domain,
  { name: 'What', width: 'w-36', cell: ({ what }) => whatNames[what] },
  {
    name: 'Shown',
    width: 'w-40',
    cell: pin =>
      isPicture(pin.what) ? (
        <Small src={srcOf(pin)} isDark={pin.what === 'dark'} />
      ) : (
        <span className="flex min-w-0 items-center gap-2">
          {pin.what === 'color' && (
            <span
              aria-hidden
              className="size-4 shrink-0 rounded border"
              style={{ backgroundColor: pin.words ?? '' }}
            />
          )}
          <Cut text={pin.words ?? ''} />
        </span>
      ),
  },
  {
    name: 'From',
    hide: 'narrow',
    cell: ({ url, what }) => isPicture(what) && <Cut text={url ?? 'an upload'} />,
  },
  {
    name: 'Pinned',
    width: 'w-64',
    cell: ({ by, at }) => <Cut text={`${ago(at)} by ${by}`} title={`${by}, ${at}`} />,
  },
]

const complaintColumns = (
  srcOf: (complaint: Complaint) => string | undefined,
): Column<Complaint>[] => [
  domain,
  { name: 'Shown', width: 'w-24', cell: complaint => <Small src={srcOf(complaint)} /> },
  {
    name: 'Report',
    cell: ({ note, kind }) => (
      <span className="flex items-center gap-1.5" title={note}>
        <Flag size={13} aria-hidden className="shrink-0 text-warn" />
        <span className="truncate">
          {note || `Wrong ${kind === 'og' ? whatNames.og : whatNames[kind].toLowerCase()}`}
        </span>
      </span>
    ),
  },
  { name: 'Account', width: 'w-32', hide: 'narrow', cell: ({ account }) => <Cut text={account} /> },
  { name: 'When', width: 'w-32', cell: ({ at }) => ago(at) },
]
