import { useEffect, useState } from 'react'
import type { FirstKeys, SessionAnswer } from '../../src/doors/dashboard/answers.ts'
import { ask, Refusal } from './ask.ts'
import { Jobs } from './pages/jobs.tsx'
import { Join } from './pages/join.tsx'
import { Keys } from './pages/keys.tsx'
import { Overview } from './pages/overview.tsx'
import { Playground } from './pages/playground.tsx'
import { Settings } from './pages/settings.tsx'
import { SignIn } from './pages/sign-in.tsx'
import { Usage } from './pages/usage.tsx'
import { Problem, Waiting } from './parts/basics.tsx'
import { go, usePath } from './route.tsx'
import { Shell } from './shell.tsx'

type State =
  | { at: 'start' }
  | { at: 'door' }
  | { at: 'inside'; session: SessionAnswer }
  | { at: 'trouble'; message: string }

export const App = () => {
  const path = usePath()
  const [state, setState] = useState<State>({ at: 'start' })
  // The only copy: gone with the page, as the person was told.
  const [firstKeys, setFirstKeys] = useState<FirstKeys>()

  const enter = () =>
    ask<SessionAnswer>('/session').then(
      ({ value }) => setState({ at: 'inside', session: value }),
      (error: Error) =>
        setState(
          error instanceof Refusal && error.status === 401
            ? { at: 'door' }
            : { at: 'trouble', message: error.message },
        ),
    )
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page looks for news (the banner)
  useEffect(() => void enter(), [path])
  useEffect(() => {
    const leave = () => setState({ at: 'door' })
    window.addEventListener('signed-out', leave)
    return () => window.removeEventListener('signed-out', leave)
  }, [])

  if (path === '/join')
    return (
      <Join
        onJoined={keys => {
          setFirstKeys(keys ?? undefined)
          go('/')
        }}
      />
    )
  if (state.at === 'start')
    return (
      <main className="p-8">
        <Waiting />
      </main>
    )
  if (state.at === 'trouble')
    return (
      <main className="p-8">
        <Problem>{state.message}</Problem>
      </main>
    )
  if (state.at === 'door')
    return (
      <SignIn
        onSignedIn={() => {
          if (path === '/sign-in') go('/')
          void enter()
        }}
      />
    )
  const { session } = state
  return (
    <Shell session={session} path={path}>
      <Page key={session.account.id} path={path} session={session} firstKeys={firstKeys} />
    </Shell>
  )
}

const Page = ({
  path,
  session,
  firstKeys,
}: {
  path: string
  session: SessionAnswer
  firstKeys: FirstKeys | undefined
}) => {
  if (path === '/keys') return <Keys />
  if (path === '/usage') return <Usage />
  if (path === '/jobs') return <Jobs />
  if (path === '/settings') return <Settings session={session} />
  if (path.startsWith('/playground')) return <Playground pane={path.split('/')[2] ?? 'scrape'} />
  return <Overview firstKeys={firstKeys} />
}
