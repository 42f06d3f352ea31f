import { useState } from 'react'
import { ask } from '../ask/ask.ts'
import { useAction } from '../ask/use-action.ts'
import { JobLive } from '../jobs/job-live.tsx'
import { Card } from '../parts/basics.tsx'
import { TextArea } from '../parts/fields.tsx'
import { Form, Submit } from '../parts/form.tsx'
import { plural } from '../parts/words.ts'
import { exampleUrl } from './address-field.tsx'
import { SameCall } from './same-call.tsx'

export const BatchPane = ({ apiUrl }: { apiUrl: string }) => {
  const [text, setText] = useState('')
  const [id, setId] = useState<string>()
  const urls = text.split(/\s+/).filter(line => line !== '')
  const body = { urls: urls.length > 0 ? urls : [exampleUrl] }
  const start = useAction(
    signal => ask('POST /v1/batch/scrape', { body, signal }),
    ({ value }) => setId(value.id),
  )
  return (
    <>
      <Card>
        <Form
          action={start}
          end={
            <div>
              <Submit>Start batch</Submit>
            </div>
          }
        >
          <TextArea
            label="Addresses, one a line"
            rows={6}
            required
            spellCheck={false}
            placeholder={'https://example.com/\nhttps://example.org/'}
            value={text}
            onChange={setText}
            hint={`${plural(urls.length, 'page')}; one credit for each that can be read.`}
          />
        </Form>
      </Card>
      {id && <JobLive key={id} id={id} />}
      <SameCall apiUrl={apiUrl} path="/v1/batch/scrape" body={body} />
    </>
  )
}
