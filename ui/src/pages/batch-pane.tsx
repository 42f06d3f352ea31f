import { useState } from 'react'
import { ask, useAction, useAnswer } from '../ask.ts'
import { Badge, Button, Card, Problem } from '../parts/basics.tsx'
import { TextArea } from '../parts/fields.tsx'
import { Pages } from '../parts/paging.tsx'
import { Progress } from '../parts/progress.tsx'
import { SameCall } from '../parts/same-call.tsx'
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

export const BatchPane = ({ apiUrl }: { apiUrl: string }) => {
  const [text, setText] = useState('')
  const [id, setId] = useState<string>()
  const urls = text.split(/\s+/).filter(line => line !== '')
  const body = { urls: urls.length > 0 ? urls : ['https://example.com'] }
  const start = useAction(async () => {
    setId((await ask<{ id: string }>('/v1/batch/scrape', { body })).value.id)
  })
  return (
    <>
      <Card>
        <form
          className="flex flex-col gap-3"
          onSubmit={event => {
            event.preventDefault()
            start.run()
          }}
        >
          <TextArea
            label="Addresses, one a line"
            rows={6}
            required
            spellCheck={false}
            placeholder={'https://example.com/\nhttps://example.org/'}
            value={text}
            onChange={event => setText(event.target.value)}
            hint={`${plural(urls.length, 'page')}; one credit for each that can be read.`}
          />
          <div>
            <Button type="submit" look="main" disabled={start.busy}>
              Start batch
            </Button>
          </div>
        </form>
      </Card>
      <Problem>{start.error}</Problem>
      {id && <Results key={id} id={id} />}
      <SameCall apiUrl={apiUrl} path="/v1/batch/scrape" body={body} />
    </>
  )
}

const pageSize = 50

const Results = ({ id }: { id: string }) => {
  const [ended, setEnded] = useState(false)
  const [offset, setOffset] = useState(0)
  const path = `/v1/batch/scrape/${id}?offset=${offset}&limit=${pageSize}`
  const { value, error } = useAnswer<State>(path, ended ? undefined : 700)
  if (value && value.status !== 'scraping' && !ended) setEnded(true)
  if (!value) return <Problem>{error}</Problem>
  return (
    <Card title="Results" about={`Batch ${id} · credits: ${value.creditsUsed}`}>
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
              {item.error ??
                `${plural(item.markdown?.length ?? 0, 'character')}, ${plural(item.links?.length ?? 0, 'link')}`}
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
    </Card>
  )
}
