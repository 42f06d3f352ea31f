import { useState } from 'react'
import { ask } from '../api/ask.ts'
import { useAction } from '../api/use-action.ts'
import { Dialog, DialogButtons } from '../parts/dialog.tsx'
import { Field } from '../parts/fields.tsx'
import { Form, Submit } from '../parts/form.tsx'
import { go } from '../route.tsx'
import { TimetableFields } from './timetable-fields.tsx'
import type { Schedule } from './words.ts'

export const EditSchedule = ({
  schedule,
  onClose,
  onDone,
}: {
  schedule: Schedule
  onClose: () => void
  onDone: () => void
}) => {
  const [name, setName] = useState(schedule.name)
  const [timetable, setTimetable] = useState({ cron: schedule.cron, timeZone: schedule.timeZone })
  const params = { id: schedule.id }
  const save = useAction(
    signal => ask('PATCH /v1/schedules/:id', { params, body: { name, ...timetable }, signal }),
    onDone,
  )
  return (
    <Dialog title="Edit the schedule" onClose={onClose}>
      <Form
        action={save}
        end={
          <DialogButtons onClose={onClose}>
            <Submit>Save</Submit>
          </DialogButtons>
        }
      >
        <Field label="Name" required maxLength={100} value={name} onChange={setName} />
        <TimetableFields value={timetable} onChange={setTimetable} />
      </Form>
    </Dialog>
  )
}

export const DeleteSchedule = ({
  schedule,
  onClose,
}: {
  schedule: Schedule
  onClose: () => void
}) => {
  const params = { id: schedule.id }
  const remove = useAction(
    signal => ask('DELETE /v1/schedules/:id', { params, signal }),
    () => go('/schedules'),
  )
  return (
    <Dialog title={`Delete “${schedule.name}”?`} onClose={onClose}>
      <Form
        action={remove}
        end={
          <DialogButtons onClose={onClose}>
            <Submit look="bad">Delete schedule</Submit>
          </DialogButtons>
        }
      >
        <p>
          It stops running. Siteray deletes its past runs and their results. You cannot undo this.
        </p>
      </Form>
    </Dialog>
  )
}
