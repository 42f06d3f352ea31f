import { useState } from 'react'
import type { WayAnswer } from '../../../src/doors/dashboard/way-answers.ts'
import { ask } from '../api/ask.ts'
import { useAction } from '../api/use-action.ts'
import { Dialog, DialogButtons } from '../parts/dialog.tsx'
import { Field, Select } from '../parts/fields.tsx'
import { Fold } from '../parts/fold.tsx'
import { Form, Submit } from '../parts/form.tsx'

const kinds = [
  { value: 'datacenter', label: 'Data center' },
  { value: 'residential', label: 'Residential' },
  { value: 'mobile', label: 'Mobile' },
  { value: 'direct', label: 'This server itself' },
] as const

const stickies = [
  { value: 'none', label: 'Each page anew' },
  { value: 'host', label: 'The same for a host' },
  { value: 'job', label: 'The same for a job' },
] as const

const resolvers = [
  { value: 'here', label: 'This server' },
  { value: 'proxy', label: 'The proxy' },
] as const

const wordsIn = (text: string) => text.split(/[\s,]+/).filter(Boolean)

/** Makes a way, or changes one; its password is never shown again. */
export const WayDialog = ({
  way,
  onClose,
  onDone,
}: {
  way: WayAnswer | undefined
  onClose: () => void
  onDone: (name: string) => void
}) => {
  const [asked, setAsked] = useState({
    name: way?.name ?? '',
    url: '',
    countries: way?.countries.join(', ') ?? '',
    weight: String(way?.weight ?? 1),
    maxConcurrent: String(way?.maxConcurrent ?? 32),
    perHostDelayMs: String(way?.perHostDelayMs ?? 0),
    creditsPerPage: String(way?.creditsPerPage ?? 0),
    accounts: way?.accounts.join(', ') ?? '',
  })
  const [kind, setKind] = useState<WayAnswer['kind']>(way?.kind ?? 'datacenter')
  const [sticky, setSticky] = useState(way?.sticky ?? 'none')
  const [resolve, setResolve] = useState(way?.resolve ?? 'here')
  const set = (name: keyof typeof asked) => (text: string) =>
    setAsked(before => ({ ...before, [name]: text }))
  const save = useAction(
    signal =>
      ask('PUT /ways', {
        body: {
          name: asked.name.trim(),
          ...(kind !== 'direct' && asked.url.trim() !== '' && { url: asked.url.trim() }),
          countries: wordsIn(asked.countries.toUpperCase()),
          ...{ kind, sticky, resolve },
          weight: Number(asked.weight),
          maxConcurrent: Number(asked.maxConcurrent),
          perHostDelayMs: Number(asked.perHostDelayMs),
          creditsPerPage: Number(asked.creditsPerPage),
          accounts: wordsIn(asked.accounts),
        },
        signal,
      }),
    () => onDone(asked.name.trim()),
  )
  const hasServer = way !== undefined && way.server !== null
  return (
    <Dialog title={way ? `Edit ${way.name}` : 'Add a way'} onClose={onClose}>
      <Form
        action={save}
        end={
          <DialogButtons onClose={onClose}>
            <Submit whileBusy="Saving…">Save</Submit>
          </DialogButtons>
        }
      >
        <Field
          label="Name"
          required
          autoFocus={way === undefined}
          disabled={way !== undefined}
          placeholder="berlin-1"
          value={asked.name}
          onChange={set('name')}
          hint="Callers use it. Lower-case letters, digits, dots and dashes."
        />
        <Select label="Kind" options={kinds} value={kind} onChange={setKind} />
        {kind !== 'direct' && (
          <Field
            label={hasServer ? 'Another URL' : 'URL'}
            required={!hasServer}
            autoComplete="off"
            spellCheck={false}
            placeholder="socks5://user:password@10.0.0.5:1080"
            value={asked.url}
            onChange={set('url')}
            hint={
              hasServer
                ? `Leave it empty to keep ${way.server} with its password.`
                : 'http, https or socks5. Siteray encrypts it and never shows it again.'
            }
          />
        )}
        <Field
          label="Countries"
          placeholder="DE, AT"
          value={asked.countries}
          onChange={set('countries')}
        />
        <Fold title="More options" isOpen={false}>
          <div className="mt-3 grid items-start gap-4 sm:grid-cols-2">
            <Select label="Choose" options={stickies} value={sticky} onChange={setSticky} />
            <Field
              label="Weight"
              type="number"
              min={0}
              step="any"
              value={asked.weight}
              onChange={set('weight')}
            />
            <Field
              label="Pages at a time"
              type="number"
              min={1}
              max={10_000}
              value={asked.maxConcurrent}
              onChange={set('maxConcurrent')}
            />
            <Field
              label="Pause for a host, ms"
              type="number"
              min={0}
              max={60_000}
              value={asked.perHostDelayMs}
              onChange={set('perHostDelayMs')}
            />
            <Field
              label="Credits more for a page"
              type="number"
              min={0}
              max={1_000}
              value={asked.creditsPerPage}
              onChange={set('creditsPerPage')}
            />
            <Select
              label="Names are resolved by"
              options={resolvers}
              value={resolve}
              onChange={setResolve}
            />
            <Field
              label="Only for accounts"
              placeholder="all"
              value={asked.accounts}
              onChange={set('accounts')}
            />
          </div>
        </Fold>
      </Form>
    </Dialog>
  )
}
