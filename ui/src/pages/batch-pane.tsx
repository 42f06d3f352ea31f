import { useState } from 'react'
import { ask, useAction } from '../ask.ts'
import { Button, Card, Problem } from '../parts/basics.tsx'
import { TextArea } from '../parts/fields.tsx'
import { SameCall } from '../parts/same-call.tsx'
import { plural } from '../parts/words.ts'
import { BatchResults } from './batch-results.tsx'

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
      {id && (
        <Card title="Results">
          <BatchResults key={id} id={id} />
        </Card>
      )}
      <SameCall apiUrl={apiUrl} path="/v1/batch/scrape" body={body} />
    </>
  )
}
