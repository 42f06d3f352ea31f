import { useState } from 'react'
import { type Answer, ask } from '../api/ask.ts'
import { useAction } from '../api/use-action.ts'
import { Badge } from '../parts/basics.tsx'
import { Dialog, DialogButtons } from '../parts/dialog.tsx'
import { Field } from '../parts/fields.tsx'
import { Form, Submit } from '../parts/form.tsx'
import { count } from '../parts/words.ts'

type Result = Answer<'POST /ways/:name/test'>['value']

/** Asks for one page by this way, and says what came of it. */
export const TestWay = ({ name, onClose }: { name: string; onClose: () => void }) => {
  const [url, setUrl] = useState('https://example.com/')
  const [result, setResult] = useState<Result>()
  const test = useAction(
    signal => {
      setResult(undefined)
      return ask('POST /ways/:name/test', { params: { name }, body: { url }, signal })
    },
    ({ value }) => setResult(value),
  )
  return (
    <Dialog title={`Test ${name}`} onClose={onClose}>
      <Form
        action={test}
        end={
          <DialogButtons onClose={onClose}>
            <Submit whileBusy="Asking…">Test</Submit>
          </DialogButtons>
        }
      >
        <Field label="A page to ask for" required value={url} onChange={setUrl} />
        {result && (
          <p role="status" className="flex items-start gap-2">
            <Badge tone={result.works ? 'good' : 'bad'}>{result.works ? 'Works' : 'Fails'}</Badge>
            <span>
              {result.detail} <span className="text-soft">{count(result.tookMs)} ms</span>
            </span>
          </p>
        )}
      </Form>
    </Dialog>
  )
}
