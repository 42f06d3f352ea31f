import type { LucideIcon } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { join } from './words.ts'

export type Item = {
  name: string
  Icon?: LucideIcon
  look?: 'bad'
  isChosen?: boolean
  onChoose: () => void
}

/** A button that opens a menu, in the browser's top layer: nothing on the page cuts it off. */
export const Dropdown = ({
  label,
  isNamed = false,
  groups,
  className,
  children,
}: {
  label: string
  /** The button has words of its own. */
  isNamed?: boolean
  /** A line stands between two groups. */
  groups: readonly (readonly Item[])[]
  className: string
  children: ReactNode
}) => {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    if (!isOpen) return
    const top = () => button.current?.getBoundingClientRect().top
    const opened = top()
    // It stands still while the page moves below it. The browser also tells late of a move before it opened.
    const close = () => top() !== opened && menu.current?.hidePopover()
    window.addEventListener('scroll', close, { passive: true })
    return () => window.removeEventListener('scroll', close)
  }, [isOpen])
  /** The items are there as the menu opens, and the browser gives the first one the focus with it: keys pressed right after are the menu's. */
  const fill = () => {
    flushSync(() => setIsOpen(true))
    itemsOf(menu.current)[0]?.setAttribute('autofocus', '')
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={isNamed ? undefined : label}
        popoverTarget={id}
        className={className}
      >
        {children}
      </button>
      <div
        ref={menu}
        id={id}
        role="menu"
        aria-label={label}
        popover="auto"
        onBeforeToggle={event => event.newState === 'open' && fill()}
        onToggle={event =>
          event.newState === 'open' ? placeBeside(button.current, menu.current) : setIsOpen(false)
        }
        onKeyDown={event => moveFocus(event, menu.current)}
        className="menu m-0 min-w-44 max-w-[calc(100vw-1rem)] rounded-lg border bg-card p-1 text-ink shadow-lg"
      >
        {isOpen &&
          groups
            .filter(items => items.length > 0)
            .map((items, place) => (
              <div
                // biome-ignore lint/suspicious/noArrayIndexKey: groups stay where they are
                key={place}
                className={join(place > 0 && 'mt-1 border-t pt-1')}
              >
                {items.map(item => (
                  <Entry key={item.name} item={item} onDone={() => menu.current?.hidePopover()} />
                ))}
              </div>
            ))}
      </div>
    </>
  )
}

const Entry = ({ item, onDone }: { item: Item; onDone: () => void }) => {
  const { name, Icon, look, isChosen, onChoose } = item
  const role = isChosen === undefined ? 'menuitem' : 'menuitemradio'
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: only a choice of several is checked or not
    <button
      type="button"
      role={role}
      aria-checked={isChosen}
      tabIndex={-1}
      onClick={() => {
        onDone()
        onChoose()
      }}
      className={join(
        'flex min-h-9 w-full items-center gap-2.5 rounded-md px-2.5 text-left outline-none hover:bg-hover focus:bg-hover',
        look === 'bad' && 'text-bad',
        isChosen && 'font-semibold',
      )}
    >
      {Icon && <Icon size={15} aria-hidden className="shrink-0 opacity-70" />}
      {name}
    </button>
  )
}

const itemsOf = (menu: HTMLElement | null): HTMLElement[] => [
  ...(menu?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? []),
]

/** Below the button and flush with its right edge; above, where there is no room below. */
const placeBeside = (button: HTMLElement | null, menu: HTMLElement | null): void => {
  if (!button || !menu) return
  const at = button.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = menu
  const below = at.bottom + 4
  const fits = below + height <= window.innerHeight - 8
  menu.style.top = `${fits ? below : Math.max(8, at.top - height - 4)}px`
  menu.style.left = `${Math.max(8, Math.min(at.right - width, window.innerWidth - width - 8))}px`
}

const moveFocus = (event: KeyboardEvent, menu: HTMLElement | null): void => {
  const items = itemsOf(menu)
  const here = items.findIndex(item => item.matches(':focus'))
  const to = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: -1 }[event.key]
  if (event.key === 'Tab') menu?.hidePopover()
  if (to === undefined) return
  event.preventDefault()
  items.at(to % items.length)?.focus()
}
