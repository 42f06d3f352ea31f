import { Plus, Trash2 } from 'lucide-react'
import { Button } from '../../parts/basics.tsx'
import { Checkbox, Menu } from '../../parts/fields.tsx'
import { emptyField, type FormField, fieldTypes } from './schema-form.ts'

const control = 'min-h-8 min-w-0 rounded-md border bg-page px-2 py-1'

/** The fields of a schema, one a line; those of an object stand below it. */
export const SchemaFields = ({
  fields,
  onChange,
  within = '',
}: {
  fields: readonly FormField[]
  onChange: (fields: FormField[]) => void
  /** Name of the object they belong to. */
  within?: string
}) => {
  const replace = (place: number, ...by: FormField[]) => onChange(fields.toSpliced(place, 1, ...by))
  return (
    <div className="flex flex-col gap-2">
      <ul className="flex flex-col gap-3">
        {fields.map((field, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names change while they are typed
          <li key={place} className="flex flex-col gap-2 rounded-md border p-2">
            <FieldLine
              field={field}
              label={`${within}field ${place + 1}`}
              onChange={changed => replace(place, changed)}
              onRemove={() => replace(place)}
            />
            {field.type === 'object' && (
              <div className="ml-2 border-l pl-3">
                <SchemaFields
                  fields={field.fields}
                  within={`${field.name || 'object'}: `}
                  onChange={inner => replace(place, { ...field, fields: inner })}
                />
              </div>
            )}
          </li>
        ))}
      </ul>
      <div>
        <Button onClick={() => onChange([...fields, emptyField()])}>
          <Plus size={14} aria-hidden /> Add{' '}
          {within === '' ? 'a field' : `to ${within.slice(0, -2)}`}
        </Button>
      </div>
    </div>
  )
}

const FieldLine = ({
  field,
  label,
  onChange,
  onRemove,
}: {
  field: FormField
  label: string
  onChange: (field: FormField) => void
  onRemove: () => void
}) => {
  const set = (change: Partial<FormField>) => onChange({ ...field, ...change })
  const tick = (name: 'many' | 'required', text: string) => (
    <Checkbox
      label={text}
      className="gap-1.5 whitespace-nowrap"
      checked={field[name]}
      onChange={checked => set({ [name]: checked })}
    />
  )
  return (
    <>
      <div className="flex items-center gap-2">
        <input
          aria-label={`Name of ${label}`}
          placeholder="name"
          className={`${control} flex-1 font-mono text-xs`}
          value={field.name}
          onChange={event => set({ name: event.target.value })}
        />
        <Menu
          aria-label={`Type of ${label}`}
          className={`${control} w-28`}
          options={fieldTypes}
          value={field.type}
          onChange={type => set({ type })}
        />
        <button
          type="button"
          aria-label={`Remove ${label}`}
          className="rounded p-1.5 text-soft hover:bg-hover hover:text-bad"
          onClick={onRemove}
        >
          <Trash2 size={14} aria-hidden />
        </button>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <input
          aria-label={`What ${label} means`}
          placeholder="what it means (optional)"
          className={`${control} flex-1 basis-36 text-xs`}
          value={field.description}
          onChange={event => set({ description: event.target.value })}
        />
        {tick('many', 'List')}
        {tick('required', 'Required')}
      </div>
      {field.type === 'choice' && (
        <input
          aria-label={`Choices of ${label}`}
          placeholder="Choices, comma separated"
          className={control}
          value={field.choices.join(',')}
          onChange={event => set({ choices: event.target.value.split(',') })}
        />
      )}
    </>
  )
}
