import { useState } from 'react'
import { useAnswer } from '../ask.ts'
import { Badge, Button, Problem, Waiting } from '../parts/basics.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Markdown } from '../parts/markdown.tsx'
import { Pages } from '../parts/paging.tsx'
import { Progress } from '../parts/progress.tsx'
import { Cell, Table } from '../parts/table.tsx'
import { plural } from '../parts/words.ts'

type Item = { url: string; markdown?: string; links?: string[]; warning?: string; error?: string }
type State = {
  status: 'scraping' | 'completed' | 'failed' | 'cancelled'
  total: number
  completed: number
  failed: number
  creditsUsed: number
  data: Item[]
}

/** Results hold whole pages: a few at a time, since they are asked for again while it runs. */
const pageSize = 10

/** What a batch has brought so far, each page to be read. */
export const BatchResults = ({ id }: { id: string }) => {
  const [ended, setEnded] = useState(false)
  const [offset, setOffset] = useState(0)
  const [read, setRead] = useState<Item>()
  const path = `/v1/batch/scrape/${id}?offset=${offset}&limit=${pageSize}`
  const { value, error } = useAnswer<State>(path, ended ? undefined : 1_000)
  if (value && value.status !== 'scraping' && !ended) setEnded(true)
  if (!value) return error ? <Problem>{error}</Problem> : <Waiting />
  return (
    <>
      <p className="mb-3 text-soft">
        <code className="break-all font-mono text-xs">{id}</code> · credits: {value.creditsUsed}
      </p>
      <Progress {...value} />
      <Table label="Results" head={['Address', 'State', 'What came back']}>
        {value.data.map((item, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: results never change their place
          <tr key={place}>
            <Cell>
              <span className="break-all">{item.url}</span>
            </Cell>
            <Cell>
              {item.error ? <Badge tone="bad">failed</Badge> : <Badge tone="good">done</Badge>}
            </Cell>
            <Cell>
              {item.error ?? (
                <span className="flex flex-wrap items-center gap-2">
                  {plural(item.markdown?.length ?? 0, 'character')},{' '}
                  {plural(item.links?.length ?? 0, 'link')}
                  <Button onClick={() => setRead(item)} aria-label={`Read ${item.url}`}>
                    Read
                  </Button>
                </span>
              )}
            </Cell>
          </tr>
        ))}
      </Table>
      <Pages
        offset={offset}
        size={pageSize}
        total={value.completed + value.failed}
        onMove={setOffset}
      />
      {read && (
        <Dialog title={read.url} onClose={() => setRead(undefined)}>
          {read.warning && <p className="mb-3 text-warn">{read.warning}</p>}
          <div className="mb-4 max-h-[60vh] overflow-auto">
            <Markdown text={read.markdown ?? ''} />
          </div>
          <div className="flex justify-end">
            <Button look="main" onClick={() => setRead(undefined)}>
              Close
            </Button>
          </div>
        </Dialog>
      )}
    </>
  )
}
