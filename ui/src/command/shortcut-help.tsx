import type { SessionAnswer } from '../../../src/doors/dashboard/schemas.ts'
import { pagesFor } from '../pages.ts'
import { Dialog, DialogClose } from '../parts/dialog.tsx'

export const ShortcutHelp = ({
  session,
  onClose,
}: {
  session: SessionAnswer
  onClose: () => void
}) => {
  const ways = pagesFor(session).flatMap(({ key, name }) =>
    key === undefined ? [] : [{ keys: ['g', key], meaning: name }],
  )
  const all = [
    { keys: ['Ctrl or ⌘', 'K'], meaning: 'Search everything' },
    { keys: ['/'], meaning: 'Search in this list' },
    { keys: ['?'], meaning: 'These shortcuts' },
    ...ways,
  ]
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl className="mb-4 grid gap-x-8 gap-y-2 sm:grid-cols-2">
        {all.map(({ keys, meaning }) => (
          <div key={meaning} className="flex items-center justify-between gap-3">
            <dt>{meaning}</dt>
            <dd className="flex gap-1">
              {keys.map(key => (
                <kbd key={key} className="rounded border bg-page px-1.5 py-0.5 font-sans text-xs">
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <DialogClose onClose={onClose} />
    </Dialog>
  )
}
