import { ask, type BodyOf } from '../api/ask.ts'
import { useAction } from '../api/use-action.ts'
import { useDraft } from '../draft.ts'
import { Dialog, DialogButtons } from '../parts/dialog.tsx'
import { Checkbox, Field, Select } from '../parts/fields.tsx'
import { Form, Submit } from '../parts/form.tsx'
import { UrlLines } from '../parts/url-lines.tsx'
import { urlsIn } from '../parts/url-text.ts'
import { type Timetable, TimetableFields } from './timetable-fields.tsx'
import { scheduleKinds } from './words.ts'

type Kind = (typeof scheduleKinds)[number]['value']

const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** The body of the operation, with what a watch needs of it. */
const requestOf = (kind: Kind, addresses: string[], limit: string): object => {
  const [url = ''] = addresses
  if (kind === 'batch') return { urls: addresses, formats: ['markdown'] }
  if (kind === 'crawl') return { url, limit: Number(limit) || 100, formats: ['markdown'] }
  return { url }
}

/** A field of one line would show several as one, and only the first is sent. */
const firstLine = (text: string): string => text.trimStart().split('\n')[0] ?? ''

type Wish = {
  kind: Kind
  name: string
  /** An address, or several, one per line. */
  text: string
  limit: string
  timetable: Timetable
  compares: boolean
  mails: boolean
  hook: string
}

const noWish: Wish = {
  ...{ kind: 'crawl', name: '', text: '', limit: '100', hook: '' },
  ...{ compares: true, mails: true },
  timetable: { cron: '0 6 * * 1', timeZone: ownZone },
}

export const CreateSchedule = ({
  onClose,
  onCreated,
}: {
  onClose: () => void
  onCreated: (id: string) => void
}) => {
  const [wish, setWish, forget] = useDraft('schedule', noWish)
  const { kind, name, text, limit, timetable, compares, mails, hook } = wish
  const change = (changed: Partial<Wish>) => setWish({ ...wish, ...changed })
  const addresses = urlsIn(text).map(({ url }) => url)
  const body: BodyOf<'POST /v1/schedules'> = {
    ...{ kind, request: requestOf(kind, addresses, limit), ...timetable },
    ...(name && { name }),
    ...(compares && { compareTo: 'previous' }),
    mail: mails,
    ...(hook && { webhook: { url: hook } }),
  }
  const create = useAction(
    signal => ask('POST /v1/schedules', { body, signal }),
    ({ value }) => {
      forget()
      onCreated(value.id)
    },
  )
  const close = () => {
    forget()
    onClose()
  }
  return (
    <Dialog title="New schedule" onClose={close}>
      <Form
        action={create}
        end={
          <DialogButtons onClose={close}>
            <Submit>Create schedule</Submit>
          </DialogButtons>
        }
      >
        <Select
          label="What"
          options={scheduleKinds}
          value={kind}
          onChange={chosen => change({ kind: chosen })}
        />
        {kind === 'batch' ? (
          <UrlLines value={text} onChange={typed => change({ text: typed })} />
        ) : (
          <Field
            label="Address"
            inputMode="url"
            autoCapitalize="none"
            spellCheck={false}
            required
            placeholder="example.com"
            value={firstLine(text)}
            onChange={typed => change({ text: typed })}
          />
        )}
        {kind === 'crawl' && (
          <Field
            label="Limit"
            type="number"
            required
            min={1}
            max={100_000}
            value={limit}
            onChange={typed => change({ limit: typed })}
            hint="Maximum pages per run."
          />
        )}
        <Field
          label="Name"
          maxLength={100}
          placeholder="Prices of the competition"
          value={name}
          onChange={typed => change({ name: typed })}
        />
        <TimetableFields value={timetable} onChange={chosen => change({ timetable: chosen })} />
        <Checkbox
          label="Report what is new, changed or gone since the last run"
          checked={compares}
          onChange={on => change({ compares: on })}
        />
        <Checkbox
          label="Mail the account’s owner when something changes or a run fails"
          checked={mails}
          onChange={on => change({ mails: on })}
        />
        <Field
          label="Webhook"
          type="url"
          placeholder="https://hooks.example.com/siteray"
          value={hook}
          onChange={typed => change({ hook: typed })}
          hint="Called when something changed or a run failed. Optional."
        />
      </Form>
    </Dialog>
  )
}
