import { useState } from 'react'
import { type Answer, ask, type BodyOf } from '../../api/ask.ts'
import { useAction } from '../../api/use-action.ts'
import { Badge, Card } from '../../parts/basics.tsx'
import { Choice, Field, Select } from '../../parts/fields.tsx'
import { Fold } from '../../parts/fold.tsx'
import { Form, Submit } from '../../parts/form.tsx'
import { type Column, InCard, List } from '../../parts/list.tsx'
import { useParts } from '../../parts/paging.tsx'
import { count, plural } from '../../parts/words.ts'
import { Link, useSearch } from '../../route.tsx'
import { AddressField, examples, exampleUrl } from '../address-field.tsx'
import { type Scope, scopes } from '../crawl/scope-words.ts'
import { Price } from '../price.tsx'
import { SameCall } from '../same-call.tsx'
import { asBody, numberOf, travelOf, usualTravel } from '../scrape/asked.ts'
import { TravelFields } from '../travel.tsx'
import { UnderWay } from '../under-way.tsx'
import { WebLink } from '../web-link.tsx'

const pageSize = 50

const usual = {
  ...{ url: '', search: '', scope: 'domain', sitemap: 'include', limit: '' },
  ...usualTravel,
}

const sitemaps = [
  { value: 'include', label: 'With the links of pages' },
  { value: 'only', label: 'Sitemaps only' },
  { value: 'skip', label: 'No sitemaps' },
] as const

/** The URLs of a site, without reading its pages. */
export const MapPane = ({ apiUrl }: { apiUrl: string }) => {
  const [asked, setAsked] = useSearch(usual)
  const [result, setResult] = useState<Answer<'POST /v1/map'>>()
  const body = asBody<BodyOf<'POST /v1/map'>>({
    url: asked.url || exampleUrl,
    search: asked.search.trim() || undefined,
    scope: asked.scope === 'domain' ? undefined : asked.scope,
    sitemap: asked.sitemap === 'include' ? undefined : asked.sitemap,
    limit: numberOf(asked.limit),
    ...travelOf(asked),
  })
  const map = useAction(signal => {
    setResult(undefined)
    return ask('POST /v1/map', { body, signal })
  }, setResult)
  return (
    <>
      <Card>
        <Form
          action={map}
          end={
            <div className="flex items-center gap-3">
              <Submit whileBusy="Looking…">Map</Submit>
              <Price of={['map']} />
            </div>
          }
        >
          <AddressField
            of="site"
            value={asked.url}
            onChange={url => setAsked({ url })}
            offers={[examples.site]}
          />
          <Choice
            label="Scope"
            options={scopes}
            value={asked.scope as Scope}
            onChange={scope => setAsked({ scope })}
          />
          <div className="grid gap-4 sm:grid-cols-3">
            <Field
              label="Search (optional)"
              placeholder="pricing"
              maxLength={500}
              value={asked.search}
              onChange={search => setAsked({ search })}
              hint="URLs with these words come first."
            />
            <Select
              label="Sitemaps"
              options={sitemaps}
              value={asked.sitemap as 'include'}
              onChange={sitemap => setAsked({ sitemap })}
            />
            <Field
              label="Limit"
              type="number"
              min={1}
              max={100_000}
              placeholder="5000"
              value={asked.limit}
              onChange={limit => setAsked({ limit })}
            />
          </div>
          <Fold title="More options" isOpen={Object.values(travelOf(asked)).some(Boolean)}>
            <div className="mt-3 grid items-start gap-4 sm:grid-cols-3">
              <TravelFields asked={asked} onChange={setAsked} />
            </div>
          </Fold>
        </Form>
      </Card>
      <UnderWay action={map} steps={steps} />
      {result && <MapResult result={result} />}
      <SameCall apiUrl={apiUrl} path="/v1/map" body={body} />
    </>
  )
}

const steps = [
  [0, 'Reading the site’s sitemaps and links…'],
  [10, 'A large site takes its time.'],
] as const

type Found = Answer<'POST /v1/map'>['value']['links'][number]

const MapResult = ({ result: { value, ms, credits } }: { result: Answer<'POST /v1/map'> }) => {
  const { rows, foot } = useParts(value.links, pageSize)
  return (
    <Card
      title={plural(value.links.length, 'URL')}
      about={`${count(Math.round(ms))} ms · credits: ${credits}`}
      actions={
        <Link
          to={`/playground/crawl?url=${encodeURIComponent(value.url)}`}
          className="text-accent underline"
        >
          Crawl this site
        </Link>
      }
    >
      {value.warning && <p className="mb-3 text-warn">{value.warning}</p>}
      {value.links.length === 0 ? (
        <p className="text-soft">No URL matches.</p>
      ) : (
        <InCard>
          <List label="URLs" columns={columns} rows={rows} keyOf={({ url }) => url} />
          {foot}
        </InCard>
      )}
    </Card>
  )
}

const columns: readonly Column<Found>[] = [
  {
    name: 'URL',
    cell: ({ url }) => <WebLink url={url} className="block truncate" />,
  },
  { name: 'Title', cell: ({ title }) => title && <bdi title={title}>{title}</bdi> },
  { name: 'From', width: 'w-28', cell: ({ from }) => <Badge tone="soft">{from}</Badge> },
  {
    name: 'Modified',
    width: 'w-32',
    hide: 'narrow',
    cell: page => page.lastModified?.slice(0, 10),
  },
]
