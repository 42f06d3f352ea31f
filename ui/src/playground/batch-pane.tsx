import { useState } from 'react'
import { ask, type BodyOf } from '../api/ask.ts'
import { useAction } from '../api/use-action.ts'
import { useDraft } from '../draft.ts'
import { JobLive } from '../jobs/job-live.tsx'
import { creditWords } from '../jobs/kinds.ts'
import { Card } from '../parts/basics.tsx'
import { Checkbox, Field } from '../parts/fields.tsx'
import { Form, Submit } from '../parts/form.tsx'
import { UrlLines } from '../parts/url-lines.tsx'
import { urlsIn } from '../parts/url-text.ts'
import { plural } from '../parts/words.ts'
import { useSearch } from '../route.tsx'
import { examples, exampleUrl } from './address-field.tsx'
import { Price } from './price.tsx'
import { SameCall } from './same-call.tsx'
import { asBody, formatNames, numberOf, othersOf, readingOf, usualReading } from './scrape/asked.ts'
import { Formats } from './scrape/formats.tsx'
import { MoreOptions } from './scrape/more-options.tsx'

const formats = 'markdown,html,links'
const usual = { ...usualReading, formats, name: '', delay: '', once: '', skip: '', job: '' }

const offered = [examples.article, examples.product, examples.event].map(({ url }) => url)

export const BatchPane = ({ apiUrl }: { apiUrl: string }) => {
  const [asked, setAsked] = useSearch(usual)
  const [text, setText] = useDraft('batch URLs', '')
  const [headers, setHeaders] = useState('')
  const urls = urlsIn(text).map(({ url }) => url)
  const body = asBody<BodyOf<'POST /v1/batch/scrape'>>({
    urls: urls.length > 0 ? urls : [exampleUrl],
    ...readingOf(asked, headers),
    formats: asked.formats === formats ? undefined : asked.formats.split(','),
    respectRobots: asked.robots ? false : undefined,
    delay: numberOf(asked.delay),
    deduplicate: asked.once ? true : undefined,
    ignoreInvalidURLs: asked.skip ? true : undefined,
    name: asked.name || undefined,
    ...othersOf(asked.more),
  })
  const start = useAction(
    signal => ask('POST /v1/batch/scrape', { body, signal }),
    ({ value }) => setAsked({ job: value.id }),
  )
  const tick = (name: 'once' | 'skip', label: string) => (
    <Checkbox
      label={label}
      checked={asked[name] !== ''}
      onChange={on => setAsked({ [name]: on ? 'yes' : '' })}
    />
  )
  return (
    <>
      <Card>
        <Form
          action={start}
          end={
            <div className="flex items-center gap-3">
              <Submit whileBusy="Starting…">Start batch</Submit>
              <Price of={['batch']} each="page" />
            </div>
          }
        >
          <UrlLines
            placeholder={'example.com\nhttps://example.org/about'}
            value={text}
            onChange={setText}
            skips={asked.skip !== ''}
            onSkipAll={() => setAsked({ skip: 'yes' })}
            hint={`${plural(urls.length, 'page')}, ${creditWords.batch} for each that succeeds.`}
          />
          <p className="-mt-2 text-soft">
            Try{' '}
            <button
              type="button"
              onClick={() => setText(offered.join('\n'))}
              className="rounded text-accent underline decoration-dotted underline-offset-4 hover:decoration-solid"
            >
              three pages of the sample site
            </button>
          </p>
          <Formats
            value={asked.formats}
            names={formatNames.filter(name => name !== 'summary')}
            onChange={chosen => setAsked({ formats: chosen })}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <Field
              label="Name (optional)"
              maxLength={200}
              value={asked.name}
              onChange={name => setAsked({ name })}
            />
            <Field
              label="Pause between requests, ms"
              type="number"
              min={0}
              max={60_000}
              placeholder="200"
              value={asked.delay}
              onChange={delay => setAsked({ delay })}
            />
          </div>
          <div className="flex flex-wrap gap-x-5 gap-y-2">
            {tick('once', 'Read the same page once')}
            {tick('skip', 'Skip lines that are not URLs')}
          </div>
          <MoreOptions
            of="pages"
            {...{ asked, headers }}
            onChange={setAsked}
            onHeaders={setHeaders}
          />
        </Form>
      </Card>
      {asked.job && <JobLive key={asked.job} id={asked.job} />}
      <SameCall apiUrl={apiUrl} path="/v1/batch/scrape" body={body} />
    </>
  )
}
