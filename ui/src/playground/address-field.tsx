import { Field } from '../parts/fields.tsx'

/** The page or the site that a pane is about. */
export const AddressField = ({
  of,
  value,
  onChange,
}: {
  of: 'page' | 'site'
  value: string
  onChange: (url: string) => void
}) => (
  <Field
    label={`Address of a ${of}`}
    type="url"
    required
    placeholder={exampleUrl}
    value={value}
    onChange={onChange}
  />
)

/** Stands in the shown call until somebody types another. */
export const exampleUrl = 'https://example.com'
