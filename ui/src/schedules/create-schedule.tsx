import { useState } from 'react'
import { ask, type BodyOf } from '../ask/ask.ts'
import { useAction } from '../ask/use-action.ts'
import { Dialog, DialogButtons } from '../parts/dialog.tsx'
import { Checkbox, Field, Select, TextArea } from '../parts/fields.tsx'
import { Form, Submit } from '../parts/form.tsx'
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

export const CreateSchedule = ({
  onClose,
  onCreated,
}: {
  onClose: () => void
  onCreated: (id: string) => void
}) => {
  const [kind, setKind] = useState<Kind>('crawl')
  const [name, setName] = useState('')
  const [text, setText] = useState('')
  const [limit, setLimit] = useState('100')
  const [timetable, setTimetable] = useState<Timetable>({ cron: '0 6 * * 1', timeZone: ownZone })
  const [compares, setCompares] = useState(true)
  const [mails, setMails] = useState(true)
  const [hook, setHook] = useState('')
  const addresses = text.split(/\s+/).filter(line => line !== '')
  const body: BodyOf<'POST /v1/schedules'> = {
    ...{ kind, request: requestOf(kind, addresses, limit), ...timetable },
    ...(name && { name }),
    ...(compares && { compareTo: 'previous' }),
    mail: mails,
    ...(hook && { webhook: { url: hook } }),
  }
  const create = useAction(
    signal => ask('POST /v1/schedules', { body, signal }),
    ({ value }) => onCreated(value.id),
  )
  return (
    <Dialog title="New schedule" onClose={onClose}>
      <Form
        action={create}
        end={
          <DialogButtons onClose={onClose}>
            <Submit>Create schedule</Submit>
          </DialogButtons>
        }
      >
        <Select label="What" options={scheduleKinds} value={kind} onChange={setKind} />
        {kind === 'batch' ? (
          <TextArea
            label="URLs, one per line"
            rows={4}
            required
            spellCheck={false}
            value={text}
            onChange={setText}
          />
        ) : (
          <Field
            label="Address"
            inputMode="url"
            autoCapitalize="none"
            spellCheck={false}
            required
            placeholder="example.com"
            value={text}
            onChange={setText}
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
            onChange={setLimit}
            hint="Maximum pages per run."
          />
        )}
        <Field
          label="Name"
          maxLength={100}
          placeholder="Prices of the competition"
          value={name}
          onChange={setName}
        />
        <TimetableFields value={timetable} onChange={setTimetable} />
        <Checkbox
          label="Report what is new, changed or gone since the last run"
          checked={compares}
          onChange={setCompares}
        />
        <Checkbox
          label="Mail the account’s owner when something changes or a run fails"
          checked={mails}
          onChange={setMails}
        />
        <Field
          label="Webhook"
          type="url"
          placeholder="https://hooks.example.com/siteray"
          value={hook}
          onChange={setHook}
          hint="Called when something changed or a run failed. Optional."
        />
      </Form>
    </Dialog>
  )
}
