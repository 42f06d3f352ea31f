import { KeyRound, ListChecks, type LucideIcon, Moon, Plus, Search, Sun } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { SessionAnswer } from '../../../src/doors/dashboard/schemas.ts'
import { useCheck } from '../api/use-check.ts'
import { kindWords } from '../jobs/kinds.ts'
import { pagesFor } from '../pages.ts'
import { join } from '../parts/words.ts'
import { go } from '../route.tsx'
import { applyTheme } from '../theme.ts'

type Command = { id: string; name: string; about: string; Icon: LucideIcon; run: () => void }

/** Everything by its name: pages, actions, keys and jobs. */
export const CommandPalette = ({
  session,
  onClose,
}: {
  session: SessionAnswer
  onClose: () => void
}) => {
  const [typed, setTyped] = useState('')
  const [place, setPlace] = useState(0)
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const commands = useCommands(session, typed.trim())
  const chosen = Math.min(place, commands.length - 1)
  useEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  const run = (command: Command | undefined) => {
    if (!command) return
    onClose()
    command.run()
  }
  const press = (event: KeyboardEvent) => {
    // That Enter chooses a word of an input method.
    if (event.nativeEvent.isComposing) return
    const to = { ArrowDown: chosen + 1, ArrowUp: chosen - 1 }[event.key]
    if (event.key === 'Enter') run(commands[chosen])
    else if (to !== undefined) setPlace((to + commands.length) % Math.max(commands.length, 1))
    else return
    event.preventDefault()
  }
  return (
    <dialog
      ref={dialog}
      aria-label="Search everything"
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
      onClick={event => event.target === dialog.current && onClose()}
      onKeyDown={undefined}
      className="mx-auto mt-[12vh] mb-auto w-[min(36rem,calc(100vw-2rem))] overflow-hidden rounded-xl border bg-card text-ink shadow-xl"
    >
      <div className="flex items-center gap-2.5 border-b px-4">
        <Search size={16} aria-hidden className="text-soft" />
        <input
          autoFocus
          role="combobox"
          aria-expanded
          aria-controls={id}
          aria-activedescendant={commands[chosen] && `${id}-${chosen}`}
          aria-label="Search pages, actions, keys and jobs"
          placeholder="Search pages, actions, keys and jobs"
          value={typed}
          onChange={event => {
            setTyped(event.target.value)
            setPlace(0)
          }}
          onKeyDown={press}
          className="h-12 w-full bg-transparent text-base outline-none placeholder:text-soft"
        />
      </div>
      <div
        id={id}
        role="listbox"
        aria-label="Found"
        tabIndex={-1}
        className="max-h-80 overflow-y-auto p-1.5"
      >
        {commands.map(({ id: key, name, about, Icon, ...command }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keyboard
          <div
            key={key}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            ref={element => {
              if (index === chosen) element?.scrollIntoView({ block: 'nearest' })
            }}
            onMouseMove={() => setPlace(index)}
            onClick={() => run({ id: key, name, about, Icon, ...command })}
            className={join(
              'flex min-h-10 cursor-pointer items-center gap-3 rounded-md px-2.5',
              index === chosen && 'bg-hover',
            )}
          >
            <Icon size={15} aria-hidden className="shrink-0 text-soft" />
            <span className="min-w-0 truncate">
              <bdi>{name}</bdi>
            </span>
            <span className="ml-auto shrink-0 text-soft text-xs">{about}</span>
          </div>
        ))}
      </div>
      {commands.length === 0 && <p className="px-4 pb-5 text-soft">Nothing matches.</p>}
    </dialog>
  )
}

/** How many of each kind the server is asked for. */
const limit = 5

const useCommands = (session: SessionAnswer, typed: string): Command[] => {
  const query = { search: typed, limit, order: 'desc' } as const
  const asks = typed.length >= 2
  const keys = useCheck('GET /keys', asks ? { query: { ...query, sort: 'used' } } : undefined, 150)
  const jobs = useCheck(
    'GET /jobs',
    asks ? { query: { ...query, sort: 'created' } } : undefined,
    150,
  )
  const own = [...pageCommands(session), ...actions].filter(({ name }) =>
    name.toLowerCase().includes(typed.toLowerCase()),
  )
  if (!asks) return own
  return [
    ...own,
    ...(keys.value?.keys ?? []).map(({ id, name, shown }) => ({
      ...{ id, name, about: `Key ${shown}`, Icon: KeyRound },
      run: () => go(`/keys/${id}`),
    })),
    ...(jobs.value?.jobs ?? []).map(({ id, name, firstUrl, kind }) => ({
      ...{ id, name: name ?? firstUrl, about: kindWords[kind] },
      Icon: ListChecks,
      run: () => go(`/jobs/${id}`),
    })),
  ]
}

const pageCommands = (session: SessionAnswer): Command[] =>
  pagesFor(session).map(({ path, name, Icon, isOutside }) => ({
    ...{ id: path, name, about: 'Page', Icon },
    run: () => (isOutside ? location.assign(path) : go(path)),
  }))

const actions: Command[] = [
  {
    ...{ id: 'create-key', name: 'Create a key', about: 'Action', Icon: Plus },
    run: () => go('/keys?create=yes'),
  },
  {
    ...{ id: 'light', name: 'Light theme', about: 'Action', Icon: Sun },
    run: () => applyTheme('light'),
  },
  {
    ...{ id: 'dark', name: 'Dark theme', about: 'Action', Icon: Moon },
    run: () => applyTheme('dark'),
  },
]
