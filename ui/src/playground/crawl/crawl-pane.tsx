import { useState } from 'react'
import { ask, type BodyOf } from '../../ask/ask.ts'
import { useAction } from '../../ask/use-action.ts'
import { useCheck } from '../../ask/use-check.ts'
import { JobLive } from '../../jobs/job-live.tsx'
import { Card } from '../../parts/basics.tsx'
import { Checkbox, Choice, Field, Select, TextArea } from '../../parts/fields.tsx'
import { Form, Submit } from '../../parts/form.tsx'
import { AddressField, exampleUrl } from '../address-field.tsx'
import { SameCall } from '../same-call.tsx'
import { type Scope, sayDepth, sayLimit, sayScope, scopes } from './scope-words.ts'

type Body = BodyOf<'POST /v1/crawl'>

const sitemaps = [
  { value: 'include', label: 'beside the links' },
  { value: 'only', label: 'alone' },
  { value: 'skip', label: 'not at all' },
] as const

const blank = {
  scope: 'host' as Scope,
  limit: '100',
  maxDepth: '20',
  include: '',
  exclude: '',
  sitemap: 'include' as (typeof sitemaps)[number]['value'],
  delay: '',
  ignoreQuery: false,
}
type Asked = typeof blank

const lines = (text: string) => text.split('\n').filter(line => line.trim() !== '')

/** The API's own defaults are left out: the call says what is asked for. */
const bodyOf = (url: string, asked: Asked): Body => ({
  url: url || exampleUrl,
  limit: Number(asked.limit) || 1,
  ...(asked.scope === 'host' ? {} : { scope: asked.scope }),
  ...(asked.maxDepth === '20' || asked.maxDepth === '' ? {} : { maxDepth: Number(asked.maxDepth) }),
  ...(lines(asked.include).length > 0 && { include: lines(asked.include) }),
  ...(lines(asked.exclude).length > 0 && { exclude: lines(asked.exclude) }),
  ...(asked.sitemap === 'include' ? {} : { sitemap: asked.sitemap }),
  ...(asked.delay === '' ? {} : { delay: Number(asked.delay) }),
  ...(asked.ignoreQuery && { ignoreQuery: true }),
})

export const CrawlPane = ({ apiUrl }: { apiUrl: string }) => {
  const [url, setUrl] = useState('')
  const [asked, setAsked] = useState(blank)
  const [id, setId] = useState<string>()
  const body = bodyOf(url, asked)
  const start = useAction(
    signal => ask('POST /v1/crawl', { body, signal }),
    ({ value }) => setId(value.id),
  )
  return (
    <>
      <Card>
        <Form
          action={start}
          end={
            <div>
              <Submit whileBusy="Starting…">Start crawl</Submit>
            </div>
          }
        >
          <AddressField of="site" value={url} onChange={setUrl} />
          <Bounds url={url} asked={asked} onChange={setAsked} />
          <More asked={asked} onChange={setAsked} />
        </Form>
      </Card>
      {id && <JobLive key={id} id={id} first="tree" />}
      <SameCall apiUrl={apiUrl} path="/v1/crawl" body={body} />
    </>
  )
}

type Fields = { asked: Asked; onChange: (asked: Asked) => void }

/** Where it stays and how far it goes, with what that means for the address. */
const Bounds = ({ url, asked, onChange }: { url: string } & Fields) => {
  const isUrl = URL.canParse(url)
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
          value={asked.scope}
          onChange={scope => onChange({ ...asked, scope })}
        />
        <p className="break-words text-soft" aria-live="polite" data-testid="scope">
          {sayScope(asked.scope, isUrl && isCurrent ? value : undefined)}
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
          onChange={text => onChange({ ...asked, limit: text })}
          hint={Number.isInteger(limit) && limit > 0 ? sayLimit(limit) : 'From 1 to 100,000 pages.'}
        />
        <Field
          label="Depth"
          type="number"
          min={0}
          max={100}
          value={asked.maxDepth}
          onChange={maxDepth => onChange({ ...asked, maxDepth })}
          hint={sayDepth(Number(asked.maxDepth))}
        />
      </div>
    </>
  )
}

const More = ({ asked, onChange }: Fields) => (
  <details>
    <summary className="font-medium">More: patterns, sitemap, pace</summary>
    <div className="mt-3 grid gap-4 sm:grid-cols-2">
      <TextArea
        label="Only these paths, one a line"
        rows={3}
        spellCheck={false}
        placeholder={'/docs/**\nre:^/blog/20\\d\\d/'}
        value={asked.include}
        onChange={include => onChange({ ...asked, include })}
        hint="* is anything but /, ** anything. Other pages are visited for their links and cost nothing."
      />
      <TextArea
        label="Never these paths, one a line"
        rows={3}
        spellCheck={false}
        placeholder={'/tags/**\n**?print=*'}
        value={asked.exclude}
        onChange={exclude => onChange({ ...asked, exclude })}
        hint="They are not visited at all."
      />
      <Select
        label="Sitemaps"
        options={sitemaps}
        value={asked.sitemap}
        onChange={sitemap => onChange({ ...asked, sitemap })}
      />
      <Field
        label="Pause between requests, ms"
        type="number"
        min={0}
        max={60_000}
        placeholder="200"
        value={asked.delay}
        onChange={delay => onChange({ ...asked, delay })}
        hint="The site’s robots.txt may ask for a longer one."
      />
      <Checkbox
        label="Addresses that differ only in their query are one page"
        checked={asked.ignoreQuery}
        onChange={ignoreQuery => onChange({ ...asked, ignoreQuery })}
      />
    </div>
  </details>
)
