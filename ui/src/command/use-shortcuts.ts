import { useEffect, useState } from 'react'
import type { SessionAnswer } from '../../../src/doors/dashboard/schemas.ts'
import { pagesFor } from '../pages.ts'
import { go } from '../route.tsx'

/** Between “g” and the letter of a page. */
const patienceMs = 1_200

type Open = 'palette' | 'help' | undefined

/** Keys that work on every page; none while somebody writes, and only the palette's over a dialog. */
export const useShortcuts = (session: SessionAnswer) => {
  const [open, setOpen] = useState<Open>()
  useEffect(() => {
    let goesUntilMs = 0
    const press = (event: KeyboardEvent) => {
      if ((event.metaKey || event.ctrlKey) && letterOf(event) === 'k') {
        event.preventDefault()
        setOpen(now => (now === 'palette' ? undefined : 'palette'))
        return
      }
      if (event.metaKey || event.ctrlKey || event.altKey || isBusy(event.target)) return
      if (performance.now() < goesUntilMs) {
        goesUntilMs = 0
        const page = pagesFor(session).find(({ key }) => key === letterOf(event))
        if (!page) return
        event.preventDefault()
        go(page.path)
      } else if (letterOf(event) === 'g') goesUntilMs = performance.now() + patienceMs
      else if (event.key === '?') setOpen('help')
      else if (event.key === '/') focusSearch(event)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [session])
  return { open, setOpen }
}

/** Of a keyboard that writes another script, what stands beside its letter; capitals count as small. */
const letterOf = ({ key, code }: KeyboardEvent): string =>
  (/^\P{ASCII}$/u.test(key) ? code.replace(/^Key/, '') : key).toLowerCase()

const focusSearch = (event: KeyboardEvent) => {
  const field = document.querySelector<HTMLInputElement>('main input[type=search]')
  if (!field) return
  event.preventDefault()
  field.focus()
  field.select()
}

const isBusy = (target: EventTarget | null): boolean =>
  document.querySelector('dialog[open]') !== null ||
  (target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)))
