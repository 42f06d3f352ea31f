import { useEffect, useState } from 'react'
import { ask } from '../../api/ask.ts'
import { useAnswer } from '../../api/use-answer.ts'
import { Picture } from '../../parts/picture.tsx'
import { type Address, Kinds } from './kinds.tsx'

const pauseMs = 200
const shownHits = 6

/** What was typed, shortly after the last key. */
const useSettled = (typed: string): string => {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  return settled
}

/** Companies for a name or symbol that somebody is typing; an address with a dot needs no search. */
export const useCompanies = (typed: string) => {
  const query = useSettled(typed.trim())
  const sent = { query: { query, limit: shownHits } }
  const { value } = useAnswer(isName(query) ? 'GET /v1/companies' : undefined, sent)
  return isName(query) ? (value?.companies ?? []) : []
}

const isName = (query: string): boolean => query.length > 1 && !query.includes('.')

/** A name means the first company that it finds; whoever presses Enter does not wait for the list. */
export const findDomain = async (typed: string, signal: AbortSignal): Promise<string> => {
  if (!isName(typed)) return typed
  const { value } = await ask('GET /v1/companies', { query: { query: typed, limit: 1 }, signal })
  return value.companies[0]?.domain ?? typed
}

type Hit = ReturnType<typeof useCompanies>[number]

/** The companies found so far, and all images of the first one, or of the one that is pointed at. */
export const CompanyHits = ({
  hits,
  address,
  onChoose,
}: {
  hits: readonly Hit[]
  address: Address
  onChoose: (domain: string) => void
}) => {
  const [pointed, setPointed] = useState<string>()
  const [first] = hits
  if (!first) return null
  const { domain, name } = hits.find(hit => hit.domain === pointed) ?? first
  return (
    <div className="mt-4 grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
      <ul aria-label="Companies" className="flex flex-col">
        {hits.map(hit => (
          <li key={hit.domain}>
            <button
              type="button"
              onClick={() => onChoose(hit.domain)}
              onFocus={() => setPointed(hit.domain)}
              onPointerEnter={() => setPointed(hit.domain)}
              className={`flex min-h-11 w-full min-w-0 items-center gap-3 rounded-md px-2 text-left ${hit.domain === domain ? 'bg-hover' : ''}`}
            >
              <Picture
                key={hit.domain}
                src={address(hit.domain, { size: 24, retina: 'true' })}
                alt=""
                width={24}
                className="size-6 shrink-0 rounded bg-white p-0.5"
                instead={<span className="size-6" />}
              />
              <span className="min-w-0 flex-1 truncate">
                <bdi className="font-medium">{hit.name}</bdi>{' '}
                <bdi className="text-soft">{hit.domain}</bdi>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <div className="grid content-start gap-3 sm:grid-cols-2" data-testid="company">
        <Kinds key={domain} domain={domain} name={name} address={address} sizes={[48]} />
      </div>
    </div>
  )
}
