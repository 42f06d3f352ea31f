import {
  Activity,
  BookOpen,
  CalendarClock,
  FlaskConical,
  House,
  KeyRound,
  ListChecks,
  type LucideIcon,
  Plug,
  ScrollText,
  Settings,
  Users,
} from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { SessionAnswer } from '../../src/doors/dashboard/answers.ts'
import { ask } from './ask/ask.ts'
import { useAction } from './ask/use-action.ts'
import { Banner } from './banner.tsx'
import { Button, Problem } from './parts/basics.tsx'
import { Menu } from './parts/fields.tsx'
import { Link } from './route.tsx'
import { applyTheme, readTheme, type Theme } from './theme.ts'

const overview = { path: '/', name: 'Overview', Icon: House }
const pages: { path: string; name: string; Icon: LucideIcon; forOwners?: true }[] = [
  overview,
  { path: '/keys', name: 'Keys', Icon: KeyRound },
  { path: '/connect', name: 'Connect', Icon: Plug },
  { path: '/usage', name: 'Usage', Icon: Activity },
  { path: '/playground', name: 'Playground', Icon: FlaskConical },
  { path: '/jobs', name: 'Jobs', Icon: ListChecks },
  { path: '/schedules', name: 'Schedules', Icon: CalendarClock },
  { path: '/people', name: 'People', Icon: Users },
  { path: '/audit', name: 'Audit', Icon: ScrollText, forOwners: true },
  { path: '/settings', name: 'Settings', Icon: Settings },
]

/** What stands around every page: navigation, who is signed in, and the banner. */
export const Shell = ({
  session,
  path,
  children,
}: {
  session: SessionAnswer
  path: string
  children: ReactNode
}) => {
  const here = pages.find(page => page.path !== '/' && path.startsWith(page.path)) ?? overview
  const shown = pages.filter(page => !page.forOwners || session.role === 'owner')
  useEffect(() => {
    document.title = `${here.name} · Siteray`
  }, [here])
  return (
    <div className="mx-auto flex min-h-screen max-w-7xl flex-col md:flex-row">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:m-2 focus:rounded focus:bg-card focus:p-2"
      >
        Skip to the content
      </a>
      <header className="flex flex-wrap items-center gap-3 border-b p-3 md:sticky md:top-0 md:h-screen md:w-56 md:shrink-0 md:flex-col md:flex-nowrap md:items-stretch md:border-r md:border-b-0 md:p-4">
        <p className="flex flex-1 items-center gap-2 font-semibold text-base md:flex-none">
          <img src="/icon.svg" alt="" width="24" height="24" /> Siteray
        </p>
        <nav
          aria-label="Pages"
          className="order-last flex w-full gap-1 overflow-x-auto md:order-none md:flex-col"
        >
          {shown.map(({ path: to, name, Icon }) => (
            <Link
              key={to}
              to={to}
              aria-current={to === here.path ? 'page' : undefined}
              className={`flex items-center gap-2 rounded-md px-3 py-2 font-medium hover:bg-hover ${
                to === here.path ? 'bg-hover text-ink' : 'text-soft'
              }`}
            >
              <Icon size={16} aria-hidden /> {name}
            </Link>
          ))}
          <a
            href="/docs"
            className="flex items-center gap-2 whitespace-nowrap rounded-md px-3 py-2 font-medium text-soft hover:bg-hover"
          >
            <BookOpen size={16} aria-hidden /> API reference
          </a>
        </nav>
        <Person session={session} />
      </header>
      <main id="content" className="min-w-0 flex-1 p-4 md:p-8">
        {session.warnings.map(warning => (
          <Banner
            key={`${warning.of} ${warning.level}`}
            warning={warning}
            accountId={session.account.id}
          />
        ))}
        <h1 className="mb-6 font-semibold text-2xl">{here.name}</h1>
        {children}
      </main>
    </div>
  )
}

const Person = ({ session }: { session: SessionAnswer }) => {
  const signOut = useAction(
    signal => ask('POST /sign-out', { signal }),
    () => window.dispatchEvent(new Event('signed-out')),
  )
  const show = useAction(
    (signal, id: string) => ask('POST /account', { body: { id }, signal }),
    () => location.reload(),
  )
  return (
    <div className="flex flex-wrap items-center gap-2 md:mt-auto md:w-full md:flex-col md:items-stretch">
      {session.accounts.length > 1 && (
        <Menu
          aria-label="Account"
          className={menu}
          options={session.accounts.map(({ id, name }) => ({ value: id, label: name }))}
          value={session.account.id}
          onChange={show.run}
        />
      )}
      <p className="hidden truncate text-soft md:block" title={session.email}>
        {session.email}
      </p>
      <ThemeChoice />
      <Problem error={signOut.error ?? show.error} />
      <Button onClick={signOut.run} disabled={signOut.busy}>
        Sign out
      </Button>
      <p className="hidden text-soft text-xs md:block">Siteray {session.version}</p>
    </div>
  )
}

const menu = 'min-h-9 rounded-md border bg-card px-2'

const themes: { value: Theme; label: string }[] = [
  { value: 'system', label: 'System theme' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

const ThemeChoice = () => {
  const [theme, setTheme] = useState(readTheme)
  return (
    <Menu
      aria-label="Theme"
      className={menu}
      options={themes}
      value={theme}
      onChange={chosen => {
        setTheme(chosen)
        applyTheme(chosen)
      }}
    />
  )
}
