import { ChevronsUpDown, LogOut, Monitor, Moon, Sun } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import type { SessionAnswer } from '../../src/doors/dashboard/schemas.ts'
import { ask } from './api/ask.ts'
import { useAction } from './api/use-action.ts'
import { forgetDrafts } from './draft.ts'
import { Problem } from './parts/basics.tsx'
import { Dropdown } from './parts/dropdown.tsx'
import { applyTheme, onTheme, readTheme, themes } from './theme.ts'

const icons = { system: Monitor, light: Sun, dark: Moon }

/** Whoever is signed in: the account in view, how it looks, and the way out. */
export const Person = ({ session }: { session: SessionAnswer }) => {
  const theme = useSyncExternalStore(onTheme, readTheme)
  const signOut = useAction(
    signal => {
      forgetDrafts()
      return ask('POST /sign-out', { signal })
    },
    () => window.dispatchEvent(new Event('signed-out')),
  )
  const show = useAction(
    (signal, id: string) => ask('POST /account', { body: { id }, signal }),
    () => location.reload(),
  )
  const { account, accounts, email, version } = session
  const others = accounts.length > 1 ? accounts : []
  return (
    <div className="mt-auto flex flex-col gap-2">
      <Problem error={signOut.error ?? show.error} />
      <Dropdown
        label={email}
        isNamed
        groups={[
          others.map(({ id, name }) => ({
            ...{ name, isChosen: id === account.id },
            onChoose: () => show.run(id),
          })),
          themes.map(({ value, label: name }) => ({
            ...{ name, Icon: icons[value], isChosen: value === theme },
            onChoose: () => applyTheme(value),
          })),
          [{ name: 'Sign out', Icon: LogOut, onChoose: signOut.run }],
        ]}
        className="flex min-h-11 items-center gap-2.5 rounded-lg px-2 text-left hover:bg-hover aria-expanded:bg-hover"
      >
        <span
          aria-hidden
          className="flex size-7 shrink-0 items-center justify-center rounded-full bg-accent font-semibold text-on-accent text-xs uppercase"
        >
          {email.slice(0, 1)}
        </span>
        <span className="min-w-0 flex-1 leading-tight">
          <span className="block truncate font-medium">{email}</span>
          <span className="block truncate text-soft text-xs">{account.name}</span>
        </span>
        <ChevronsUpDown size={14} aria-hidden className="shrink-0 text-soft" />
      </Dropdown>
      <p className="px-2 text-soft text-xs">Siteray {version}</p>
    </div>
  )
}
