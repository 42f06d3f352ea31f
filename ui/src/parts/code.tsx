import { Check, Copy as CopyIcon } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Button } from './basics.tsx'
import { highlight, type Language } from './highlight.tsx'
import { Scroll } from './scroll.tsx'

type CopyProps = {
  text: string
  label?: string
  /** What is copied, said only to who does not see where the button stands. */
  what?: string
}

export const Copy = ({ text, label = 'Copy', what }: CopyProps) => {
  const [copied, copy] = useCopy(text)
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

const useCopy = (text: string): [copied: boolean, copy: () => void] => {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await copyText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), 2_000)
  }
  return [copied, () => void copy()]
}

/** Browsers have a clipboard only for pages of https and of this machine; others take a selection. */
export const copyText = async (text: string): Promise<void> => {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const area = document.createElement('textarea')
  area.value = text
  document.body.append(area)
  area.select()
  document.execCommand('copy')
  area.remove()
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
