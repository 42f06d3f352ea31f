import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

const pauseMs = 200

/** Narrows a list, shortly after the last key. “/” leads here. */
export const SearchField = ({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (text: string) => void
}) => {
  const [typed, setTyped] = useState(value)
  const told = useRef(value)
  const tell = useRef(onChange)
  tell.current = onChange
  useEffect(() => {
    if (value === told.current) return
    told.current = value
    setTyped(value)
  }, [value])
  useEffect(() => {
    if (typed === told.current) return
    const timer = setTimeout(() => {
      told.current = typed
      tell.current(typed)
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <span className="relative min-w-44 flex-1 sm:max-w-xs">
      <Search
        size={15}
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-soft"
      />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={500}
        value={typed}
        onChange={event => setTyped(event.target.value)}
        className="min-h-9 w-full rounded-md border bg-page sm:min-h-8 py-1 pr-2 pl-8 placeholder:text-soft"
      />
    </span>
  )
}
