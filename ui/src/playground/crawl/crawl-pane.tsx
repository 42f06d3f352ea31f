import { useState } from 'react'
import { ask, type BodyOf } from '../../api/ask.ts'
import { useAction } from '../../api/use-action.ts'
import { useCheck } from '../../api/use-check.ts'
import { JobLive } from '../../jobs/job-live.tsx'
import { Card } from '../../parts/basics.tsx'
import { Checkbox, Choice, Field, Select, TextArea } from '../../parts/fields.tsx'
import { Fold } from '../../parts/fold.tsx'
import { Form, Submit } from '../../parts/form.tsx'
import { useSearch } from '../../route.tsx'
import { AddressField, examples, exampleUrl } from '../address-field.tsx'
import { Price } from '../price.tsx'
import { SameCall } from '../same-call.tsx'
import {
  asBody,
  formatNames,
  numberOf,
  othersOf,
  readingOf,
  usualReading,
} from '../scrape/asked.ts'
import { Formats } from '../scrape/formats.tsx'
import { linesOf } from '../scrape/lines.ts'
import { MoreOptions } from '../scrape/more-options.tsx'
import { type Scope, sayDepth, sayLimit, sayScope, scopes, usualDepth } from './scope-words.ts'

type Body = BodyOf<'POST /v1/crawl'>

const sitemaps = [
  { value: 'include', label: 'With the links of pages' },
  { value: 'only', label: 'Sitemaps only' },
  { value: 'skip', label: 'No sitemaps' },
] as const

const formats = 'markdown,metadata'
const usual = {
  ...{ ...usualReading, formats, url: '', job: '' },
  ...{ scope: 'host', limit: '100', maxDepth: usualDepth, paths: '', never: '' },
  ...{ sitemap: 'include', delay: '', ignoreQuery: '' },
}
type Asked = typeof usual

/** The API's own defaults are left out: the call says what is asked for. */
const bodyOf = (asked: Asked, headers: string): Body => {
  const [include, exclude] = [linesOf(asked.paths), linesOf(asked.never)]
  return asBody<Body>({
    url: asked.url || exampleUrl,
    limit: Number(asked.limit) || 1,
    scope: asked.scope === 'host' ? undefined : asked.scope,
    maxDepth: asked.maxDepth === usualDepth ? undefined : numberOf(asked.maxDepth),
    include: include.length > 0 ? include : undefined,
    exclude: exclude.length > 0 ? exclude : undefined,
    sitemap: asked.sitemap === 'include' ? undefined : asked.sitemap,
    delay: numberOf(asked.delay),
    ignoreQuery: asked.ignoreQuery ? true : undefined,
    ...readingOf(asked, headers),
    formats: asked.formats === formats ? undefined : asked.formats.split(','),
    respectRobots: asked.robots ? false : undefined,
    actions: undefined,
    ...othersOf(asked.more),
  })
}

export const CrawlPane = ({ apiUrl }: { apiUrl: string }) => {
  const [asked, setAsked] = useSearch(usual)
  const [headers, setHeaders] = useState('')
  const body = bodyOf(asked, headers)
  const start = useAction(
    signal => ask('POST /v1/crawl', { body, signal }),
    ({ value }) => setAsked({ job: value.id }),
  )
  return (
    <>
      <Card>
        <Form
          action={start}
          end={
            <div className="flex items-center gap-3">
              <Submit whileBusy="Starting…">Start crawl</Submit>
              <Price of={['crawl']} each="page" />
            </div>
          }
        >
          <AddressField
            of="site"
            value={asked.url}
            onChange={url => setAsked({ url })}
            offers={[examples.site]}
          />
          <Bounds asked={asked} onChange={setAsked} />
          <More asked={asked} onChange={setAsked} />
          <Formats
            value={asked.formats}
            names={formatNames.filter(name => name !== 'summary')}
            onChange={chosen => setAsked({ formats: chosen })}
          />
          <MoreOptions
            of="site"
            {...{ asked, headers }}
            onChange={setAsked}
            onHeaders={setHeaders}
          />
        </Form>
      </Card>
      {asked.job && <JobLive key={asked.job} id={asked.job} first="tree" />}
      <SameCall apiUrl={apiUrl} path="/v1/crawl" body={body} />
    </>
  )
}

type Fields = { asked: Asked; onChange: (change: Partial<Asked>) => void }

/** Where it stays and how far it goes, with what that means for the address. */
const Bounds = ({ asked, onChange }: Fields) => {
  const url = /^https?:/i.test(asked.url) ? asked.url : `https://${asked.url}`
  const isUrl = asked.url !== '' && URL.canParse(url)
  const { value, isCurrent } = useCheck('GET /scope', isUrl ? { query: { url } } : undefined, 150)
  const limit = Number(asked.limit)
  return (
    <>
      <div className="flex flex-col items-start gap-2">
        <span aria-hidden className="font-medium">
          Scope
        </span>
        <Choice
          label="Scope"
          options={scopes}
          value={asked.scope as Scope}
          onChange={scope => onChange({ scope })}
        />
        <p className="break-words text-soft" aria-live="polite" data-testid="scope">
          {sayScope(asked.scope as Scope, isUrl && isCurrent ? value : undefined)}
        </p>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Limit"
          type="number"
          required
          min={1}
          max={100_000}
          value={asked.limit}
          onChange={text => onChange({ limit: text })}
          hint={Number.isInteger(limit) && limit > 0 ? sayLimit(limit) : 'From 1 to 100,000 pages.'}
        />
        <Field
          label="Depth"
          type="number"
          min={0}
          max={100}
          value={asked.maxDepth}
          onChange={maxDepth => onChange({ maxDepth })}
          hint={sayDepth(asked.maxDepth)}
        />
      </div>
    </>
  )
}

const More = ({ asked, onChange }: Fields) => (
  <Fold title="Patterns, sitemaps and pace">
    <div className="mt-3 grid gap-4 sm:grid-cols-2">
      <TextArea
        label="Only these paths, one per line"
        rows={3}
        spellCheck={false}
        placeholder={'/docs/**\nre:^/blog/20\\d\\d/'}
        value={asked.paths}
        onChange={paths => onChange({ paths })}
        hint="* matches anything but /, ** matches anything. Siteray visits other pages for their links only; they cost nothing."
      />
      <TextArea
        label="Skip these paths, one per line"
        rows={3}
        spellCheck={false}
        placeholder={'/tags/**\n**?print=*'}
        value={asked.never}
        onChange={never => onChange({ never })}
        hint="Siteray does not visit them."
      />
      <Select
        label="Sitemaps"
        options={sitemaps}
        value={asked.sitemap as 'include'}
        onChange={sitemap => onChange({ sitemap })}
      />
      <Field
        label="Pause between requests, ms"
        type="number"
        min={0}
        max={60_000}
        placeholder="200"
        value={asked.delay}
        onChange={delay => onChange({ delay })}
        hint="A longer Crawl-delay in robots.txt is respected."
      />
      <Checkbox
        label="Treat URLs that differ only in their query as one page"
        checked={asked.ignoreQuery !== ''}
        onChange={on => onChange({ ignoreQuery: on ? 'yes' : '' })}
      />
    </div>
  </Fold>
)
