import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from './basics.tsx'
import { join } from './words.ts'

/**
 * The browser's own modal: it holds the focus, closes on Escape and gives the focus back. While
 * `isHeld` nothing but its own buttons closes it: not Escape, not the back gesture of a phone, which
 * some browsers let through at the second try.
 */
export const Dialog = ({
  title,
  onClose,
  isWide = false,
  isHeld = false,
  onHeld,
  children,
}: {
  title: string
  onClose: () => void
  isWide?: boolean
  isHeld?: boolean
  /** Somebody tried to close it all the same. */
  onHeld?: () => void
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
      onKeyDown={event => {
        if (!isHeld || event.key !== 'Escape') return
        event.preventDefault()
        onHeld?.()
      }}
      onCancel={event => {
        // A file chooser inside says the same of itself.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        if (isHeld) onHeld?.()
        else onClose()
      }}
      onClose={event => {
        if (isHeld && event.currentTarget.isConnected) event.currentTarget.showModal()
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
  isHeld = false,
  children,
}: {
  onClose: () => void
  isHeld?: boolean
  children: ReactNode
}) => (
  <div className={lastLine}>
    <Button onClick={onClose} disabled={isHeld}>
      Cancel
    </Button>
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
