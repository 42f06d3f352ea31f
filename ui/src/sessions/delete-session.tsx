import type { Session } from '../../../src/base/sessions/request.ts'
import { ask } from '../api/ask.ts'
import { useAction } from '../api/use-action.ts'
import { Dialog, DialogButtons } from '../parts/dialog.tsx'
import { Form, Submit } from '../parts/form.tsx'

export const DeleteSession = ({ session, onClose }: { session: Session; onClose: () => void }) => {
  const params = { id: session.id }
  const remove = useAction(
    signal => ask('DELETE /v1/sessions/:id', { params, signal }),
    () => onClose(),
  )
  return (
    <Dialog title={`Delete “${session.name}”?`} onClose={onClose}>
      <Form
        action={remove}
        end={
          <DialogButtons onClose={onClose}>
            <Submit look="bad">Delete session</Submit>
          </DialogButtons>
        }
      >
        <p>
          Siteray forgets its cookies. Calls, jobs and schedules that use it fail. The site itself
          may still count you as signed in.
        </p>
      </Form>
    </Dialog>
  )
}
