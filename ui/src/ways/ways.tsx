import { FlaskConical, Pencil, Route, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { WayAnswer } from '../../../src/doors/dashboard/way-answers.ts'
import { ask } from '../api/ask.ts'
import { useAction } from '../api/use-action.ts'
import { useAnswer } from '../api/use-answer.ts'
import { PageActions } from '../page-head.tsx'
import { Badge, Button, Empty, Missing, Problem } from '../parts/basics.tsx'
import { Dialog, DialogButtons } from '../parts/dialog.tsx'
import { Form, Submit } from '../parts/form.tsx'
import { type Column, Cut, List, ListFrame } from '../parts/list.tsx'
import { toast } from '../parts/toast.tsx'
import { ago, count, plural } from '../parts/words.ts'
import { TestWay } from './test-way.tsx'
import { WayDialog } from './way-dialog.tsx'

/** What is open: a way that is made or changed, tried, or about to be removed. */
type Open =
  | { dialog: 'edit'; way: WayAnswer | undefined }
  | { dialog: 'test' | 'remove'; way: WayAnswer }

/** The operator's proxies, which callers choose by name or country. */
export const Ways = () => {
  const { value, error, reload } = useAnswer('GET /ways', {}, 10_000)
  const [open, setOpen] = useState<Open>()
  if (!value) return <Missing error={error} />
  const close = () => setOpen(undefined)
  const done = (text: string) => {
    close()
    toast(text)
    reload()
  }
  return (
    <>
      <PageActions>
        <Button look="main" onClick={() => setOpen({ dialog: 'edit', way: undefined })}>
          Add a way
        </Button>
      </PageActions>
      <p className="mb-4 max-w-3xl text-soft">
        Proxies that callers choose by name (<code>way</code>) or by country (
        <code>location.country</code>), never by address. Ways of <code>WAYS_FILE</code> are changed
        in that file.{' '}
        <a href="/docs/reach" className="text-accent underline">
          How ways work
        </a>
      </p>
      <div className="flex flex-col gap-4">
        <Problem error={error} />
        <ListFrame
          tools={
            <span className="ml-auto text-soft tabular-nums" role="status">
              {plural(value.ways.length, 'way')}
            </span>
          }
        >
          {value.ways.length === 0 ? (
            <Empty Icon={Route} title="No ways out yet">
              <p>Siteray reads every page from this server. Add a proxy to read from elsewhere.</p>
            </Empty>
          ) : (
            <List
              label="Ways out"
              columns={columns}
              rows={value.ways}
              keyOf={({ name }) => name}
              menu={way => ({
                name: way.name,
                groups: [
                  [
                    {
                      ...{ name: 'Test', Icon: FlaskConical },
                      onChoose: () => setOpen({ dialog: 'test', way }),
                    },
                    ...(way.isInFile
                      ? []
                      : [
                          {
                            ...{ name: 'Edit', Icon: Pencil },
                            onChoose: () => setOpen({ dialog: 'edit', way }),
                          },
                          {
                            ...{ name: 'Remove', Icon: Trash2 },
                            onChoose: () => setOpen({ dialog: 'remove', way }),
                          },
                        ]),
                  ],
                ],
              })}
            />
          )}
        </ListFrame>
      </div>
      {open?.dialog === 'edit' && (
        <WayDialog way={open.way} onClose={close} onDone={name => done(`Saved the way ${name}.`)} />
      )}
      {open?.dialog === 'test' && (
        <TestWay
          name={open.way.name}
          onClose={() => {
            close()
            reload()
          }}
        />
      )}
      {open?.dialog === 'remove' && (
        <RemoveWay
          name={open.way.name}
          onClose={close}
          onDone={() => done(`Removed the way ${open.way.name}.`)}
        />
      )}
    </>
  )
}

const healths = {
  good: { tone: 'good', label: 'Works' },
  failing: { tone: 'bad', label: 'Fails' },
  unused: { tone: 'soft', label: 'Not used yet' },
} as const

const columns: Column<WayAnswer>[] = [
  {
    name: 'Name',
    cell: ({ name, failure }) => (
      <span className="block min-w-0">
        <Cut text={name} className="font-medium" />
        {failure && <Cut text={failure} className="text-soft text-xs" />}
      </span>
    ),
  },
  {
    name: 'Health',
    width: 'w-30',
    cell: ({ health }) => <Badge tone={healths[health].tone}>{healths[health].label}</Badge>,
  },
  {
    name: 'Countries',
    width: 'w-28',
    cell: ({ countries }) => <Cut text={countries.join(', ') || '–'} />,
  },
  {
    name: 'Server',
    hide: 'narrow',
    cell: ({ server, kind }) => <Cut text={server ?? `this server (${kind})`} />,
  },
  {
    name: 'Last used',
    width: 'w-28',
    cell: ({ lastUsedAt }) => (lastUsedAt ? ago(lastUsedAt) : '–'),
  },
  { name: 'Pages', width: 'w-20', isFigure: true, cell: ({ pages }) => count(pages) },
  {
    name: 'Blocked',
    width: 'w-20',
    isFigure: true,
    hide: 'narrow',
    cell: ({ blocked }) => count(blocked),
  },
  { name: 'Failed', width: 'w-20', isFigure: true, cell: ({ failures }) => count(failures) },
]

const RemoveWay = ({
  name,
  onClose,
  onDone,
}: {
  name: string
  onClose: () => void
  onDone: () => void
}) => {
  const remove = useAction(
    signal => ask('DELETE /ways/:name', { params: { name }, signal }),
    onDone,
  )
  return (
    <Dialog title={`Remove ${name}?`} onClose={onClose}>
      <Form
        action={remove}
        end={
          <DialogButtons onClose={onClose}>
            <Submit look="bad" whileBusy="Removing…">
              Remove
            </Submit>
          </DialogButtons>
        }
      >
        <p>Requests, jobs and schedules that name it will fail with “way_unknown”.</p>
      </Form>
    </Dialog>
  )
}
