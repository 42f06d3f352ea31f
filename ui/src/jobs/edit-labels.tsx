import { useState } from 'react'
import type { JobSummary } from '../../../src/doors/dashboard/job-answers.ts'
import { ask } from '../api/ask.ts'
import { useAction } from '../api/use-action.ts'
import { Dialog, DialogButtons } from '../parts/dialog.tsx'
import { Field } from '../parts/fields.tsx'
import { Form, Submit } from '../parts/form.tsx'
import { toast } from '../parts/toast.tsx'
import { tagsIn } from './tags.ts'

/** What a job is called, and what it is found by. */
export const EditLabels = ({
  job,
  onClose,
  onDone,
}: {
  job: Pick<JobSummary, 'id' | 'name' | 'tags'>
  onClose: () => void
  onDone: () => void
}) => {
  const [name, setName] = useState(job.name ?? '')
  const [tags, setTags] = useState(job.tags.join(', '))
  const save = useAction(
    signal =>
      ask('PUT /jobs/:id/labels', {
        params: { id: job.id },
        body: { name: name.trim() || null, tags: tagsIn(tags, job.tags) },
        signal,
      }),
    () => {
      toast('Name and tags saved.')
      onDone()
    },
  )
  return (
    <Dialog title="Name and tags" onClose={onClose}>
      <Form
        action={save}
        end={
          <DialogButtons onClose={onClose}>
            <Submit>Save</Submit>
          </DialogButtons>
        }
      >
        <Field label="Name" autoFocus maxLength={200} value={name} onChange={setName} />
        <Field
          label="Tags"
          placeholder="prices, weekly"
          value={tags}
          onChange={setTags}
          hint="Up to ten, separated by commas. You can also set name and tags through the API."
        />
      </Form>
    </Dialog>
  )
}
