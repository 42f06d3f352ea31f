import { useState } from 'react'
import { ask, type BodyOf } from '../../api/ask.ts'
import { useAction } from '../../api/use-action.ts'
import { useDraft } from '../../draft.ts'
import { JobLive } from '../../jobs/job-live.tsx'
import { Card } from '../../parts/basics.tsx'
import { Checkbox, TextArea } from '../../parts/fields.tsx'
import { Form, Submit } from '../../parts/form.tsx'
import { urlsIn } from '../../parts/url-text.ts'
import { join } from '../../parts/words.ts'
import { useSearch } from '../../route.tsx'
import { credits, Price } from '../price.tsx'
import { SameCall } from '../same-call.tsx'
import { MoreOptions } from '../scrape/more-options.tsx'
import { UnderWay } from '../under-way.tsx'
import { withPage } from '../with-page.ts'
import { bodyOfMany, bodyOfOne, usual } from './asked.ts'
import { Extracted, type Result } from './extracted.tsx'
import { type Ready, ReadyMade, readyMade } from './ready-made.tsx'
import { SchemaEditor, type Typed, typed } from './schema-editor.tsx'
import { WhichPages } from './which-pages.tsx'
import { WhichReader } from './which-reader.tsx'

/** A longer one does not fit into an address. */
const longestKept = 4_000

export const ExtractPane = ({ apiUrl, hasModel }: { apiUrl: string; hasModel: boolean }) => {
  const [asked, setAsked] = useSearch(usual)
  const [headers, setHeaders] = useState('')
  const [lines, setLines] = useDraft('extract URLs', '')
  const [kept, keep] = useDraft('extract schema', '')
  const [schema, setTyped] = useState(() => typed(asked.schema || kept || readyMade.page.text))
  const setSchema = (next: Typed) => {
    setTyped(next)
    const text = next.schema === undefined ? '' : JSON.stringify(next.schema, null, 2)
    const isKept = text !== readyMade.page.text && text.length <= longestKept
    setAsked({ schema: isKept ? text : '' })
    keep(isKept || text === readyMade.page.text ? '' : next.text)
  }
  const [round, setRound] = useState(0)
  const [result, setResult] = useState<Result>()
  const fill = ({ text }: Ready) => {
    setSchema(typed(text))
    setRound(round + 1)
  }
  const isOne = asked.of === 'page'
  const withText = asked.text !== 'no'
  const isWordsOnly = schema.schema === undefined && schema.problem === undefined
  const wish = { schema: schema.schema, headers, urls: urlsIn(lines).map(({ url }) => url) }
  const [one, many] = [bodyOfOne(asked, wish), bodyOfMany(asked, wish)]
  const extract = useAction(signal => {
    setResult(undefined)
    const call = ask('POST /v1/extract', { body: one, signal })
    return withPage(call, withText ? wholeText(one.url) : undefined, signal)
  }, setResult)
  const start = useAction(
    signal => ask('POST /v1/batch/extract', { body: many, signal }),
    ({ value }) => setAsked({ job: value.id }),
  )
  return (
    <>
      <div className={join('grid grid-cols-1 items-start gap-4', isOne && 'lg:grid-cols-2')}>
        <Card>
          <Form
            action={isOne ? extract : start}
            end={
              <div className="flex items-center gap-3">
                <Submit
                  whileBusy={isOne ? 'Extracting…' : 'Starting…'}
                  disabled={
                    schema.problem !== undefined || (asked.of === 'job' && asked.from === '')
                  }
                >
                  {isOne ? 'Extract' : 'Start extraction'}
                </Submit>
                {isOne ? (
                  <Price of={withText ? ['extract', 'scrape'] : ['extract']} />
                ) : (
                  <Price of={['batchExtract']} each="page" />
                )}
              </div>
            }
          >
            <WhichPages
              {...{ asked, lines }}
              onChange={setAsked}
              onLines={setLines}
              onExample={fill}
            />
            <TextArea
              label={isWordsOnly ? 'What to look for' : 'What to look for (optional)'}
              rows={2}
              required={isWordsOnly}
              value={asked.prompt}
              onChange={prompt => setAsked({ prompt })}
            />
            <WhichReader reader={asked.reader} onChange={reader => setAsked({ reader })} />
            <ReadyMade
              hasModel={hasModel}
              onChoose={ready => {
                fill(ready)
                if (isOne && asked.url === '') setAsked({ url: ready.example })
              }}
            />
            <SchemaEditor key={round} value={schema} onChange={setSchema} hasModel={hasModel} />
            {isOne && (
              <Checkbox
                label={`Highlight the source (+${credits('scrape')})`}
                checked={withText}
                onChange={on => setAsked({ text: on ? '' : 'no' })}
              />
            )}
            <MoreOptions
              of={isOne ? 'data' : 'dataOfMany'}
              {...{ asked, headers }}
              onChange={setAsked}
              onHeaders={setHeaders}
            />
          </Form>
        </Card>
        {isOne && (
          <div className="flex min-w-0 flex-col gap-4 lg:sticky lg:top-4">
            <UnderWay action={extract} steps={steps} />
            {result ? <Extracted result={result} /> : !extract.busy && <Before />}
          </div>
        )}
      </div>
      {!isOne && asked.job && <JobLive key={asked.job} id={asked.job} />}
      {isOne ? (
        <SameCall apiUrl={apiUrl} path="/v1/extract" body={one} />
      ) : (
        <SameCall apiUrl={apiUrl} path="/v1/batch/extract" body={many} />
      )}
    </>
  )
}

const wholeText = (url: string): BodyOf<'POST /v1/scrape'> => ({
  url,
  formats: ['markdown'],
  onlyMainContent: false,
})

const steps = [
  [0, 'Reading the page…'],
  [3, 'Looking for the values…'],
  [15, 'A language model may take its time.'],
] as const

const Before = () => (
  <Card title="Result">
    <p className="text-soft">
      Describe the data you want in the schema: Siteray finds a field by its name and description.
      The data appears here, each value with the words it came from.
    </p>
  </Card>
)
