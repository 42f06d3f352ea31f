import { useState } from 'react'
import type { AnswerOf } from '../ask/ask.ts'
import { useAnswer } from '../ask/use-answer.ts'
import { Badge, Card, Waiting } from '../parts/basics.tsx'
import { Choice } from '../parts/fields.tsx'
import { Picture, pictureUrl } from '../parts/picture.tsx'
import { Cell, Table } from '../parts/table.tsx'

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
      {value && <p className="mb-3">{summaryOf(value)}</p>}
      {candidates.length > 0 && (
        <Table label="Candidates" head={['Icon', 'Score', 'Source', 'Address', 'Reasons']}>
          {candidates.map(candidate => (
            <CandidateLine
              key={`${candidate.source} ${candidate.url}`}
              candidate={candidate}
              isChosen={candidate.url === value?.url}
            />
          ))}
        </Table>
      )}
    </Card>
  )
}

const summaryOf = ({ source, report }: Explained): string => {
  if (report?.mark)
    return 'Taken from: mark. A curated mark of a well-known brand outranks the site’s own files.'
  if (report?.parent) return `Taken from: ${source}, of the parent domain ${report.parent}.`
  return `Taken from: ${source ?? 'nowhere, there is no icon'}`
}

const CandidateLine = ({
  candidate: { source, url, score, reasons },
  isChosen,
}: {
  candidate: Candidate
  isChosen: boolean
}) => (
  <tr>
    <Cell>
      <Thumbnail url={url} />
    </Cell>
    <Cell>
      {score ?? '–'} {isChosen && <Badge tone="good">chosen</Badge>}
    </Cell>
    <Cell>{source ?? 'service'}</Cell>
    <Cell>
      <span className="break-all">{url}</span>
    </Cell>
    <Cell>{reasons.join(', ')}</Cell>
  </tr>
)

const Thumbnail = ({ url }: { url: string }) => (
  <Picture
    src={pictureUrl(url)}
    alt=""
    loading="lazy"
    className="size-10 rounded border bg-white object-contain p-1"
    instead={<span className="text-soft">–</span>}
  />
)
