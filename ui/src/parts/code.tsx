import { useState } from 'react'
import { Button } from './basics.tsx'
import { Scroll } from './scroll.tsx'

export const Copy = ({ text, label = 'Copy' }: { text: string; label?: string }) => {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await copyText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), 2_000)
  }
  return (
    <Button onClick={() => void copy()} aria-live="polite">
      {copied ? 'Copied' : label}
    </Button>
  )
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
