import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { Card } from '../../parts/basics.tsx'
import { plural } from '../../parts/words.ts'
import type { Profile } from './profile.ts'

/** What every value of a profile says of itself. */
export type Found = Omit<NonNullable<Profile['brandName']>, 'value'>
type Asked = { name: string; shown: string } & Found

const Looking = createContext<{ asked: Asked | undefined; ask: (asked: Asked) => void }>({
  asked: undefined,
  ask: () => undefined,
})

/** What stands around values that can be asked where they come from. */
export const WhyBox = ({ children }: { children: ReactNode }) => {
  const [asked, ask] = useState<Asked>()
  const looking = useMemo(() => ({ asked, ask }), [asked])
  return <Looking value={looking}>{children}</Looking>
}

/** A value; pointing at it or reaching it with the keyboard says why it is this one. */
export const Why = ({
  name,
  shown,
  found,
  children,
  className = '',
}: {
  name: string
  shown: string
  found: Found
  children: ReactNode
  className?: string
}) => {
  const { asked, ask } = useContext(Looking)
  const look = () =>
    ask({ name, shown, confidence: found.confidence, evidence: found.evidence ?? [] })
  return (
    <button
      type="button"
      onMouseEnter={look}
      onFocus={look}
      onClick={look}
      aria-pressed={asked?.name === name}
      className={`rounded-md text-left ${asked?.name === name ? 'ring-2 ring-accent' : ''} ${className}`}
    >
      {children}
      {asked?.name === name && (
        <span className="block p-2 text-soft text-xs lg:hidden">
          {Math.round(found.confidence * 100)} % sure
          {found.evidence?.[0] && `: ${found.evidence[0].detail}`}
        </span>
      )}
    </button>
  )
}

/** The answer for the value that is pointed at. */
export const WhyCard = () => {
  const { asked } = useContext(Looking)
  return (
    <Card title="Why?">
      <div role="status" data-testid="why">
        {asked ? (
          <Reasons asked={asked} />
        ) : (
          <p className="text-soft">Hover over a value to see where on the page it comes from.</p>
        )}
      </div>
    </Card>
  )
}

const Reasons = ({ asked: { name, shown, confidence, evidence = [] } }: { asked: Asked }) => (
  <>
    <p className="mb-2">
      <span className="font-medium">{name}</span>{' '}
      <code className="break-all font-mono text-xs">{shown}</code>
      <span className="text-soft"> · {Math.round(confidence * 100)} % sure</span>
    </p>
    {evidence.length === 0 && <p className="text-soft">No further evidence.</p>}
    <ul className="flex flex-col gap-2">
      {evidence.map(({ source, detail, selector, property, count }) => (
        <li key={`${source} ${detail} ${selector}`} className="border-l pl-2">
          <span className="text-soft">{source}</span> {detail}
          {count !== undefined && <span className="text-soft"> · {plural(count, 'time')}</span>}
          {(selector || property) && (
            <code className="block break-all font-mono text-soft text-xs">
              {[selector, property].filter(Boolean).join(' · ')}
            </code>
          )}
        </li>
      ))}
    </ul>
  </>
)
