import { useState } from 'react'
import { type Answer, ask } from '../../api/ask.ts'
import { useAction } from '../../api/use-action.ts'
import { Card } from '../../parts/basics.tsx'
import { Checkbox } from '../../parts/fields.tsx'
import { Form, Submit } from '../../parts/form.tsx'
import { useSearch } from '../../route.tsx'
import { AddressField, examples } from '../address-field.tsx'
import { Price } from '../price.tsx'
import { SameCall } from '../same-call.tsx'
import { UnderWay } from '../under-way.tsx'
import { bodyOf, formatNames, usual } from './asked.ts'
import { Formats } from './formats.tsx'
import { Browser, MoreOptions } from './more-options.tsx'
import { ScrapeResult } from './scrape-result.tsx'

const offers = [examples.article, examples.product, examples.app]

export const ScrapePane = ({ apiUrl, hasModel }: { apiUrl: string; hasModel: boolean }) => {
  const [asked, setAsked] = useSearch(usual)
  const [headers, setHeaders] = useState('')
  const [result, setResult] = useState<Answer<'POST /v1/scrape'>>()
  const body = bodyOf(asked, headers)
  const scrape = useAction(signal => {
    setResult(undefined)
    return ask('POST /v1/scrape', { body, signal })
  }, setResult)
  return (
    <>
      <Card>
        <Form action={scrape}>
          <div className="flex flex-wrap items-start gap-3">
            <div className="min-w-64 flex-1">
              <AddressField
                of="page"
                value={asked.url}
                onChange={url => setAsked({ url })}
                offers={offers}
              />
            </div>
            <Browser value={asked.render} onChange={render => setAsked({ render })} />
            <div className="flex items-center gap-3 self-end sm:mt-6 sm:self-start">
              <Checkbox
                label="Whole page"
                className="min-h-9 gap-2 sm:min-h-8"
                checked={asked.whole !== ''}
                onChange={on => setAsked({ whole: on ? 'yes' : '' })}
              />
              <Submit whileBusy="Reading…">Scrape</Submit>
              <Price of={[body.formats?.includes('summary') ? 'extract' : 'scrape']} />
            </div>
          </div>
          <Formats
            value={asked.formats}
            names={formatNames.filter(name => hasModel || name !== 'summary')}
            onChange={formats => setAsked({ formats })}
          />
          <MoreOptions {...{ asked, headers }} onChange={setAsked} onHeaders={setHeaders} />
        </Form>
      </Card>
      <UnderWay action={scrape} steps={steps} />
      {result && <ScrapeResult result={result} />}
      <SameCall apiUrl={apiUrl} path="/v1/scrape" body={body} />
    </>
  )
}

const steps = [
  [0, 'Reading the page…'],
  [3, 'Still reading, perhaps in a browser.'],
  [10, 'This page takes its time.'],
] as const
