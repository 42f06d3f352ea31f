import {
  Activity,
  BookOpen,
  CalendarClock,
  FlaskConical,
  GraduationCap,
  House,
  KeyRound,
  ListChecks,
  Logs,
  type LucideIcon,
  Pin,
  Plug,
  Route,
  ScrollText,
  Settings,
  UserRoundCheck,
  Users,
} from 'lucide-react'
import type { PagePath } from '../../src/doors/dashboard/paths.ts'
import type { SessionAnswer } from '../../src/doors/dashboard/schemas.ts'

export type PageEntry = {
  path: PagePath | '/docs/'
  name: string
  Icon: LucideIcon
  /** After “g” it leads there. */
  key?: string
  forOwners?: true
  /** For whoever decides for all accounts. */
  forOperators?: true
  /** Not a page of the dashboard's own. */
  isOutside?: true
}

export const overview: PageEntry = { path: '/', name: 'Overview', Icon: House, key: 'o' }

/** The navigation, in groups. */
const groups: readonly { name: string; pages: readonly PageEntry[] }[] = [
  {
    name: 'Try',
    pages: [overview, { path: '/playground', name: 'Playground', Icon: FlaskConical, key: 'p' }],
  },
  {
    name: 'Watch',
    pages: [
      { path: '/readers', name: 'Readers', Icon: GraduationCap, key: 'd' },
      { path: '/usage', name: 'Usage', Icon: Activity, key: 'u' },
      { path: '/requests', name: 'Requests', Icon: Logs, key: 'r' },
      { path: '/jobs', name: 'Jobs', Icon: ListChecks, key: 'j' },
      { path: '/schedules', name: 'Schedules', Icon: CalendarClock, key: 's' },
    ],
  },
  {
    name: 'Manage',
    pages: [
      { path: '/keys', name: 'Keys', Icon: KeyRound, key: 'k' },
      { path: '/sessions', name: 'Sessions', Icon: UserRoundCheck, key: 'n' },
      { path: '/connect', name: 'Connect', Icon: Plug, key: 'c' },
      {
        ...{ path: '/corrections', name: 'Corrections', Icon: Pin, key: 'i' },
        forOperators: true,
      },
      {
        ...{ path: '/ways', name: 'Ways out', Icon: Route, key: 'w' },
        forOperators: true,
      },
      { path: '/people', name: 'People', Icon: Users, key: 'e' },
      { path: '/audit', name: 'Audit', Icon: ScrollText, key: 'a', forOwners: true },
      { path: '/settings', name: 'Settings', Icon: Settings, key: ',' },
    ],
  },
  {
    name: 'Learn',
    pages: [{ path: '/docs/', name: 'Docs', Icon: BookOpen, isOutside: true }],
  },
]

type Who = Pick<SessionAnswer, 'role' | 'isOperator'>

export const groupsFor = ({ role, isOperator }: Who) =>
  groups.map(({ name, pages }) => ({
    name,
    pages: pages.filter(
      page => (!page.forOwners || role === 'owner') && (!page.forOperators || isOperator),
    ),
  }))

export const pagesFor = (who: Who): PageEntry[] => groupsFor(who).flatMap(({ pages }) => pages)

/** The page that a path belongs to; none for an address that is none. */
export const pageAt = (path: string): PageEntry | undefined =>
  path === '/'
    ? overview
    : groups
        .flatMap(({ pages }) => pages)
        .find(page => page.path !== '/' && (path === page.path || path.startsWith(`${page.path}/`)))
