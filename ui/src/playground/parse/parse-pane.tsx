import { useState } from 'react'
import { type Answer, ask } from '../../api/ask.ts'
import { useAction } from '../../api/use-action.ts'
import { Card } from '../../parts/basics.tsx'
import { Checkbox, Field } from '../../parts/fields.tsx'
import { FileField } from '../../parts/file-field.tsx'
import { Form, Submit } from '../../parts/form.tsx'
import { useSearch } from '../../route.tsx'
import { Price } from '../price.tsx'
import { SameCall } from '../same-call.tsx'
import { asBody, formatNames } from '../scrape/asked.ts'
import { Formats } from '../scrape/formats.tsx'
import { ScrapeResult } from '../scrape/scrape-result.tsx'
import { UnderWay } from '../under-way.tsx'
import { samples } from './samples.ts'

const formats = 'markdown,metadata'
const usual = { formats, whole: '', url: '', pages: '' }

/** The kinds of file that a parse reads. */
const accepted =
  '.html,.htm,.xhtml,.pdf,.doc,.docx,.docm,.xls,.xlsx,.xlsm,.xlsb,.ppt,.pps,.pptx,.pptm,.ppsx,.odt,.ods,.odp,.rtf,.epub,.eml,.txt,.md,.json,.xml,.csv,.tsv,.png,.jpg,.jpeg,.webp,.tif,.tiff,.gif,.avif,.bmp,.rss,.atom,text/*,application/pdf,application/json,application/xml'

/** A file instead of a URL. */
export const ParsePane = ({ apiUrl, hasModel }: { apiUrl: string; hasModel: boolean }) => {
  const [asked, setAsked] = useSearch(usual)
  const [file, setFile] = useState<File>()
  const [result, setResult] = useState<Answer<'POST /v1/parse'>>()
  const options = asBody<Record<string, unknown>>({
    formats: asked.formats === formats ? undefined : asked.formats.split(','),
    onlyMainContent: asked.whole ? false : undefined,
    url: asked.url.trim() || undefined,
    documents:
      asked.pages === '' && isPdf.test(file?.name ?? '') ? { pageMarkers: true } : undefined,
  })
  const asksModel = asked.formats.split(',').includes('summary')
  const parse = useAction(signal => {
    setResult(undefined)
    const body = new FormData()
    body.set('options', JSON.stringify(options))
    if (file) body.set('file', file, file.name)
    return ask('POST /v1/parse', { body, signal })
  }, setResult)
  return (
    <>
      <Card>
        <Form
          action={parse}
          end={
            <div className="flex items-center gap-3">
              <Submit whileBusy="Reading…">Parse</Submit>
              <Price of={[asksModel ? 'extract' : 'parse']} />
            </div>
          }
        >
          <div className="flex flex-col gap-2">
            <FileField
              label="File"
              accept={accepted}
              required
              file={file}
              onChange={setFile}
              hint="Choose one, or drop it anywhere on this page: HTML, PDF, Word, Excel, PowerPoint, EPUB, e-mail, pictures, text, Markdown, JSON, XML, CSV or a feed, up to 10 MB; PDF, office files and pictures up to 50 MB."
            />
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-soft">
              Try
              {samples.map(sample => (
                <button
                  key={sample.name}
                  type="button"
                  onClick={() => setFile(sample.make())}
                  className="rounded text-accent underline decoration-dotted underline-offset-4 hover:decoration-solid"
                >
                  {sample.name}
                </button>
              ))}
            </p>
          </div>
          <Field
            label="Where the file came from (optional)"
            inputMode="url"
            placeholder="https://example.com/report"
            value={asked.url}
            onChange={url => setAsked({ url })}
            hint="Relative links become whole with it. Siteray does not visit it."
          />
          <Formats
            value={asked.formats}
            names={formatNames.filter(
              name => name !== 'screenshot' && (hasModel || name !== 'summary'),
            )}
            onChange={chosen => setAsked({ formats: chosen })}
          />
          <Checkbox
            label="Whole page"
            checked={asked.whole !== ''}
            onChange={on => setAsked({ whole: on ? 'yes' : '' })}
          />
          <Checkbox
            label="Mark the pages of a PDF"
            checked={asked.pages === ''}
            onChange={on => setAsked({ pages: on ? '' : 'no' })}
          />
        </Form>
      </Card>
      <UnderWay action={parse} steps={steps} />
      {result && <ScrapeResult result={result} />}
      <SameCall apiUrl={apiUrl} path="/v1/parse" body={{ file: file?.name, ...options }} />
    </>
  )
}

const isPdf = /\.pdf$/i

const steps = [
  [0, 'Reading the file…'],
  [5, 'A long document takes its time, and a scan 2 to 3 seconds a page.'],
] as const
