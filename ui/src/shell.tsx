import { Menu, Search, X } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { SessionAnswer } from '../../src/doors/dashboard/schemas.ts'
import { useIsAway } from './api/reach.ts'
import { Banner } from './banner.tsx'
import { CommandPalette } from './command/palette.tsx'
import { ShortcutHelp } from './command/shortcut-help.tsx'
import { useShortcuts } from './command/use-shortcuts.ts'
import { ShowKey } from './keys/show-key.tsx'
import { ActionsPlace } from './page-head.tsx'
import { groupsFor, type PageEntry, pageAt } from './pages.ts'
import { Toasts } from './parts/toast.tsx'
import { join } from './parts/words.ts'
import { Person } from './person.tsx'
import { Link } from './route.tsx'

/** These say themselves what they are about. */
const hasOwnHead = /^\/(keys|jobs|readers|schedules)\/./

/** What stands around every page: navigation, who is signed in, what everybody should know. */
export const Shell = ({
  session,
  path,
  children,
}: {
  session: SessionAnswer
  path: string
  children: ReactNode
}) => {
  const here = pageAt(path)
  const [isMenuOpen, setIsMenuOpen] = useState(false)
  const [actions, setActions] = useState<HTMLElement | null>(null)
  const { open, setOpen } = useShortcuts(session)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page about one thing takes its name, until another path is there
  useEffect(() => {
    document.title = `${here?.name ?? 'Not found'} · Siteray`
  }, [here, path])
  // biome-ignore lint/correctness/useExhaustiveDependencies: wherever the menu led to, it is in the way there
  useEffect(() => setIsMenuOpen(false), [path])
  return (
    <div className="min-h-screen lg:flex">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:m-2 focus:rounded focus:bg-card focus:p-2"
      >
        Skip to the content
      </a>
      <header className="border-b lg:sticky lg:top-0 lg:flex lg:h-screen lg:w-60 lg:shrink-0 lg:flex-col lg:border-r lg:border-b-0">
        <div className="flex h-14 items-center gap-2 px-4">
          <img src="/icon.svg" alt="" width="22" height="22" />
          <p className="font-semibold text-[0.9375rem]">Siteray</p>
          <p className="truncate text-soft lg:hidden">{here?.name}</p>
          <button
            type="button"
            aria-label={isMenuOpen ? 'Close the menu' : 'Menu'}
            aria-expanded={isMenuOpen}
            aria-controls="menu"
            onClick={() => setIsMenuOpen(!isMenuOpen)}
            className="ml-auto inline-flex size-9 items-center justify-center rounded-md border bg-card lg:hidden"
          >
            {isMenuOpen ? <X size={18} aria-hidden /> : <Menu size={18} aria-hidden />}
          </button>
        </div>
        <div
          id="menu"
          className={join(
            'flex-col gap-4 px-3 pb-4 lg:flex lg:min-h-0 lg:flex-1',
            isMenuOpen ? 'flex' : 'hidden',
          )}
        >
          <button
            type="button"
            onClick={() => setOpen('palette')}
            className="flex min-h-9 items-center gap-2 rounded-md border bg-card px-2.5 text-soft shadow-xs hover:text-ink lg:min-h-8"
          >
            <Search size={14} aria-hidden /> Search
            <kbd className="ml-auto hidden rounded border px-1.5 font-sans text-xs lg:block">
              {paletteKey}
            </kbd>
          </button>
          <nav aria-label="Pages" className="flex flex-col gap-4 lg:min-h-0 lg:overflow-y-auto">
            {groupsFor(session).map(({ name, pages }) => (
              <ul key={name} aria-label={name} className="flex flex-col gap-px">
                {pages.map(page => (
                  <li key={page.path}>
                    <Way page={page} isHere={page === here} />
                  </li>
                ))}
              </ul>
            ))}
          </nav>
          <Person session={session} />
        </div>
      </header>
      <main id="content" className="min-w-0 flex-1">
        <Away />
        <div className="mx-auto max-w-6xl p-4 pb-16 lg:p-8 lg:pb-16">
          {session.warnings.map(warning => (
            <Banner
              key={`${warning.of} ${warning.level}`}
              warning={warning}
              accountId={session.account.id}
            />
          ))}
          {here && !hasOwnHead.test(path) && (
            <div className="mb-6 flex min-h-8 flex-wrap items-center justify-between gap-2">
              <h1 className="font-semibold text-xl">{here.name}</h1>
              <div ref={setActions} className="flex flex-wrap items-center gap-2" />
            </div>
          )}
          <ActionsPlace value={actions}>{children}</ActionsPlace>
        </div>
      </main>
      <Toasts />
      <ShowKey />
      {open === 'palette' && (
        <CommandPalette session={session} onClose={() => setOpen(undefined)} />
      )}
      {open === 'help' && <ShortcutHelp session={session} onClose={() => setOpen(undefined)} />}
    </div>
  )
}

const paletteKey = /Mac|iP(hone|ad)/.test(navigator.platform) ? '⌘K' : 'Ctrl K'

const Way = ({ page, isHere }: { page: PageEntry; isHere: boolean }) => {
  const { path, name, Icon, isOutside } = page
  const look = join(
    'flex min-h-9 items-center gap-2.5 rounded-md px-2.5 font-medium lg:min-h-8',
    isHere ? 'bg-hover text-ink' : 'text-soft hover:bg-hover hover:text-ink',
  )
  const face = (
    <>
      <Icon size={15} aria-hidden /> {name}
    </>
  )
  return isOutside ? (
    <a href={path} className={look}>
      {face}
    </a>
  ) : (
    <Link to={path} aria-current={isHere ? 'page' : undefined} className={look}>
      {face}
    </Link>
  )
}

/** While the server does not answer: everything stays as it was, and goes on by itself. */
const Away = () => {
  const isAway = useIsAway()
  return (
    <div role="status" className="sticky top-0 z-20">
      {isAway && (
        <p className="border-b bg-warn/15 px-4 py-2 text-center font-medium text-warn backdrop-blur-md">
          The server is not answering. Trying again…
        </p>
      )}
    </div>
  )
}
