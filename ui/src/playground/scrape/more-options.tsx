import { Checkbox, Field, TextArea } from '../../parts/fields.tsx'
import { Fold } from '../../parts/fold.tsx'
import type { Asked } from './asked.ts'

/** What is seldom needed. Open where something of it is asked for. */
export const MoreOptions = ({
  asked,
  onChange,
  headers,
  onHeaders,
  of = 'page',
}: {
  asked: Omit<Asked, 'url'>
  onChange: (change: Partial<Asked>) => void
  headers: string
  onHeaders: (text: string) => void
  /** Many pages obey robots.txt unless told otherwise, and are not traced; a site takes no steps. */
  of?: 'page' | 'pages' | 'site'
}) => {
  const { include, exclude, waitFor, timeout, maxAge, mobile, robots, trace, actions } = asked
  const isUsed = [include, exclude, waitFor, timeout, maxAge, mobile, robots, trace, actions].some(
    Boolean,
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
  const tick = (name: 'mobile' | 'robots' | 'trace', label: string) => (
    <Checkbox
      label={label}
      checked={asked[name] !== ''}
      onChange={on => onChange({ [name]: on ? 'yes' : '' })}
    />
  )
  return (
    <Fold title={of === 'page' ? 'More options' : 'How pages are read'} isOpen={isUsed}>
      <div className="mt-3 grid gap-4 sm:grid-cols-3">
        {number('waitFor', 'Wait in the browser, ms', { min: 0, max: 60_000, usual: '0' })}
        {number('timeout', 'Time limit, ms', { min: 1_000, max: 120_000, usual: '30000' })}
        {number('maxAge', 'Accept a copy up to this old, ms', {
          min: 0,
          max: 604_800_000,
          usual: '0',
        })}
      </div>
      <div className="mt-4 flex flex-wrap gap-x-5 gap-y-2">
        {tick('mobile', 'As a mobile device')}
        {tick('robots', of === 'page' ? 'Obey robots.txt' : 'Ignore robots.txt')}
        {of === 'page' && tick('trace', 'List what was left out, and why')}
      </div>
      <div className="mt-4 grid gap-4 sm:grid-cols-2">
        <TextArea
          label="Only these parts, a CSS selector per line"
          rows={2}
          spellCheck={false}
          placeholder={'article\n#content'}
          value={include}
          onChange={text => onChange({ include: text })}
        />
        <TextArea
          label="Without these parts"
          rows={2}
          spellCheck={false}
          placeholder={'.comments\nnav'}
          value={exclude}
          onChange={text => onChange({ exclude: text })}
        />
        <TextArea
          label="Headers, one per line"
          rows={2}
          spellCheck={false}
          placeholder="Accept-Language: de"
          value={headers}
          onChange={onHeaders}
          hint="Sent to the page’s own origin; kept out of this page’s address."
        />
        {of !== 'site' && (
          <TextArea
            label="Actions, as JSON"
            rows={2}
            spellCheck={false}
            placeholder='[{"type": "click", "selector": "#more"}]'
            value={actions}
            onChange={text => onChange({ actions: text })}
            hint="Steps in the browser before the page is read."
          />
        )}
      </div>
    </Fold>
  )
}

type Range = { min: number; max: number; usual: string }
