import { useCheck } from '../api/use-check.ts'
import { Field, Select } from '../parts/fields.tsx'
import { sayCron } from './cron-words.ts'

export type Timetable = { cron: string; timeZone: string }

const presets = [
  { value: '0 * * * *', label: 'Every hour' },
  { value: '0 6 * * *', label: 'Every day' },
  { value: '0 6 * * 1-5', label: 'Every working day' },
  { value: '0 6 * * 1', label: 'Every week' },
  { value: '0 6 1 * *', label: 'Every month' },
  { value: '', label: 'By a cron expression' },
] as const

const zones = Intl.supportedValuesOf('timeZone')

/** When it runs: the expression, what it means, and the next times. */
export const TimetableFields = ({
  value,
  onChange,
}: {
  value: Timetable
  onChange: (timetable: Timetable) => void
}) => {
  const { cron, timeZone } = value
  const isFilled = cron.trim() !== '' && timeZone !== ''
  const check = useCheck('GET /timetable', isFilled ? { query: value } : undefined, 200)
  const problem = check.isCurrent ? check.value?.problem : undefined
  const preset = presets.find(one => one.value === cron)?.value ?? ''
  return (
    <>
      <Select
        label="How often"
        options={presets}
        value={preset}
        onChange={chosen => onChange({ ...value, cron: chosen === '' ? '30 6 * * 1' : chosen })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Cron expression"
          required
          maxLength={200}
          spellCheck={false}
          value={cron}
          onChange={text => onChange({ ...value, cron: text })}
          error={problem ?? undefined}
          hint={sayCron(cron) ?? 'Minute, hour, day, month, weekday.'}
        />
        <Field
          label="Time zone"
          required
          list="time-zones"
          maxLength={100}
          value={timeZone}
          onChange={text => onChange({ ...value, timeZone: text })}
        />
        <datalist id="time-zones">
          {zones.map(zone => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
      </div>
      <div aria-live="polite">
        {check.isCurrent && check.value && check.value.next.length > 0 && (
          <>
            <p className="text-soft">The next three times:</p>
            <ol className="list-decimal pl-6" data-testid="next-times">
              {check.value.next.map(time => (
                <li key={time}>{inZone(time, timeZone)}</li>
              ))}
            </ol>
          </>
        )}
      </div>
    </>
  )
}

/** As a clock in that time zone shows it. */
export const inZone = (iso: string, timeZone: string): string =>
  new Date(iso).toLocaleString('en-GB', {
    ...{ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', timeZone },
  })
