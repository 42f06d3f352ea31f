import { join } from './words.ts'

/** Something that goes on until it is turned off. */
export const Switch = ({
  label,
  isOn,
  onChange,
}: {
  label: string
  isOn: boolean
  onChange: (isOn: boolean) => void
}) => (
  <button
    type="button"
    role="switch"
    aria-checked={isOn}
    onClick={() => onChange(!isOn)}
    className="inline-flex min-h-9 items-center gap-2 rounded-md border bg-card px-3 font-medium shadow-xs hover:bg-hover sm:min-h-8"
  >
    <span
      aria-hidden
      className={join(
        'inline-flex h-4 w-7 items-center rounded-full p-0.5 transition-colors',
        isOn ? 'justify-end bg-good' : 'justify-start bg-soft',
      )}
    >
      <span className="size-3 rounded-full bg-card" />
    </span>
    {label}
  </button>
)
