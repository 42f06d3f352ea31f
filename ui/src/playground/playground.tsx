import type { ReactNode } from 'react'
import { type Pane, panes } from '../../../src/doors/dashboard/paths.ts'
import type { PlaygroundAnswer } from '../../../src/doors/dashboard/schemas.ts'
import { useAnswer } from '../api/use-answer.ts'
import { Missing } from '../parts/basics.tsx'
import { Boundary } from '../parts/boundary.tsx'
import { Link } from '../route.tsx'
import { BatchPane } from './batch-pane.tsx'
import { BrandingPane } from './branding/branding-pane.tsx'
import { CrawlPane } from './crawl/crawl-pane.tsx'
import { ExtractPane } from './extract/extract-pane.tsx'
import { IconPane } from './icon/icon-pane.tsx'
import { MapPane } from './map/map-pane.tsx'
import { ParsePane } from './parse/parse-pane.tsx'
import { ScrapePane } from './scrape/scrape-pane.tsx'
import { SearchPane } from './search/search-pane.tsx'

/** The API by hand. Calls from here are charged and counted under the key “Playground”. */
export const Playground = ({ pane, isOperator }: { pane: string; isOperator: boolean }) => {
  const { value, error } = useAnswer('GET /playground', {})
  return (
    <div className="flex flex-col gap-4">
      <nav aria-label="Playground" className="mb-2 flex flex-wrap border-b sm:gap-1">
        {Object.entries(panes).map(([id, name]) => (
          <Link
            key={id}
            to={`/playground/${id}`}
            aria-current={id === pane ? 'page' : undefined}
            className={`-mb-px border-b-2 px-1.5 py-2 font-medium min-[24rem]:px-2 sm:px-3 ${
              id === pane ? 'border-accent text-ink' : 'border-transparent text-soft hover:text-ink'
            }`}
          >
            {name}
          </Link>
        ))}
      </nav>
      <Boundary place={pane}>
        {!value && <Missing error={error} />}
        {value && views[pane as Pane]?.(value, isOperator)}
      </Boundary>
    </div>
  )
}

const views: Record<Pane, (value: PlaygroundAnswer, isOperator: boolean) => ReactNode> = {
  scrape: value => <ScrapePane {...value} />,
  map: value => <MapPane {...value} />,
  search: value => <SearchPane {...value} />,
  crawl: ({ apiUrl }) => <CrawlPane apiUrl={apiUrl} />,
  batch: ({ apiUrl }) => <BatchPane apiUrl={apiUrl} />,
  extract: value => <ExtractPane {...value} />,
  parse: value => <ParsePane {...value} />,
  branding: ({ apiUrl }) => <BrandingPane apiUrl={apiUrl} />,
  icon: (value, isOperator) => <IconPane {...value} isOperator={isOperator} />,
}
