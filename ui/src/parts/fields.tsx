import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react'
import { join } from './words.ts'

const control =
  'w-full min-h-9 rounded-md border bg-page px-3 py-1.5 text-ink placeholder:text-soft disabled:opacity-60'

type Labelled = { label: string; hint?: ReactNode; error?: string | undefined }

export const Field = ({
  label,
  hint,
  error,
  ...rest
}: Labelled & InputHTMLAttributes<HTMLInputElement>) => {
  const id = useId()
  return (
    <div className="flex w-full flex-col gap-1">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <input
        id={id}
        className={control}
        aria-invalid={error ? true : undefined}
        aria-describedby={hint || error ? `${id}-hint` : undefined}
        {...rest}
      />
      <Hint id={`${id}-hint`} hint={hint} error={error} />
    </div>
  )
}

export const TextArea = ({
  label,
  hint,
  error,
  ...rest
}: Labelled & TextareaHTMLAttributes<HTMLTextAreaElement>) => {
  const id = useId()
  return (
    <div className="flex w-full flex-col gap-1">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <textarea
        id={id}
        className={join(control, 'font-mono text-xs')}
        aria-invalid={error ? true : undefined}
        aria-describedby={hint || error ? `${id}-hint` : undefined}
        {...rest}
      />
      <Hint id={`${id}-hint`} hint={hint} error={error} />
    </div>
  )
}

const Hint = ({ id, hint, error }: { id: string; hint: ReactNode; error: string | undefined }) =>
  hint || error ? (
    <p id={id} className={error ? 'text-bad' : 'text-soft'}>
      {error ?? hint}
    </p>
  ) : null

export const Select = ({
  label,
  children,
  ...rest
}: { label: string } & SelectHTMLAttributes<HTMLSelectElement>) => {
  const id = useId()
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <select id={id} className={control} {...rest}>
        {children}
      </select>
    </div>
  )
}

/** One choice of a few, as radio buttons that look like tabs: arrow keys move between them. */
export const Choice = <T extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string
  options: readonly { value: T; label: string }[]
  value: T
  onChange: (value: T) => void
}) => {
  const name = useId()
  return (
    <fieldset className="flex flex-wrap gap-1 rounded-md bg-hover p-1">
      <legend className="sr-only">{label}</legend>
      {options.map(option => (
        <label
          key={option.value}
          className={join(
            'cursor-pointer rounded px-3 py-1 font-medium has-focus-visible:outline-2 has-focus-visible:outline-accent',
            option.value === value ? 'bg-card text-ink shadow-sm' : 'text-soft hover:text-ink',
          )}
        >
          <input
            type="radio"
            className="sr-only"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}

/** Values that can each be left out; none to choose from, nothing to show. */
export const Toggles = ({
  label,
  values,
  nameOf,
  hidden,
  onChange,
}: {
  label: string
  values: readonly string[]
  nameOf: (value: string) => string
  hidden: ReadonlySet<string>
  onChange: (hidden: ReadonlySet<string>) => void
}) =>
  values.length < 2 ? null : (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="sr-only">{label}</legend>
      <span aria-hidden className="text-soft">
        {label}
      </span>
      {values.map(value => {
        const name = nameOf(value)
        const on = !hidden.has(name)
        return (
          <label
            key={value}
            className={join(
              'flex cursor-pointer items-center gap-1.5 rounded-full border px-2.5 py-0.5 text-xs has-focus-visible:outline-2 has-focus-visible:outline-accent',
              on ? 'bg-card' : 'text-soft line-through',
            )}
          >
            <input
              type="checkbox"
              className="accent-accent"
              checked={on}
              onChange={() =>
                onChange(new Set(on ? [...hidden, name] : [...hidden].filter(one => one !== name)))
              }
            />
            {value}
          </label>
        )
      })}
    </fieldset>
  )
