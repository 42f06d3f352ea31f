import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from './basics.tsx'
import { join } from './words.ts'

/** The browser's own modal: it holds the focus, closes on Escape and gives the focus back. */
export const Dialog = ({
  title,
  onClose,
  isWide = false,
  children,
}: {
  title: string
  onClose: () => void
  isWide?: boolean
  children: ReactNode
}) => {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  return (
    <dialog
      ref={ref}
      aria-labelledby={id}
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
      className={join(
        isWide ? 'w-[min(56rem,calc(100vw-2rem))]' : 'w-[min(36rem,calc(100vw-2rem))]',
        'rounded-lg border bg-card p-5 text-ink shadow-xl',
      )}
    >
      <h2 id={id} className="mb-4 break-words font-semibold text-lg">
        {title}
      </h2>
      {children}
    </dialog>
  )
}

/** In sight however long the dialog is. */
const lastLine =
  'sticky -bottom-5 -mx-5 mt-1 -mb-5 flex justify-end gap-2 rounded-b-lg border-t bg-card px-5 py-3'

/** The last line of a dialog: a way out, then what it is for. */
export const DialogButtons = ({
  onClose,
  children,
}: {
  onClose: () => void
  children: ReactNode
}) => (
  <div className={lastLine}>
    <Button onClick={onClose}>Cancel</Button>
    {children}
  </div>
)

/** The last line of a dialog that is only to be read. */
export const DialogClose = ({
  onClose,
  label = 'Close',
}: {
  onClose: () => void
  label?: string
}) => (
  <div className={lastLine}>
    <Button look="main" onClick={onClose}>
      {label}
    </Button>
  </div>
)
