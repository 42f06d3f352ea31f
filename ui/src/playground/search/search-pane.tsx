import { Search } from 'lucide-react'
import { useState } from 'react'
import { type Answer, ask, type BodyOf } from '../../api/ask.ts'
import { useAction } from '../../api/use-action.ts'
import { Card, Empty } from '../../parts/basics.tsx'
import { Code } from '../../parts/code.tsx'
import { Checkbox, Choice, Field, Select } from '../../parts/fields.tsx'
import { Fold } from '../../parts/fold.tsx'
import { Form, Submit } from '../../parts/form.tsx'
import { Markdown } from '../../parts/markdown.tsx'
import { count, plural } from '../../parts/words.ts'
import { useSearch } from '../../route.tsx'
import { credits, Price } from '../price.tsx'
import { SameCall } from '../same-call.tsx'
import { asBody, numberOf } from '../scrape/asked.ts'
import { UnderWay } from '../under-way.tsx'
import { WebLink } from '../web-link.tsx'

const usual = { query: '', limit: '5', category: 'general', time: '', language: '', pages: '' }
const exampleQuery = 'desk lamps made of brass'

const categories = [
  { value: 'general', label: 'Web' },
  { value: 'news', label: 'News' },
  { value: 'images', label: 'Images' },
] as const
const times = [
  { value: '', label: 'Any time' },
  { value: 'day', label: 'The last day' },
  { value: 'week', label: 'The last week' },
  { value: 'month', label: 'The last month' },
  { value: 'year', label: 'The last year' },
] as const

type Props = { apiUrl: string; hasSearch: boolean }

export const SearchPane = ({ apiUrl, hasSearch }: Props) =>
  hasSearch ? <Searching apiUrl={apiUrl} /> : <NotSetUp />

const NotSetUp = () => (
  <Card>
    <Empty Icon={Search} title="Search is off">
      <p>
        Siteray searches the web with SearXNG, a search engine you run yourself. Start one that
        answers in JSON, set SEARCH_URL to its address and start Siteray again.
      </p>
      <div className="w-full text-left">
        <Code label="setting" text="SEARCH_URL=http://127.0.0.1:8888" />
      </div>
      <p>
        The steps are in{' '}
        <a href="/docs/search" className="text-accent underline">
          the search guide
        </a>
        .
      </p>
    </Empty>
  </Card>
)

const Searching = ({ apiUrl }: { apiUrl: string }) => {
  const [asked, setAsked] = useSearch(usual)
  const [result, setResult] = useState<Answer<'POST /v1/search'>>()
  const withPages = asked.pages !== ''
  const body = asBody<BodyOf<'POST /v1/search'>>({
    query: asked.query.trim() || exampleQuery,
    limit: numberOf(asked.limit),
    category: asked.category === 'general' ? undefined : asked.category,
    timeRange: asked.time || undefined,
    language: asked.language.trim() || undefined,
    scrape: withPages ? { formats: ['markdown'] } : undefined,
  })
  const search = useAction(signal => {
    setResult(undefined)
    return ask('POST /v1/search', { body, signal })
  }, setResult)
  return (
    <>
      <Card>
        <Form
          action={search}
          end={
            <div className="flex flex-wrap items-center gap-3">
              <Submit whileBusy="Searching…">Search</Submit>
              <Price of={['search']} />
              {withPages && (
                <span className="text-soft">
                  and {credits('scrape')} for each page that succeeds
                </span>
              )}
            </div>
          }
        >
          <div className="flex flex-col gap-2">
            <Field
              label="Search the web for"
              required
              maxLength={500}
              placeholder={exampleQuery}
              value={asked.query}
              onChange={query => setAsked({ query })}
            />
            <p className="text-soft">
              Try{' '}
              <button
                type="button"
                onClick={() => setAsked({ query: exampleQuery })}
                className="rounded text-accent underline decoration-dotted underline-offset-4 hover:decoration-solid"
              >
                {exampleQuery}
              </button>
            </p>
          </div>
          <Choice
            label="Category"
            options={categories}
            value={asked.category as 'general'}
            onChange={category => setAsked({ category })}
          />
          <div className="grid gap-4 sm:grid-cols-3">
            <Field
              label="Results"
              type="number"
              min={1}
              max={20}
              required
              value={asked.limit}
              onChange={limit => setAsked({ limit })}
            />
            <Select
              label="Published"
              options={times}
              value={asked.time as ''}
              onChange={time => setAsked({ time })}
            />
            <Field
              label="Language (optional)"
              placeholder="en-GB"
              value={asked.language}
              onChange={language => setAsked({ language })}
            />
          </div>
          <Checkbox
            label="Also read the pages as Markdown"
            checked={withPages}
            onChange={on => setAsked({ pages: on ? 'yes' : '' })}
          />
        </Form>
      </Card>
      <UnderWay action={search} steps={steps} />
      {result && <Found result={result} />}
      <SameCall apiUrl={apiUrl} path="/v1/search" body={body} />
    </>
  )
}

const steps = [
  [0, 'Asking the search engine…'],
  [5, 'Still searching. Reading pages takes longer.'],
] as const

const Found = ({ result: { value, ms, credits } }: { result: Answer<'POST /v1/search'> }) => (
  <Card
    title={plural(value.results.length, 'result')}
    about={`${count(Math.round(ms))} ms · credits: ${credits}`}
  >
    {value.warning && <p className="mb-3 text-warn">{value.warning}</p>}
    <ol aria-label="Results" className="flex flex-col divide-y">
      {value.results.map(({ url, title, description, publishedAt, page, error }) => (
        <li key={url} className="flex min-w-0 flex-col gap-1 py-3 first:pt-0 last:pb-0">
          <bdi className="font-medium">{title || url}</bdi>
          <WebLink url={url} className="truncate text-accent text-xs" />
          <p className="text-soft">
            {publishedAt && `${publishedAt.slice(0, 10)} · `}
            {description}
          </p>
          {error && (
            <p className="text-bad">
              {error.message} <code className="font-mono text-xs">{error.code}</code>
            </p>
          )}
          {page?.markdown && (
            <Fold title="View the page">
              <div className="mt-2 max-h-96 overflow-auto">
                <Markdown text={page.markdown} />
              </div>
            </Fold>
          )}
        </li>
      ))}
    </ol>
  </Card>
)
