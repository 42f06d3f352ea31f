import {
  type ButtonHTMLAttributes,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'

const join = (...names: (string | undefined | false)[]) => names.filter(Boolean).join(' ')

const looks = {
  main: 'bg-accent text-on-accent hover:opacity-90 border-transparent',
  plain: 'bg-card text-ink hover:bg-hover',
  bad: 'bg-card text-bad hover:bg-hover',
}

export const Button = ({
  look = 'plain',
  className,
  ...rest
}: { look?: keyof typeof looks } & ButtonHTMLAttributes<HTMLButtonElement>) => (
  <button
    type="button"
    className={join(
      'inline-flex min-h-9 items-center justify-center gap-2 rounded-md border px-3 py-1.5 font-medium whitespace-nowrap disabled:opacity-50',
      looks[look],
      className,
    )}
    {...rest}
  />
)

export const Card = ({
  title,
  about,
  actions,
  children,
}: {
  title?: string
  about?: ReactNode
  actions?: ReactNode
  children: ReactNode
}) => (
  <section className="rounded-lg border bg-card p-4 sm:p-5">
    {(title || actions) && (
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        {title && <h2 className="font-semibold text-base">{title}</h2>}
        {actions}
      </div>
    )}
    {about && <p className="mb-3 text-soft">{about}</p>}
    {children}
  </section>
)

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

export const Problem = ({ children }: { children: ReactNode }) =>
  children ? (
    <p role="alert" className="rounded-md border border-bad px-3 py-2 text-bad">
      {children}
    </p>
  ) : null

const tones = { good: 'text-good', warn: 'text-warn', bad: 'text-bad', soft: 'text-soft' }

export const Badge = ({ tone, children }: { tone: keyof typeof tones; children: ReactNode }) => (
  <span
    className={join(
      'inline-flex items-center rounded-full border px-2 py-0.5 font-medium text-xs',
      tones[tone],
    )}
  >
    {children}
  </span>
)

/** The browser's own modal: it holds the focus, closes on Escape and gives the focus back. */
export const Dialog = ({
  title,
  onClose,
  children,
}: {
  title: string
  onClose: () => void
  children: ReactNode
}) => {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  return (
    <dialog
      ref={ref}
      aria-labelledby={id}
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
      className="w-[min(36rem,calc(100vw-2rem))] rounded-lg border bg-card p-5 text-ink shadow-xl"
    >
      <h2 id={id} className="mb-4 font-semibold text-lg">
        {title}
      </h2>
      {children}
    </dialog>
  )
}

export const Copy = ({ text, label = 'Copy' }: { text: string; label?: string }) => {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), 2_000)
  }
  return (
    <Button onClick={() => void copy()} aria-live="polite">
      {copied ? 'Copied' : label}
    </Button>
  )
}

/** Text to take away: a command, a tag, a key. */
export const Code = ({ text, label }: { text: string; label: string }) => (
  <div className="flex flex-col gap-2">
    <Scroll label={label}>
      <pre className="rounded-md border bg-page p-3 font-mono text-xs leading-relaxed">{text}</pre>
    </Scroll>
    <div>
      <Copy text={text} label={`Copy ${label}`} />
    </div>
  </div>
)

export const Table = ({
  label,
  head,
  children,
}: {
  label: string
  head: readonly string[]
  children: ReactNode
}) => (
  <Scroll label={label}>
    <table className="w-full text-left">
      <thead className="text-soft">
        <tr>
          {head.map(name => (
            <th key={name} className="whitespace-nowrap py-2 pr-4 font-medium">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y border-t">{children}</tbody>
    </table>
  </Scroll>
)

const Scroll = ({ label, children }: { label: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: long and wide content is scrolled with the keyboard
  <section aria-label={label} tabIndex={0} className="max-h-[32rem] overflow-auto">
    {children}
  </section>
)

export const Cell = ({ children }: { children: ReactNode }) => (
  <td className="py-2 pr-4 align-middle">{children}</td>
)

export const Waiting = () => <p className="text-soft">One moment…</p>
