import { useMemo, useState } from 'react'
import { ask, useAction } from '../ask.ts'
import { Button, Card, Problem } from '../parts/basics.tsx'
import { Code } from '../parts/code.tsx'
import { Choice, Field, TextArea } from '../parts/fields.tsx'
import { SameCall } from '../parts/same-call.tsx'
import { count } from '../parts/words.ts'
import { DataTree, type Evidence } from './data-tree.tsx'
import { PageText, type Quoted } from './page-text.tsx'
import { SchemaEditor, typed } from './schema-editor.tsx'

type Extracted = { data: unknown; warning?: string; evidence?: Record<string, Evidence> }
type Result = { answer: Extracted; markdown: string | undefined; ms: number; credits: number }

const example = JSON.stringify(
  {
    type: 'object',
    properties: {
      title: { type: 'string', description: 'Headline of the page' },
      summary: { type: 'string' },
    },
    required: ['title'],
  },
  null,
  2,
)

export const ExtractPane = ({ apiUrl }: { apiUrl: string }) => {
  const [url, setUrl] = useState('')
  const [prompt, setPrompt] = useState('')
  const [schema, setSchema] = useState(() => typed(example))
  const [withText, setWithText] = useState(true)
  const [result, setResult] = useState<Result>()
  const isWordsOnly = schema.schema === undefined && schema.problem === undefined
  const body = {
    url: url || 'https://example.com',
    ...(schema.schema === undefined ? {} : { schema: schema.schema }),
    ...(prompt.trim() === '' ? {} : { prompt: prompt.trim() }),
    evidence: true,
  }
  const extract = useAction(async () => {
    setResult(undefined)
    setResult(await run(body, withText))
  })
  return (
    <>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <Card>
          <form
            className="flex flex-col gap-4"
            onSubmit={event => {
              event.preventDefault()
              extract.run()
            }}
          >
            <Field
              label="Address of a page"
              type="url"
              required
              placeholder="https://example.com"
              value={url}
              onChange={event => setUrl(event.target.value)}
            />
            <TextArea
              label={isWordsOnly ? 'What to look for' : 'What to look for (optional)'}
              rows={2}
              required={isWordsOnly}
              value={prompt}
              onChange={event => setPrompt(event.target.value)}
            />
            <SchemaEditor value={schema} onChange={setSchema} />
            <label className="flex items-center gap-2">
              <input
                type="checkbox"
                checked={withText}
                onChange={event => setWithText(event.target.checked)}
              />
              Show where it stands in the page (1 credit more)
            </label>
            <div>
              <Button
                type="submit"
                look="main"
                disabled={extract.busy || schema.problem !== undefined}
              >
                {extract.busy ? 'Extracting…' : 'Extract'}
              </Button>
            </div>
          </form>
        </Card>
        <div className="flex min-w-0 flex-col gap-6 lg:sticky lg:top-4">
          <Problem>{extract.error}</Problem>
          {result ? <Shown result={result} /> : <Before busy={extract.busy} />}
        </div>
      </div>
      <SameCall apiUrl={apiUrl} path="/v1/extract" body={body} />
    </>
  )
}

const run = async (body: { url: string }, withText: boolean): Promise<Result> => {
  const [answer, page] = await Promise.all([
    ask<Extracted>('/v1/extract', { body }),
    // The text is a help to the eye: without it the values still say their words.
    withText
      ? ask<{ markdown?: string }>('/v1/scrape', {
          body: { url: body.url, formats: ['markdown'], onlyMainContent: false },
        }).catch(() => undefined)
      : undefined,
  ])
  const used = [answer, page].map(one => Number(one?.headers.get('x-credits-used') ?? 0))
  return {
    answer: answer.value,
    markdown: page?.value.markdown,
    ms: answer.ms,
    credits: used.reduce((sum, one) => sum + one, 0),
  }
}

/** `/offers/0/price` is about «price». */
const quotedOf = (pointer: string, evidence: Evidence | undefined): Quoted | undefined => {
  const name = pointer.split('/').findLast(part => !/^\d*$/.test(part)) ?? ''
  return evidence?.quote === undefined ? undefined : { quote: evidence.quote, name }
}

const Before = ({ busy }: { busy: boolean }) => (
  <Card title="Result">
    <p className="text-soft" role="status">
      {busy
        ? 'Reading the page…'
        : 'Say what you want to know with the schema: its names and descriptions are all the extractor goes by. The data appears here, each value with the words it came from.'}
    </p>
  </Card>
)

const Shown = ({ result: { answer, markdown, ms, credits } }: { result: Result }) => {
  const [view, setView] = useState<'read' | 'json'>('read')
  const [active, setActive] = useState<string>()
  const evidence = answer.evidence ?? {}
  const quotes = useMemo(
    () => Object.entries(answer.evidence ?? {}).flatMap(entry => quotedOf(...entry) ?? []),
    [answer],
  )
  const looked = useMemo(
    () => (active === undefined ? undefined : quotedOf(active, answer.evidence?.[active])),
    [answer, active],
  )
  return (
    <>
      <Card
        title="Result"
        about={`${count(Math.round(ms))} ms · credits: ${credits}`}
        actions={
          <Choice
            label="View"
            options={[
              { value: 'read', label: 'Read' },
              { value: 'json', label: 'JSON' },
            ]}
            value={view}
            onChange={setView}
          />
        }
      >
        {answer.warning && <p className="mb-3 text-warn">{answer.warning}</p>}
        {view === 'json' ? (
          <Code label="answer" text={JSON.stringify(answer, null, 2)} />
        ) : (
          <DataTree data={answer.data} evidence={evidence} active={active} onLook={setActive} />
        )}
      </Card>
      {markdown !== undefined && (
        <Card title="In the page" about="Marked: the words that the values came from.">
          <PageText markdown={markdown} quotes={quotes} active={looked} />
        </Card>
      )}
    </>
  )
}
