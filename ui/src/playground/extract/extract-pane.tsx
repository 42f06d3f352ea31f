import { useMemo, useState } from 'react'
import { ask, type BodyOf } from '../../ask/ask.ts'
import { useAction } from '../../ask/use-action.ts'
import { Card } from '../../parts/basics.tsx'
import { Code } from '../../parts/code.tsx'
import { Checkbox, Choice, TextArea } from '../../parts/fields.tsx'
import { Form, Submit } from '../../parts/form.tsx'
import { count } from '../../parts/words.ts'
import { useSearch } from '../../route.tsx'
import { AddressField, examples, exampleUrl } from '../address-field.tsx'
import { SameCall } from '../same-call.tsx'
import { UnderWay } from '../under-way.tsx'
import { type WithPage, withPage } from '../with-page.ts'
import { DataTree, type Evidence } from './data-tree.tsx'
import { PageText, type Quoted } from './page-text.tsx'
import { ReadyMade, readyMade } from './ready-made.tsx'
import { SchemaEditor, type Typed, typed } from './schema-editor.tsx'

type Result = WithPage<'POST /v1/extract'>

const usual = { url: '', prompt: '', schema: '', text: '' }
/** A longer one does not fit into an address. */
const longestKept = 4_000

export const ExtractPane = ({ apiUrl, hasModel }: { apiUrl: string; hasModel: boolean }) => {
  const [{ url, prompt, ...asked }, setAsked] = useSearch(usual)
  const withText = asked.text !== 'no'
  const [schema, setTyped] = useState(() => typed(asked.schema || readyMade.page.text))
  const setSchema = (next: Typed) => {
    setTyped(next)
    const text = next.schema === undefined ? '' : JSON.stringify(next.schema, null, 2)
    const isKept = text !== readyMade.page.text && text.length <= longestKept
    setAsked({ schema: isKept ? text : '' })
  }
  const [round, setRound] = useState(0)
  const [result, setResult] = useState<Result>()
  const isWordsOnly = schema.schema === undefined && schema.problem === undefined
  const body: BodyOf<'POST /v1/extract'> = {
    url: url || exampleUrl,
    ...(schema.schema === undefined ? {} : { schema: schema.schema }),
    ...(prompt.trim() === '' ? {} : { prompt: prompt.trim() }),
    evidence: true,
  }
  const extract = useAction(signal => {
    setResult(undefined)
    const call = ask('POST /v1/extract', { body, signal })
    return withPage(call, withText ? wholeText(body.url) : undefined, signal)
  }, setResult)
  return (
    <>
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <Card>
          <Form
            action={extract}
            end={
              <div>
                <Submit whileBusy="Extracting…" disabled={schema.problem !== undefined}>
                  Extract
                </Submit>
              </div>
            }
          >
            <AddressField
              of="page"
              value={url}
              onChange={text => setAsked({ url: text })}
              offers={[examples.product, examples.article, examples.event]}
            />
            <TextArea
              label={isWordsOnly ? 'What to look for' : 'What to look for (optional)'}
              rows={2}
              required={isWordsOnly}
              value={prompt}
              onChange={text => setAsked({ prompt: text })}
            />
            <ReadyMade
              hasModel={hasModel}
              onChoose={({ text, example }) => {
                setSchema(typed(text))
                setRound(round + 1)
                if (url === '') setAsked({ url: example })
              }}
            />
            <SchemaEditor key={round} value={schema} onChange={setSchema} hasModel={hasModel} />
            <Checkbox
              label="Highlight the source (+1 credit)"
              checked={withText}
              onChange={on => setAsked({ text: on ? '' : 'no' })}
            />
          </Form>
        </Card>
        <div className="flex min-w-0 flex-col gap-4 lg:sticky lg:top-4">
          <UnderWay action={extract} steps={steps} />
          {result ? <Shown result={result} /> : !extract.busy && <Before />}
        </div>
      </div>
      <SameCall apiUrl={apiUrl} path="/v1/extract" body={body} />
    </>
  )
}

const wholeText = (url: string): BodyOf<'POST /v1/scrape'> => ({
  url,
  formats: ['markdown'],
  onlyMainContent: false,
})

/** `/offers/0/price` is about “price”. */
const quotedOf = (pointer: string, evidence: Evidence | undefined): Quoted | undefined => {
  const name = pointer.split('/').findLast(part => !/^\d*$/.test(part)) ?? ''
  return evidence?.quote === undefined ? undefined : { quote: evidence.quote, name }
}

const steps = [
  [0, 'Reading the page…'],
  [3, 'Looking for the values…'],
  [15, 'A language model may take its time.'],
] as const

const Before = () => (
  <Card title="Result">
    <p className="text-soft">
      Say what you want to know with the schema: its names and descriptions are all the extractor
      goes by. The data appears here, each value with the words it came from.
    </p>
  </Card>
)

const Shown = ({ result: { value: answer, page, ms, credits } }: { result: Result }) => {
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
          <Code label="answer" language="json" text={JSON.stringify(answer, null, 2)} />
        ) : (
          <DataTree data={answer.data} evidence={evidence} active={active} onLook={setActive} />
        )}
      </Card>
      {page?.markdown !== undefined && (
        <Card title="In the page" about="Marked: the words that the values came from.">
          <PageText markdown={page.markdown} quotes={quotes} active={looked} />
        </Card>
      )}
    </>
  )
}
