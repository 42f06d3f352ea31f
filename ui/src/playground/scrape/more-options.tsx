import { Checkbox, Field, Select, TextArea } from '../../parts/fields.tsx'
import { Fold } from '../../parts/fold.tsx'
import { TravelFields } from '../travel.tsx'
import { type HowRead, othersOf, usualReading } from './asked.ts'
import { wrongHeader } from './lines.ts'

const renderings = [
  { value: 'auto', label: 'when needed' },
  { value: 'always', label: 'always' },
  { value: 'never', label: 'never' },
] as const

/** When a browser looks at the page. */
export const Browser = ({
  value,
  onChange,
}: {
  value: string
  onChange: (render: string) => void
}) => <Select label="Browser" options={renderings} value={value as 'auto'} onChange={onChange} />

const commentsKept = [
  { value: 'auto', label: 'where they are the content' },
  { value: 'include', label: 'always' },
  { value: 'exclude', label: 'never' },
] as const

/**
 * What each pane offers here. Many pages obey robots.txt unless told otherwise, and are not traced; a
 * site takes no steps; for data the whole page is read unless told otherwise.
 */
const offers = {
  page: { title: 'More options', obeys: false, browser: false, comments: true, actions: true },
  pages: { title: 'More options', obeys: true, browser: true, comments: true, actions: true },
  site: { title: 'More options', obeys: true, browser: true, comments: true, actions: false },
  data: { title: 'More options', obeys: false, browser: true, comments: false, actions: true },
  dataOfMany: {
    title: 'More options',
    ...{ obeys: true, browser: true, comments: false, actions: true },
  },
} as const

/** What is seldom needed. Open where something of it is asked for. */
export const MoreOptions = ({
  asked,
  onChange,
  headers,
  onHeaders,
  of = 'page',
}: {
  asked: HowRead
  onChange: (change: Partial<HowRead>) => void
  headers: string
  onHeaders: (text: string) => void
  of?: keyof typeof offers
}) => {
  const offered = offers[of]
  const isData = of === 'data' || of === 'dataOfMany'
  // What stands above it elsewhere does not open it.
  const aside = offered.browser ? [] : ['render', 'whole']
  const isUsed = Object.entries(usualReading).some(
    ([name, value]) => !aside.includes(name) && asked[name as keyof HowRead] !== value,
  )
  const number = (name: 'waitFor' | 'timeout' | 'maxAge', label: string, range: Range) => (
    <Field
      label={label}
      type="number"
      placeholder={range.usual}
      min={range.min}
      max={range.max}
      value={asked[name]}
      onChange={text => onChange({ [name]: text })}
    />
  )
  const tick = (name: 'mobile' | 'robots' | 'trace' | 'whole' | 'main', label: string) => (
    <Checkbox
      label={label}
      checked={asked[name] !== ''}
      onChange={on => onChange({ [name]: on ? 'yes' : '' })}
    />
  )
  return (
    <Fold title={offered.title} isOpen={isUsed}>
      <div className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(min(100%,13rem),1fr))] items-end gap-4">
        {number('waitFor', 'Wait in the browser, ms', { min: 0, max: 60_000, usual: '0' })}
        {number('timeout', 'Time limit, ms', { min: 1_000, max: 120_000, usual: '30000' })}
        {number('maxAge', 'Maximum age of a stored copy, ms', {
          min: 0,
          max: 604_800_000,
          usual: '0',
        })}
        {offered.browser && (
          <Browser value={asked.render} onChange={render => onChange({ render })} />
        )}
        {offered.comments && (
          <Select
            label="Keep comments"
            options={commentsKept}
            value={asked.comments as 'auto'}
            onChange={comments => onChange({ comments })}
          />
        )}
        <TravelFields asked={asked} onChange={onChange} />
      </div>
      <div className="mt-4 flex flex-wrap gap-x-5 gap-y-2">
        {isData && tick('main', 'Only the main content')}
        {!isData && offered.browser && tick('whole', 'Whole page')}
        {tick('mobile', 'As a mobile device')}
        {tick('robots', offered.obeys ? 'Ignore robots.txt' : 'Obey robots.txt')}
        {of === 'page' && tick('trace', 'List removed parts, with reasons')}
      </div>
      <div className="mt-4 grid grid-cols-[repeat(auto-fill,minmax(min(100%,19rem),1fr))] items-start gap-4">
        <TextArea
          label="Only these parts, a CSS selector per line"
          rows={2}
          spellCheck={false}
          placeholder={'article\n#content'}
          value={asked.include}
          onChange={include => onChange({ include })}
        />
        <TextArea
          label="Without these parts"
          rows={2}
          spellCheck={false}
          placeholder={'.comments\nnav'}
          value={asked.exclude}
          onChange={exclude => onChange({ exclude })}
        />
        <Headers value={headers} onChange={onHeaders} />
        {offered.actions && (
          <TextArea
            label="Actions, as JSON"
            rows={2}
            spellCheck={false}
            placeholder='[{"type": "click", "selector": "#more"}]'
            value={asked.actions}
            onChange={actions => onChange({ actions })}
            hint="Steps in the browser before Siteray reads the page."
          />
        )}
        <Others of={of} value={asked.more} onChange={more => onChange({ more })} />
      </div>
    </Fold>
  )
}

type Range = { min: number; max: number; usual: string }

export const Headers = ({
  value,
  onChange,
}: {
  value: string
  onChange: (text: string) => void
}) => (
  <TextArea
    ref={area => area?.setCustomValidity(wrongHeader(value) ?? '')}
    label="Headers, one per line"
    rows={2}
    spellCheck={false}
    placeholder="Accept-Language: de"
    value={value}
    onChange={onChange}
    hint="Siteray sends them to the page’s own origin only. They are not stored in this page’s address."
  />
)

const example = {
  page: '{"screenshotAs": "url"}',
  pages: '{"tags": ["shop"], "webhook": {"url": "https://…"}}',
  site: '{"tags": ["docs"], "compareTo": "crawl_…"}',
  data: '{"evidence": false}',
  dataOfMany: '{"tags": ["shop"], "webhook": {"url": "https://…"}}',
}

/** What has no field of its own: the reference names it all. */
const Others = ({
  of,
  value,
  onChange,
}: {
  of: keyof typeof offers
  value: string
  onChange: (text: string) => void
}) => {
  const error = othersOf(value) ? undefined : 'This is not a JSON object.'
  return (
    <TextArea
      ref={area => area?.setCustomValidity(error ?? '')}
      label="Anything else, as JSON"
      rows={2}
      spellCheck={false}
      placeholder={example[of]}
      value={value}
      onChange={onChange}
      error={error}
      hint={
        <>
          Any other field of the{' '}
          <a href="/docs/reference/" className="text-accent underline">
            API reference
          </a>
          .
        </>
      }
    />
  )
}
