import { useAnswer } from '../../api/use-answer.ts'
import { creditWords, isDataJob } from '../../jobs/kinds.ts'
import { Checkbox, Choice, Field, Select } from '../../parts/fields.tsx'
import { UrlLines } from '../../parts/url-lines.tsx'
import { urlsIn } from '../../parts/url-text.ts'
import { plural } from '../../parts/words.ts'
import { AddressField, examples } from '../address-field.tsx'
import type { Asked, Change } from './asked.ts'
import { type Ready, readyMade } from './ready-made.tsx'

const extents = [
  { value: 'page', label: 'One page' },
  { value: 'pages', label: 'Many pages' },
  { value: 'job', label: 'Pages of a job' },
] as const

/** Each brings the fields that its page has. */
const offered = [
  { ...examples.product, ready: readyMade.product },
  { ...examples.article, ready: readyMade.article },
  { ...examples.event, ready: readyMade.event },
]

/** What is read: one address, many of them, or what a batch or a crawl has read. */
export const WhichPages = ({
  asked,
  onChange,
  lines,
  onLines,
  onExample,
}: {
  asked: Asked
  onChange: Change
  /** Addresses, one per line. */
  lines: string
  onLines: (text: string) => void
  onExample: (ready: Ready) => void
}) => (
  <>
    <Choice
      label="Pages"
      options={extents}
      value={asked.of as 'page'}
      onChange={of => onChange({ of, job: '' })}
    />
    {asked.of === 'pages' && <Lines value={lines} onChange={onLines} />}
    {asked.of === 'job' && <EndedJob id={asked.from} onChange={from => onChange({ from })} />}
    {asked.of === 'page' ? (
      <AddressField
        of="page"
        value={asked.url}
        onChange={url => onChange({ url })}
        offers={offered}
        onOffer={({ url }) => {
          const example = offered.find(one => one.url === url)
          if (example) onExample(example.ready)
        }}
      />
    ) : (
      <div className="grid items-end gap-4 sm:grid-cols-2">
        <Field
          label="Name (optional)"
          maxLength={200}
          value={asked.name}
          onChange={name => onChange({ name })}
        />
        <Checkbox
          label="Read the same page once"
          className="min-h-8 gap-2"
          checked={asked.once !== ''}
          onChange={on => onChange({ once: on ? 'yes' : '' })}
        />
      </div>
    )}
  </>
)

const Lines = ({ value, onChange }: { value: string; onChange: (text: string) => void }) => (
  <>
    <UrlLines
      placeholder={'shop.example/lamp\nhttps://shop.example/chair'}
      value={value}
      onChange={onChange}
      hint={`${plural(urlsIn(value).length, 'page')}, ${creditWords.extract} for each that succeeds.`}
    />
    <p className="-mt-2 text-soft">
      Try{' '}
      <button
        type="button"
        onClick={() => onChange(offered.map(({ url }) => url).join('\n'))}
        className="rounded text-accent underline decoration-dotted underline-offset-4 hover:decoration-solid"
      >
        three pages of the sample site
      </button>
    </p>
  </>
)

/** The newest ones to choose from; one that is older can be led here from its own page. */
const EndedJob = ({ id, onChange }: { id: string; onChange: (id: string) => void }) => {
  const { value, error } = useAnswer('GET /jobs', {
    query: { limit: 100, sort: 'created', order: 'desc' },
  })
  const jobs = (value?.jobs ?? []).filter(
    job => !isDataJob(job) && job.status !== 'scraping' && job.completed > 0,
  )
  const options = jobs.map(job => ({
    value: job.id,
    label: `${job.name ?? job.firstUrl} (${plural(job.completed, 'page')})`,
  }))
  const isListed = id === '' || jobs.some(job => job.id === id)
  if (error) return <p className="text-bad">{error.message}</p>
  if (value && options.length === 0 && isListed)
    return <p className="text-soft">No batch or crawl with pages has ended yet.</p>
  return (
    <>
      <Select
        label="Batch or crawl"
        options={[
          ...(id === '' ? [{ value: '', label: 'Choose one' }] : []),
          ...(isListed ? [] : [{ value: id, label: id }]),
          ...options,
        ]}
        value={id}
        onChange={onChange}
      />
      <p className="-mt-2 text-soft">
        Siteray reads the pages of that job again: {creditWords.extract} for each that succeeds.
        With a stored copy (see “More options”) it does not ask the sites twice.
      </p>
    </>
  )
}
