import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { type PagePath, pagePaths, panePaths } from '../../src/doors/dashboard/paths.ts'
import type { SessionAnswer } from '../../src/doors/dashboard/schemas.ts'
import { ask } from './api/ask.ts'
import { isPassing, useIsAway } from './api/reach.ts'
import { Refusal } from './api/refusal.ts'
import { whileWanted } from './api/while-wanted.ts'
import { Audit } from './audit/audit.tsx'
import { Connect } from './connect/connect.tsx'
import { Corrections } from './corrections/corrections.tsx'
import { claimDrafts, forgetDrafts, wasSignedIn } from './draft.ts'
import { Job } from './jobs/job.tsx'
import { Jobs } from './jobs/jobs.tsx'
import { Keys } from './keys/keys.tsx'
import { OneKey } from './keys/one-key.tsx'
import { showOnce } from './keys/shown-once.ts'
import { Lost } from './lost.tsx'
import { Overview } from './overview/overview.tsx'
import { Missing, Waiting } from './parts/basics.tsx'
import { Boundary } from './parts/boundary.tsx'
import { People } from './people/people.tsx'
import { Requests } from './requests/requests.tsx'
import { go, usePath } from './route.tsx'
import { OneSchedule } from './schedules/one-schedule.tsx'
import { Schedules } from './schedules/schedules.tsx'
import { Sessions } from './sessions/sessions.tsx'
import { Settings } from './settings/settings.tsx'
import { Shell } from './shell.tsx'
import { Forgot } from './sign-in/forgot.tsx'
import { Join } from './sign-in/join.tsx'
import { Reset } from './sign-in/reset.tsx'
import { SignIn } from './sign-in/sign-in.tsx'
import { Usage } from './usage/usage.tsx'
import { Ways } from './ways/ways.tsx'

type State =
  | { at: 'start' }
  | { at: 'door'; hasEnded: boolean }
  | { at: 'inside'; session: SessionAnswer }
  | { at: 'trouble'; error: Error }

/** Between two looks for a server that is away. */
const pauseMs = 1_000

export const App = () => {
  const path = usePath()
  const [state, setState] = useState<State>({ at: 'start' })
  const stop = useRef(() => {})
  const enter = useCallback(() => {
    stop.current()
    stop.current = whileWanted(
      signal => ask('GET /session', { signal }),
      ({ value }) => {
        if (!claimDrafts(value.personId)) forgetKeys()
        setState({ at: 'inside', session: value })
      },
      error => {
        if (isSignedOut(error)) setState({ at: 'door', hasEnded: wasSignedIn() })
        // The page stays as it is: a server that is away comes back.
        else if (!isMomentary(error)) setState({ at: 'trouble', error })
      },
    )
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page looks for news (the banner)
  useEffect(() => {
    enter()
    return () => stop.current()
  }, [path, enter])
  const isAway = useIsAway()
  useEffect(() => {
    if (!isAway) return
    const timer = setInterval(enter, pauseMs)
    return () => clearInterval(timer)
  }, [isAway, enter])
  useEffect(() => {
    const leave = () => {
      forgetDrafts()
      forgetKeys()
      setState({ at: 'door', hasEnded: false })
    }
    // A poll that the server refuses while somebody signs out ends no session of theirs.
    const end = () => (wasSignedIn() ? setState({ at: 'door', hasEnded: true }) : leave())
    window.addEventListener('signed-out', leave)
    window.addEventListener('session-ended', end)
    return () => {
      window.removeEventListener('signed-out', leave)
      window.removeEventListener('session-ended', end)
    }
  }, [])

  if (path === '/join')
    return (
      <Join
        onJoined={keys => {
          showOnce({ pair: keys ?? undefined })
          go('/')
        }}
      />
    )
  if (path === '/forgot') return <Forgot />
  if (path === '/reset') return <Reset onSignedIn={() => go('/')} />
  if (state.at === 'start' || state.at === 'trouble')
    return (
      <main className="mx-auto max-w-xl p-8">
        {isAway && (
          <p role="status" className="mb-4 font-medium text-warn">
            The server is not answering. Trying again…
          </p>
        )}
        <Missing error={state.at === 'trouble' ? state.error : undefined} />
      </main>
    )
  if (state.at === 'door')
    return (
      <SignIn
        hasEnded={state.hasEnded}
        onSignedIn={() => {
          if (path === '/sign-in') go('/')
          enter()
        }}
      />
    )
  const { session } = state
  return (
    <Shell session={session} path={path}>
      <Boundary place={path}>
        <Page key={session.account.id} path={path} session={session} />
      </Boundary>
    </Shell>
  )
}

/** They are nobody else’s. */
const forgetKeys = () => showOnce({ created: undefined, pair: undefined })

const isSignedOut = (error: Error) => error instanceof Refusal && error.status === 401
const isMomentary = (error: Error) => error instanceof Refusal && isPassing(error)

/** A fifth of the dashboard’s script: it comes to those who try something. */
const Playground = lazy(async () => ({
  default: (await import('./playground/playground.tsx')).Playground,
}))

const idIn = (path: string) => path.split('/')[2] ?? ''

type At = { path: string; session: SessionAnswer }

/** A page for each address that the server knows. */
const pages: Record<PagePath, (at: At) => ReactNode> = {
  '/': () => <Overview />,
  '/keys': () => <Keys />,
  '/keys/:id': ({ path }) => <OneKey key={path} id={idIn(path)} />,
  '/connect': () => <Connect />,
  '/usage': () => <Usage />,
  '/requests': () => <Requests />,
  '/jobs': () => <Jobs />,
  '/jobs/:id': ({ path }) => <Job key={path} id={idIn(path)} />,
  '/schedules': () => <Schedules />,
  '/schedules/:id': ({ path }) => <OneSchedule key={path} id={idIn(path)} />,
  '/sessions': () => <Sessions />,
  '/people': ({ session }) => <People key={session.role} session={session} />,
  '/corrections': () => <Corrections />,
  '/ways': () => <Ways />,
  '/audit': () => <Audit />,
  '/settings': ({ session }) => <Settings session={session} />,
  '/playground': ({ path, session }) => (
    <Suspense fallback={<Waiting />}>
      <Playground pane={idIn(path) || 'scrape'} isOperator={session.isOperator} />
    </Suspense>
  ),
}

const pathOf = (path: string): PagePath | undefined =>
  panePaths.includes(path)
    ? '/playground'
    : pagePaths.find(
        page => page === path || (page.endsWith('/:id') && path.startsWith(page.slice(0, -3))),
      )

const Page = ({ path, session }: At) => {
  const known = pathOf(path)
  return known ? pages[known]({ path, session }) : <Lost path={path} />
}
