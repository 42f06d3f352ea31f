import { useState } from 'react'
import { useAnswer } from '../ask/use-answer.ts'
import { Badge, Missing } from '../parts/basics.tsx'
import { Pages } from '../parts/paging.tsx'
import { Cell, Table } from '../parts/table.tsx'

const pageSize = 50

/** The addresses of a batch that could not be read, each with its reason. */
export const Failures = ({ batchId }: { batchId: string }) => {
  const [offset, setOffset] = useState(0)
  const sent = { params: { id: batchId }, query: { offset, limit: pageSize } }
  const { value, error } = useAnswer('GET /v1/batch/scrape/:id/failures', sent)
  if (!value) return <Missing error={error} />
  return (
    <div className="mt-4">
      <Table label="Failed pages" head={['Address', 'Reason', 'What happened']}>
        {value.data.map((failure, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an address may stand twice in a batch
          <tr key={place}>
            <Cell>
              <span className="break-all">{failure.url}</span>
            </Cell>
            <Cell>
              <Badge tone="bad">{failure.code}</Badge>
            </Cell>
            <Cell>{failure.error}</Cell>
          </tr>
        ))}
      </Table>
      <Pages offset={offset} size={pageSize} total={value.failed} onMove={setOffset} />
    </div>
  )
}
