import { Check, Copy as CopyIcon } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Button } from './basics.tsx'
import { highlight, type Language } from './highlight.tsx'
import { Scroll } from './scroll.tsx'

type CopyProps = {
  text: string
  label?: string
  /** What is copied, for people who do not see where the button is. */
  what?: string
  onCopied?: () => void
}

export const Copy = ({ text, label = 'Copy', what, onCopied }: CopyProps) => {
  const [copied, copy] = useCopy(text, onCopied)
  return (
    <Button
      onClick={copy}
      aria-live="polite"
      {...(what && !copied && { 'aria-label': `${label} ${what}` })}
    >
      {copied ? 'Copied' : label}
    </Button>
  )
}

/** The same where words would stand in the way of what is copied. */
const CopySign = ({ text, what }: { text: string; what: string }) => {
  const [copied, copy] = useCopy(text)
  return (
    <button
      type="button"
      onClick={copy}
      title={`Copy ${what}`}
      className="inline-flex size-8 items-center justify-center rounded-md border bg-card text-soft shadow-xs hover:text-ink"
    >
      {copied ? (
        <Check size={14} aria-hidden className="text-good" />
      ) : (
        <CopyIcon size={14} aria-hidden />
      )}
      <span className="sr-only" aria-live="polite">
        {copied ? 'Copied' : `Copy ${what}`}
      </span>
    </button>
  )
}

const useCopy = (text: string, onCopied?: () => void): [copied: boolean, copy: () => void] => {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    if (!(await copyText(text))) return
    setCopied(true)
    onCopied?.()
    setTimeout(() => setCopied(false), 2_000)
  }
  return [copied, () => void copy()]
}

/**
 * Browsers have a clipboard only for pages of https and of this machine, and may refuse even then; a
 * selection is the other way. Whether it worked: nobody is told so who then has nothing.
 */
export const copyText = async (text: string): Promise<boolean> => {
  const isWritten = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  )
  if (isWritten) return true
  const area = document.createElement('textarea')
  area.value = text
  // Inside of an open modal: what is outside of it takes no focus.
  const place = document.querySelector('dialog:modal') ?? document.body
  place.append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  return isCopied
}

/** Text to take away: a command, a tag, a source. Lines that are too long go on below. */
export const Code = ({
  text,
  label,
  language = 'code',
}: {
  text: string
  label: string
  language?: Language
}) => {
  const shown = useMemo(() => highlight(text, language), [text, language])
  return (
    <div className="relative">
      <div className="absolute top-1.5 right-1.5">
        <CopySign text={text} what={label} />
      </div>
      <Scroll label={label}>
        <pre className="whitespace-pre-wrap break-words rounded-md border bg-page p-3 pr-12 font-mono text-xs leading-relaxed">
          {shown}
        </pre>
      </Scroll>
    </div>
  )
}
