import { useState } from 'react'
import type { AnswerOf } from '../ask/ask.ts'
import { useAnswer } from '../ask/use-answer.ts'
import { Badge, Button, Missing } from './basics.tsx'
import { Dialog, DialogClose } from './dialog.tsx'
import { Markdown } from './markdown.tsx'
import { Pages } from './paging.tsx'
import { Progress } from './progress.tsx'
import { Cell, Table } from './table.tsx'
import { plural } from './words.ts'

type Item = AnswerOf<'GET /v1/batch/scrape/:id'>['data'][number]

/** Results hold whole pages: a few at a time, since they are asked for again while it runs. */
const pageSize = 10

/** What a batch has brought so far, each page to be read. */
export const BatchResults = ({ id }: { id: string }) => {
  const [ended, setEnded] = useState(false)
  const [offset, setOffset] = useState(0)
  const [read, setRead] = useState<Item>()
  const sent = { params: { id }, query: { offset, limit: pageSize } }
  const { value, error } = useAnswer('GET /v1/batch/scrape/:id', sent, ended ? undefined : 1_000)
  if (value && value.status !== 'scraping' && !ended) setEnded(true)
  if (!value) return <Missing error={error} />
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
          <DialogClose onClose={() => setRead(undefined)} />
        </Dialog>
      )}
    </>
  )
}
