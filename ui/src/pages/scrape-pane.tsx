import { useState } from 'react'
import { ask, useAction } from '../ask.ts'
import { Button, Card, Problem } from '../parts/basics.tsx'
import { Code } from '../parts/code.tsx'
import { Choice, Field, Select } from '../parts/fields.tsx'
import { Markdown } from '../parts/markdown.tsx'
import { SameCall } from '../parts/same-call.tsx'
import { Cell, Table } from '../parts/table.tsx'
import { count } from '../parts/words.ts'

type Scraped = {
  url: string
  markdown?: string
  html?: string
  links?: string[]
  metadata?: Record<string, unknown>
  warning?: string
}
type Result = { page: Scraped; ms: number; credits: string }

export const ScrapePane = ({ apiUrl }: { apiUrl: string }) => {
  const [url, setUrl] = useState('')
  const [render, setRender] = useState('auto')
  const [whole, setWhole] = useState(false)
  const [result, setResult] = useState<Result>()
  const body = {
    url: url || 'https://example.com',
    formats: ['markdown', 'html', 'links', 'metadata'],
    ...(render === 'auto' ? {} : { render }),
    ...(whole ? { onlyMainContent: false } : {}),
  }
  const scrape = useAction(async () => {
    setResult(undefined)
    const { value, headers, ms } = await ask<Scraped>('/v1/scrape', { body })
    setResult({ page: value, ms, credits: headers.get('x-credits-used') ?? '?' })
  })
  return (
    <>
      <Card>
        <form
          className="flex flex-wrap items-end gap-3"
          onSubmit={event => {
            event.preventDefault()
            scrape.run()
          }}
        >
          <div className="min-w-64 flex-1">
            <Field
              label="Address of a page"
              type="url"
              required
              placeholder="https://example.com"
              value={url}
              onChange={event => setUrl(event.target.value)}
            />
          </div>
          <Select label="Browser" value={render} onChange={event => setRender(event.target.value)}>
            <option value="auto">when needed</option>
            <option value="always">always</option>
            <option value="never">never</option>
          </Select>
          <label className="flex min-h-9 items-center gap-2">
            <input
              type="checkbox"
              checked={whole}
              onChange={event => setWhole(event.target.checked)}
            />
            Whole page
          </label>
          <Button type="submit" look="main" disabled={scrape.busy}>
            {scrape.busy ? 'Reading…' : 'Scrape'}
          </Button>
        </form>
      </Card>
      <Problem>{scrape.error}</Problem>
      {result && <Shown result={result} />}
      <SameCall apiUrl={apiUrl} path="/v1/scrape" body={body} />
    </>
  )
}

const views = [
  { value: 'read', label: 'Read' },
  { value: 'source', label: 'Markdown' },
  { value: 'html', label: 'HTML' },
  { value: 'links', label: 'Links' },
  { value: 'metadata', label: 'Metadata' },
] as const

const Shown = ({ result: { page, ms, credits } }: { result: Result }) => {
  const [view, setView] = useState<(typeof views)[number]['value']>('read')
  const how = page.metadata?.rendered ? 'with a browser' : 'without a browser'
  return (
    <Card
      title="Result"
      actions={<Choice label="View" options={views} value={view} onChange={setView} />}
      about={`${page.url} · ${count(Math.round(ms))} ms, ${how} · credits: ${credits}`}
    >
      {page.warning && <p className="mb-3 text-warn">{page.warning}</p>}
      <div data-testid="result">
        {view === 'read' && <Markdown text={page.markdown ?? ''} />}
        {view === 'source' && <Code label="Markdown" text={page.markdown ?? ''} />}
        {view === 'html' && <Code label="HTML" text={page.html ?? ''} />}
        {view === 'links' && <Code label="links" text={(page.links ?? []).join('\n')} />}
        {view === 'metadata' && (
          <Table label="Metadata" head={['Field', 'Value']}>
            {Object.entries(page.metadata ?? {}).map(([name, value]) => (
              <tr key={name}>
                <Cell>{name}</Cell>
                <Cell>
                  <span className="break-all">
                    {typeof value === 'string' ? value : JSON.stringify(value)}
                  </span>
                </Cell>
              </tr>
            ))}
          </Table>
        )}
      </div>
    </Card>
  )
}
