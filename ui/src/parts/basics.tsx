import type { LucideIcon } from 'lucide-react'
import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Refusal } from '../api/refusal.ts'
import { join } from './words.ts'

const looks = {
  main: 'bg-accent text-on-accent hover:opacity-90 border-transparent shadow-xs',
  plain: 'bg-card text-ink hover:bg-hover shadow-xs',
  bad: 'bg-card text-bad hover:bg-hover shadow-xs',
}

export const Button = ({
  look = 'plain',
  className,
  ...rest
}: { look?: keyof typeof looks } & ButtonHTMLAttributes<HTMLButtonElement>) => (
  <button type="button" className={join(buttonLook(look), className)} {...rest} />
)

/** Also of what leads somewhere and looks like a button. */
export const buttonLook = (look: keyof typeof looks = 'plain'): string =>
  join(
    'inline-flex min-h-9 items-center justify-center gap-1.5 rounded-md border px-3 py-1.5 font-medium whitespace-nowrap transition-colors disabled:opacity-50 sm:min-h-8 sm:py-1',
    looks[look],
  )

export const Card = ({
  title,
  about,
  actions,
  children,
}: {
  title?: string
  about?: ReactNode
  actions?: ReactNode
  children: ReactNode
}) => (
  <section className="min-w-0 rounded-xl border bg-card p-4 shadow-xs sm:p-5">
    {(title || actions) && (
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        {title && <h2 className="font-semibold text-sm">{title}</h2>}
        {actions}
      </div>
    )}
    {about && <p className="mb-3 text-soft last:mb-0">{about}</p>}
    {children}
  </section>
)

/** What went wrong, in a sentence; the code is what the list of errors knows it by. */
export const Problem = ({ error }: { error: Error | undefined }) => {
  if (!error) return null
  const { code, requestId, status } = error instanceof Refusal ? error : {}
  // A page that was filled in wrongly needs no search in the log.
  const names = [code, (status ?? 0) >= 500 && requestId].filter(Boolean).join(' · ')
  return (
    <p role="alert" className="rounded-md border border-bad px-3 py-2 text-bad">
      {error.message} {names && <code className="break-all font-mono text-xs">{names}</code>}
    </p>
  )
}

const tones = {
  good: 'text-good bg-good/10',
  warn: 'text-warn bg-warn/10',
  bad: 'text-bad bg-bad/10',
  soft: 'text-soft bg-hover',
}

export const Badge = ({ tone, children }: { tone: keyof typeof tones; children: ReactNode }) => (
  <span
    className={join(
      'inline-flex items-center whitespace-nowrap rounded-full px-2 py-0.5 font-medium text-xs',
      tones[tone],
    )}
  >
    {children}
  </span>
)

/** While an answer is on its way: grey lines where it will stand. */
export const Waiting = () => (
  <div role="status" className="flex flex-col gap-3 rounded-xl border bg-card p-5">
    <span className="sr-only">One moment…</span>
    {['w-1/3', 'w-full', 'w-5/6', 'w-2/3'].map(width => (
      <span key={width} className={join('h-4 animate-pulse rounded bg-hover', width)} />
    ))}
  </div>
)

/** In place of an answer that is not there: on its way, or refused. */
export const Missing = ({ error }: { error: Error | undefined }) =>
  error ? <Problem error={error} /> : <Waiting />

/** Where there is nothing yet: what would stand here, and the way to it. */
export const Empty = ({
  Icon,
  title,
  children,
}: {
  Icon: LucideIcon
  title: string
  children: ReactNode
}) => (
  <div className="flex flex-col items-center gap-2 px-4 py-10 text-center">
    <span className="mb-1 rounded-full bg-hover p-3 text-soft">
      <Icon size={22} aria-hidden />
    </span>
    <p className="font-medium">{title}</p>
    <div className="flex max-w-md flex-col items-center gap-3 text-soft">{children}</div>
  </div>
)
