import { useState } from 'react'
import { Badge, Button, Card } from '../parts/basics.tsx'
import { Field, Select } from '../parts/fields.tsx'
import { join } from '../parts/words.ts'
import {
  type Choice,
  type Choices,
  type ChosenText,
  clicksOf,
  type FieldType,
  fieldTypes,
  idOf,
  type TaughtField,
} from './teach-state.ts'
import { sayValue } from './words.ts'

const types = Object.entries(fieldTypes).map(([value, { label }]) => ({
  value: value as FieldType,
  label,
}))

/** What is to be taught, and what was chosen for it on the page that is shown. */
export const TaughtFields = ({
  fields,
  choices,
  target,
  isFixed,
  readOf,
  onFields,
  onActive,
  onChoices,
  onAbsent,
  onResize,
}: {
  fields: readonly TaughtField[]
  choices: Choices
  /** Where the next click goes. */
  target: string | undefined
  /** The fields are those of a reader that exists. */
  isFixed: boolean
  /** What was made of it on this page. */
  readOf: (field: TaughtField) => unknown
  onFields: (change: (fields: TaughtField[]) => TaughtField[]) => void
  onActive: (name: string) => void
  onChoices: (choices: Choices) => void
  onAbsent: (name: string) => void
  /** To the element around a chosen text, or back. */
  onResize: (name: string, at: number, by: 1 | -1) => void
}) => {
  const change = (id: string, next: TaughtField) => {
    onFields(all => all.map(field => (idOf(field) === id ? next : field)))
    const { [id]: made, ...rest } = choices
    onChoices(made ? { ...rest, [idOf(next)]: made } : rest)
  }
  const remove = (id: string) => {
    onFields(all => all.filter(field => idOf(field) !== id))
    const { [id]: _, ...rest } = choices
    onChoices(rest)
  }
  return (
    <Card title="Fields">
      {!isFixed && <NewField taken={fields} onAdd={field => onFields(all => [...all, field])} />}
      <ul className="flex max-h-[60vh] flex-col gap-2 overflow-auto">
        {fields.map(field => (
          <li
            key={idOf(field)}
            className={join(
              'flex flex-col gap-2 rounded-md border p-2',
              idOf(field) === target && 'border-accent',
            )}
          >
            <div className="flex flex-wrap items-center gap-2">
              <button
                type="button"
                aria-pressed={idOf(field) === target}
                onClick={() => onActive(idOf(field))}
                className="min-w-0 break-all text-left font-medium hover:underline"
              >
                {idOf(field)}
              </button>
              <span className="text-soft text-xs">{fieldTypes[field.type].label}</span>
            </div>
            <Chosen
              field={field}
              choices={choices[idOf(field)] ?? []}
              value={readOf(field)}
              onTyped={typed => {
                const [first] = choices[idOf(field)] ?? []
                if (first?.is === 'text')
                  onChoices({ ...choices, [idOf(field)]: [{ ...first, typed }] })
              }}
              onResize={(at, by) => onResize(idOf(field), at, by)}
            />
            <div className="flex flex-wrap gap-2">
              <Button onClick={() => onAbsent(idOf(field))}>Not on this page</Button>
              {!isFixed && (
                <Edit field={field} onChange={next => change(idOf(field), { ...field, ...next })} />
              )}
              {!isFixed && (
                <Button look="bad" onClick={() => remove(idOf(field))}>
                  Remove
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const Chosen = ({
  field,
  choices,
  value,
  onTyped,
  onResize,
}: {
  field: TaughtField
  choices: readonly Choice[]
  value: unknown
  onTyped: (value: string) => void
  onResize: (at: number, by: 1 | -1) => void
}) => {
  const missing = clicksOf(field) - choices.length
  if (choices[0]?.is === 'absent') return <Badge tone="soft">not on this page</Badge>
  return (
    <>
      {choices.map((choice, at) => (
        <p key={JSON.stringify(choice)} className="break-words text-soft">
          {field.list && `Row ${at + 1}: `}
          {choice.is === 'text' && `“${wordsOf(choice)}” `}
          {choice.is === 'address' && choice.href}
          {choice.is === 'text' && field.type === 'text' && (
            <span className="whitespace-nowrap">
              <Resize name={field.name} by={1} onResize={by => onResize(at, by)} />
              {choice.whole && (
                <Resize name={field.name} by={-1} onResize={by => onResize(at, by)} />
              )}
            </span>
          )}
        </p>
      ))}
      {choices[0]?.is === 'text' && !field.list && isConverted(field) && (
        <Meant {...{ field, value, onTyped }} typed={choices[0].typed} />
      )}
      {field.list !== '' && missing > 0 && (
        <p className="text-warn">
          {missing === 2 ? 'Click on it in the first row.' : 'Now in the second row.'}
        </p>
      )}
    </>
  )
}

const isConverted = ({ type }: TaughtField) => type === 'number' || type === 'date'

/** 3/4/2011 says two things: beside it stands what was read, and somebody may know better. */
const Meant = ({
  field,
  value,
  typed,
  onTyped,
}: {
  field: TaughtField
  value: unknown
  typed: string | undefined
  onTyped: (value: string) => void
}) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="break-all">→ {sayValue(value)}</span>
      {isOpen ? (
        <Field
          label={`What ${field.name} means`}
          type={field.type === 'date' ? 'date' : 'number'}
          step="any"
          value={typed ?? sayValue(value)}
          onChange={onTyped}
        />
      ) : (
        <button
          type="button"
          aria-label={`correct: what ${field.name} means`}
          onClick={() => setIsOpen(true)}
          className="text-soft underline hover:text-ink"
        >
          correct
        </button>
      )}
    </div>
  )
}

const wordsOf = ({ words, start, end, whole }: ChosenText): string =>
  (whole?.words ?? words.slice(start ?? 0, end)).slice(0, 120)

const Resize = ({
  name,
  by,
  onResize,
}: {
  name: string
  by: 1 | -1
  onResize: (by: 1 | -1) => void
}) => (
  <button
    type="button"
    aria-label={by > 0 ? `wider: the element around ${name}` : `narrower: less for ${name}`}
    onClick={() => onResize(by)}
    className="mr-2 underline hover:text-ink"
  >
    {by > 0 ? 'wider' : 'narrower'}
  </button>
)

const Edit = ({
  field,
  onChange,
}: {
  field: TaughtField
  onChange: (next: Partial<TaughtField>) => void
}) => {
  const [isOpen, setIsOpen] = useState(false)
  const [name, setName] = useState(field.name)
  if (!isOpen) return <Button onClick={() => setIsOpen(true)}>Edit</Button>
  return (
    <div className="flex w-full flex-col gap-2">
      <Field label="Field name" value={name} maxLength={100} onChange={setName} />
      <Select
        label="Type"
        options={types}
        value={field.type}
        onChange={type => onChange({ type })}
      />
      <Button
        onClick={() => {
          if (name.trim() && name.trim() !== field.name) onChange({ name: name.trim() })
          setIsOpen(false)
        }}
      >
        Done
      </Button>
    </div>
  )
}

const NewField = ({
  taken,
  onAdd,
}: {
  taken: readonly TaughtField[]
  onAdd: (field: TaughtField) => void
}) => {
  const [name, setName] = useState('')
  const [type, setType] = useState<FieldType>('guess')
  const [list, setList] = useState('')
  const isTaken = taken.some(one => one.name === name.trim()) || name.trim() === list.trim()
  return (
    <form
      className="mb-3 flex flex-col gap-2 border-b pb-3"
      onSubmit={event => {
        event.preventDefault()
        if (!name.trim() || isTaken) return
        onAdd({ name: name.trim(), type, list: list.trim() })
        setName('')
      }}
    >
      <Field
        label="New field"
        value={name}
        maxLength={100}
        error={name && isTaken ? 'There is a field of this name.' : undefined}
        onChange={setName}
      />
      <Select label="Type of the new field" options={types} value={type} onChange={setType} />
      <Field
        label="In a list (optional)"
        hint="For fields that repeat: the list’s name, such as reviews."
        value={list}
        maxLength={100}
        onChange={setList}
      />
      <Button type="submit">Add field</Button>
    </form>
  )
}
