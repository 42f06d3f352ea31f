import { join } from '../../parts/words.ts'

/** Which formats are asked for; at least one. */
export const Formats = ({
  value,
  names,
  onChange,
}: {
  /** With commas between them. */
  value: string
  names: readonly string[]
  onChange: (formats: string) => void
}) => {
  const chosen = value.split(',').filter(Boolean)
  const toggle = (name: string) => {
    const next = names.filter(one => chosen.includes(one) !== (one === name))
    if (next.length > 0) onChange(next.join(','))
  }
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="sr-only">Formats</legend>
      <span aria-hidden className="text-soft">
        Formats
      </span>
      {names.map(name => (
        <Format key={name} name={name} isOn={chosen.includes(name)} onToggle={() => toggle(name)} />
      ))}
    </fieldset>
  )
}

const Format = ({
  name,
  isOn,
  onToggle,
}: {
  name: string
  isOn: boolean
  onToggle: () => void
}) => (
  <label
    className={join(
      'flex cursor-pointer items-center gap-1.5 rounded-full border px-2.5 py-0.5 text-xs has-focus-visible:outline-2 has-focus-visible:outline-accent',
      isOn ? 'border-accent bg-card' : 'text-soft',
    )}
  >
    <input type="checkbox" className="accent-accent" checked={isOn} onChange={onToggle} />
    {name}
  </label>
)
