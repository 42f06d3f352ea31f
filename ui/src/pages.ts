import {
  Activity,
  BookOpen,
  CalendarClock,
  FlaskConical,
  House,
  KeyRound,
  ListChecks,
  Logs,
  type LucideIcon,
  Plug,
  ScrollText,
  Settings,
  Users,
} from 'lucide-react'
import type { SessionAnswer } from '../../src/doors/dashboard/answers.ts'

export type PageEntry = {
  path: string
  name: string
  Icon: LucideIcon
  /** After “g” it leads there. */
  key?: string
  forOwners?: true
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
      { path: '/connect', name: 'Connect', Icon: Plug, key: 'c' },
      { path: '/people', name: 'People', Icon: Users, key: 'e' },
      { path: '/audit', name: 'Audit', Icon: ScrollText, key: 'a', forOwners: true },
      { path: '/settings', name: 'Settings', Icon: Settings, key: ',' },
    ],
  },
  {
    name: 'Read',
    pages: [{ path: '/docs/', name: 'Documents', Icon: BookOpen, isOutside: true }],
  },
]

export const groupsFor = (role: SessionAnswer['role']) =>
  groups.map(({ name, pages }) => ({
    name,
    pages: pages.filter(page => !page.forOwners || role === 'owner'),
  }))

export const pagesFor = (role: SessionAnswer['role']): PageEntry[] =>
  groupsFor(role).flatMap(({ pages }) => pages)

/** The page that a path belongs to; none for an address that is none. */
export const pageAt = (path: string): PageEntry | undefined =>
  path === '/'
    ? overview
    : groups
        .flatMap(({ pages }) => pages)
        .find(page => page.path !== '/' && (path === page.path || path.startsWith(`${page.path}/`)))
