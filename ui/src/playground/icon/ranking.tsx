import { useState } from 'react'
import type { AnswerOf } from '../../api/ask.ts'
import { useAnswer } from '../../api/use-answer.ts'
import { Badge, Card, Waiting } from '../../parts/basics.tsx'
import { Choice } from '../../parts/fields.tsx'
import { type Column, Cut, InCard, List } from '../../parts/list.tsx'
import { Picture, pictureUrl } from '../../parts/picture.tsx'
import { sayUnread } from './none.tsx'

type Explained = AnswerOf<'GET /v1/images/:domain'>
type Candidate = NonNullable<NonNullable<Explained['report']>['light']>[number]

/** Why this icon: the candidates as the server ranked them. */
export const Ranking = ({ domain }: { domain: string }) => {
  const { value, error } = useAnswer('GET /v1/images/:domain', { params: { domain } })
  const [theme, setTheme] = useState<'light' | 'dark'>('light')
  const report = value?.report
  const candidates = [...(report?.[theme] ?? []), ...(report?.services ?? [])]
  return (
    <Card
      title="How it was chosen"
      actions={
        candidates.length > 0 && (
          <Choice
            label="Surface"
            options={[
              { value: 'light', label: 'On light' },
              { value: 'dark', label: 'On dark' },
            ]}
            value={theme}
            onChange={setTheme}
          />
        )
      }
    >
      {!value && !error && <Waiting />}
      {error && <p className="text-soft">The ranking cannot be shown. {error.message}</p>}
      {value && <p className="mb-3 last:mb-0">{summaryOf(value)}</p>}
      {candidates.length > 0 && (
        <InCard>
          <List
            label="Candidates"
            columns={columns(candidates.find(({ url }) => url === value?.url))}
            rows={candidates}
            keyOf={({ source, url }) => `${source} ${url}`}
          />
        </InCard>
      )}
    </Card>
  )
}

const summaryOf = ({ source, report }: Explained): string => {
  if (report?.pinned)
    return 'Pinned by the people who run this server: it outranks everything else.'
  if (report?.mark)
    return 'Taken from: mark. A curated mark of a well-known brand outranks the site’s own files.'
  if (report?.parent) return `Taken from: ${source}, of the parent domain ${report.parent}.`
  if (source !== null) return `Taken from: ${source}`
  const why = sayUnread(report) ?? 'The site has no usable icon.'
  return `${why} Siteray shows a monogram instead.`
}

const columns = (chosen: Candidate | undefined): Column<Candidate>[] => [
  {
    name: 'Icon',
    width: 'w-20',
    cell: ({ url, score }) => (score === null ? '–' : <Thumbnail url={url} />),
  },
  {
    name: 'Score',
    width: 'w-28',
    cell: candidate => (
      <>
        {candidate.score ?? '–'} {candidate === chosen && <Badge tone="good">chosen</Badge>}
      </>
    ),
  },
  { name: 'Source', width: 'w-28', cell: ({ source }) => source ?? 'service' },
  { name: 'Address', cell: ({ url }) => <Cut text={url} /> },
  {
    name: 'Reasons',
    cell: ({ reasons }) => <span className="whitespace-normal">{reasons.join(', ')}</span>,
  },
]

const Thumbnail = ({ url }: { url: string }) => (
  <Picture
    src={pictureUrl(url)}
    alt=""
    className="size-10 rounded border bg-white object-contain p-1"
    instead={<span className="text-soft">–</span>}
  />
)
