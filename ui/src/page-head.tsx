import { ChevronLeft, Compass } from 'lucide-react'
import { createContext, type ReactNode, use, useEffect } from 'react'
import { createPortal } from 'react-dom'
import { isGone } from './api/refusal.ts'
import { buttonLook, Card, Empty, Missing } from './parts/basics.tsx'
import { Link } from './route.tsx'

/** Where a page's own actions stand: beside its name. */
export const ActionsPlace = createContext<HTMLElement | null>(null)

export const PageActions = ({ children }: { children: ReactNode }) => {
  const place = use(ActionsPlace)
  return place && createPortal(children, place)
}

/** All things of a kind, and what one of them is called. */
export type ThingList = { path: string; name: string; one: string }

/** The head of a page about one thing, with the way back to all of them. */
export const ThingHead = ({
  list,
  name,
  beside,
  actions,
}: {
  list: ThingList
  name: string
  beside?: ReactNode
  actions?: ReactNode
}) => {
  useEffect(() => {
    document.title = `${name} · Siteray`
  }, [name])
  return (
    <div className="mb-6">
      <p className="mb-1 text-soft">
        <Link
          to={list.path}
          className="-ml-1 inline-flex items-center gap-0.5 rounded hover:text-ink hover:underline"
        >
          <ChevronLeft size={14} aria-hidden /> {list.name}
        </Link>
      </p>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="line-clamp-2 min-w-0 break-words font-semibold text-xl" title={name}>
          <bdi>{name}</bdi>
        </h1>
        {beside}
        <span className="flex flex-wrap items-center gap-2 sm:ml-auto">{actions}</span>
      </div>
    </div>
  )
}

/** In place of one thing: it is on its way, or was refused, or there is none. */
export const ThingMissing = ({ list, error }: { list: ThingList; error: Error | undefined }) =>
  isGone(error) ? (
    <Card>
      <h1 className="sr-only">{list.one} that is not there</h1>
      <Empty Icon={Compass} title={error.message}>
        <Link to={list.path} className={buttonLook('main')}>
          All {list.name.toLowerCase()}
        </Link>
      </Empty>
    </Card>
  ) : (
    <>
      <ThingHead list={list} name={list.one} />
      <Missing error={error} />
    </>
  )
