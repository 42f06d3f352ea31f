import { ChevronDown, Eye, EyeOff } from 'lucide-react'
import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type TextareaHTMLAttributes,
  useId,
  useState,
} from 'react'
import { join } from './words.ts'

const control =
  'w-full min-h-9 sm:min-h-8 rounded-md border bg-page px-3 py-1 text-ink placeholder:text-soft disabled:opacity-60'

/** Of a choice without a label in sight. */
export const menuLook = 'min-h-9 max-w-full rounded-md border bg-card px-2.5 shadow-xs sm:min-h-8'

type Labels = { label: string; hint?: ReactNode; error?: string | undefined }
/** What a field of these attributes takes, with what is typed in place of the event. */
type Typed<Attributes> = Omit<Attributes, 'onChange'> & { onChange: (text: string) => void }

export const Field = ({
  label,
  hint,
  error,
  onChange,
  ...rest
}: Labels & Typed<InputHTMLAttributes<HTMLInputElement>>) => (
  <Labelled label={label} hint={hint} error={error}>
    {named => (
      <input
        {...named}
        className={control}
        onChange={event => onChange(event.target.value)}
        {...rest}
      />
    )}
  </Labelled>
)

export const TextArea = ({
  label,
  hint,
  error,
  onChange,
  ...rest
}: Labels &
  Typed<TextareaHTMLAttributes<HTMLTextAreaElement>> & { ref?: Ref<HTMLTextAreaElement> }) => (
  <Labelled label={label} hint={hint} error={error}>
    {named => (
      <textarea
        {...named}
        className={join(control, 'font-mono text-xs')}
        onChange={event => onChange(event.target.value)}
        {...rest}
      />
    )}
  </Labelled>
)

type Named = {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

export const Labelled = ({
  label,
  hint,
  error,
  children,
}: Labels & { children: (named: Named) => ReactNode }) => {
  const id = useId()
  const hintId = hint || error ? `${id}-hint` : undefined
  return (
    <div className="flex w-full flex-col gap-1">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': hintId })}
      {hintId && (
        <p id={hintId} className={error ? 'text-bad' : 'text-soft'}>
          {error ?? hint}
        </p>
      )}
    </div>
  )
}

/** A password as browsers and their keepers of passwords know it, to be looked at while it is typed. */
export const Password = ({
  isNew = false,
  ...rest
}: {
  isNew?: boolean
  label: string
  value: string
  onChange: (text: string) => void
}) => {
  const [isShown, setIsShown] = useState(false)
  const Sign = isShown ? EyeOff : Eye
  return (
    <div className="relative">
      <Field
        type={isShown ? 'text' : 'password'}
        required
        autoComplete={isNew ? 'new-password' : 'current-password'}
        className={join(control, 'pr-10')}
        {...(isNew ? { minLength: 10, hint: 'At least 10 characters.' } : {})}
        {...rest}
      />
      <button
        type="button"
        aria-label={isShown ? 'Hide what is typed' : 'Show what is typed'}
        onClick={() => setIsShown(!isShown)}
        className="absolute top-6 right-0 inline-flex size-9 items-center justify-center rounded-md text-soft hover:text-ink sm:size-8"
      >
        <Sign size={15} aria-hidden />
      </button>
    </div>
  )
}

export const Checkbox = ({
  label,
  checked,
  onChange,
  className = 'gap-2',
}: {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
  className?: string
}) => (
  <label className={join('flex items-center', className)}>
    <input type="checkbox" checked={checked} onChange={event => onChange(event.target.checked)} />
    {label}
  </label>
)

type Options<T extends string> = {
  options: readonly { value: T; label: string }[]
  value: T
  onChange: (value: T) => void
}

/** One choice of many. */
export const Select = <T extends string>({ label, ...rest }: { label: string } & Options<T>) => {
  const id = useId()
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <Menu id={id} className={control} {...rest} />
    </div>
  )
}

/** The same without a label in sight. */
export const Menu = <T extends string>({
  options,
  onChange,
  className,
  ...rest
}: Options<T> & { className: string; id?: string; 'aria-label'?: string }) => (
  <span className="choices relative inline-flex min-w-0 max-w-full">
    <select
      className={join(className, 'appearance-none truncate pr-8')}
      onChange={event => {
        const chosen = options.find(({ value }) => value === event.target.value)
        if (chosen) onChange(chosen.value)
      }}
      {...rest}
    >
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
    <ChevronDown
      size={14}
      aria-hidden
      className="pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 text-soft"
    />
  </span>
)

/** From one day to another. */
export const Days = ({
  since,
  until,
  onChange,
}: {
  since: string
  until: string
  onChange: (change: { since?: string; until?: string }) => void
}) => (
  <span className="flex items-center gap-1.5">
    <Day label="Since" value={since} onChange={day => onChange({ since: day })} />
    <span aria-hidden className="text-soft">
      –
    </span>
    <Day label="Until" value={until} onChange={day => onChange({ until: day })} />
  </span>
)

const Day = ({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (day: string) => void
}) => (
  <input
    type="date"
    aria-label={`${label} (UTC)`}
    className={menuLook}
    value={value}
    onChange={event => onChange(event.target.value)}
  />
)

/** One choice of a few, as radio buttons that look like tabs: arrow keys move between them. */
export const Choice = <T extends string>({
  label,
  options,
  value,
  onChange,
}: { label: string } & Options<T>) => {
  const name = useId()
  return (
    <fieldset className="flex w-fit flex-wrap gap-1 rounded-md bg-hover p-1">
      <legend className="sr-only">{label}</legend>
      {options.map(option => (
        <label
          key={option.value}
          className={join(
            'cursor-pointer rounded px-3 py-1 font-medium has-focus-visible:outline-2 has-focus-visible:outline-accent',
            option.value === value
              ? 'bg-card text-ink shadow-sm dark:bg-line'
              : 'text-soft hover:text-ink',
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
