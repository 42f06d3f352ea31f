import { ChevronRight } from 'lucide-react'
import { createContext, type ReactNode, use, useEffect } from 'react'
import { createPortal } from 'react-dom'
import { Link } from './route.tsx'

/** Where a page's own actions stand: beside its name. */
export const ActionsPlace = createContext<HTMLElement | null>(null)

export const PageActions = ({ children }: { children: ReactNode }) => {
  const place = use(ActionsPlace)
  return place && createPortal(children, place)
}

/** The head of a page about one thing, with the way back to all of them. */
export const ThingHead = ({
  list,
  name,
  beside,
  actions,
}: {
  list: { path: string; name: string }
  name: string
  beside?: ReactNode
  actions?: ReactNode
}) => {
  useEffect(() => {
    document.title = `${name} · Siteray`
  }, [name])
  return (
    <div className="mb-6">
      <p className="mb-1 flex items-center gap-1 text-soft">
        <Link to={list.path} className="rounded hover:text-ink hover:underline">
          {list.name}
        </Link>
        <ChevronRight size={14} aria-hidden />
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
