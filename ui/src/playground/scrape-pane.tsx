import { useState } from 'react'
import { type Answer, ask, type BodyOf } from '../ask/ask.ts'
import { useAction } from '../ask/use-action.ts'
import { Card } from '../parts/basics.tsx'
import { Code } from '../parts/code.tsx'
import { Checkbox, Choice, Select } from '../parts/fields.tsx'
import { Form, Submit } from '../parts/form.tsx'
import { List } from '../parts/list.tsx'
import { Markdown } from '../parts/markdown.tsx'
import { count } from '../parts/words.ts'
import { AddressField, exampleUrl } from './address-field.tsx'
import { SameCall } from './same-call.tsx'

type Body = BodyOf<'POST /v1/scrape'>
type Result = Answer<'POST /v1/scrape'>

const renderings = [
  { value: 'auto', label: 'when needed' },
  { value: 'always', label: 'always' },
  { value: 'never', label: 'never' },
] as const

export const ScrapePane = ({ apiUrl }: { apiUrl: string }) => {
  const [url, setUrl] = useState('')
  const [render, setRender] = useState<(typeof renderings)[number]['value']>('auto')
  const [whole, setWhole] = useState(false)
  const [result, setResult] = useState<Result>()
  const body: Body = {
    url: url || exampleUrl,
    formats: ['markdown', 'html', 'links', 'metadata'],
    ...(render === 'auto' ? {} : { render }),
    ...(whole ? { onlyMainContent: false } : {}),
  }
  const scrape = useAction(signal => {
    setResult(undefined)
    return ask('POST /v1/scrape', { body, signal })
  }, setResult)
  return (
    <>
      <Card>
        <Form action={scrape}>
          <div className="flex flex-wrap items-end gap-3">
            <div className="min-w-64 flex-1">
              <AddressField of="page" value={url} onChange={setUrl} />
            </div>
            <Select label="Browser" options={renderings} value={render} onChange={setRender} />
            <Checkbox
              label="Whole page"
              className="min-h-9 gap-2"
              checked={whole}
              onChange={setWhole}
            />
            <Submit whileBusy="Reading…">Scrape</Submit>
          </div>
        </Form>
      </Card>
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

const Shown = ({ result: { value: page, ms, credits } }: { result: Result }) => {
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
          <List
            label="Metadata"
            columns={[
              { name: 'Field', width: 'w-48', cell: ([name]) => name },
              {
                name: 'Value',
                cell: ([, value]) => (
                  <span className="whitespace-normal break-all">
                    {typeof value === 'string' ? value : JSON.stringify(value)}
                  </span>
                ),
              },
            ]}
            rows={Object.entries(page.metadata ?? {})}
            keyOf={([name]) => name}
          />
        )}
      </div>
    </Card>
  )
}
