import { useAnswer } from '../../api/use-answer.ts'
import { Select } from '../../parts/fields.tsx'

/** Who is asked before anybody else: nobody, whichever reader fits, or one of the account's. */
export const WhichReader = ({
  reader,
  onChange,
}: {
  reader: string
  onChange: (reader: string) => void
}) => {
  const { value } = useAnswer('GET /v1/readers', { query: { offset: 0, limit: 100 } })
  const known = (value?.data ?? []).map(({ id, name, match }) => ({
    value: id,
    label: name === match.host ? name : `${name} (${match.host})`,
  }))
  const isListed = ['', 'auto', ...known.map(one => one.value)].includes(reader)
  return (
    <Select
      label="Reader"
      options={[
        { value: '', label: 'None' },
        { value: 'auto', label: 'Automatic: learn from the model, then read without it' },
        ...known,
        ...(isListed ? [] : [{ value: reader, label: reader }]),
      ]}
      value={reader}
      onChange={onChange}
    />
  )
}
