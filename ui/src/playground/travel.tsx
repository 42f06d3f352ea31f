import { useAnswer } from '../api/use-answer.ts'
import { Field, Select } from '../parts/fields.tsx'
import type { Travel } from './scrape/asked.ts'

/** How the site is reached, and as whom. */
export const TravelFields = ({
  asked,
  onChange,
}: {
  asked: Travel
  onChange: (change: Partial<Travel>) => void
}) => {
  const sessions = useAnswer('GET /v1/sessions', {}).value?.data ?? []
  const ways = useAnswer('GET /v1/ways', {}).value?.ways ?? []
  const choices = ways.map(({ name, countries }) => ({
    value: name,
    label: countries.length > 0 ? `${name} (${countries.join(', ')})` : name,
  }))
  return (
    <>
      {sessions.length > 0 && (
        <Select
          label="Session"
          options={[
            { value: '', label: 'none' },
            ...sessions.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={asked.session}
          onChange={session => onChange({ session })}
        />
      )}
      {ways.length > 0 && (
        <>
          <Select
            label="Way out"
            options={[
              { value: '', label: asked.country ? 'any of the country' : 'the server’s own' },
              ...choices,
            ]}
            value={asked.way}
            onChange={way => onChange({ way })}
          />
          <Field
            label="Country"
            placeholder="DE"
            maxLength={2}
            value={asked.country}
            onChange={country => onChange({ country })}
          />
          <Field
            label="Other ways after a block"
            type="number"
            placeholder="0"
            min={0}
            max={3}
            value={asked.retryWays}
            onChange={retryWays => onChange({ retryWays })}
          />
        </>
      )}
      <Field
        label="Languages"
        placeholder="de-AT, de"
        value={asked.languages}
        onChange={languages => onChange({ languages })}
      />
      <Field
        label="Time zone"
        placeholder="Europe/Vienna"
        value={asked.timeZone}
        onChange={timeZone => onChange({ timeZone })}
      />
    </>
  )
}
