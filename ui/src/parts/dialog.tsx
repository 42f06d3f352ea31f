import { type ReactNode, useEffect, useId, useRef } from 'react'

/** The browser's own modal: it holds the focus, closes on Escape and gives the focus back. */
export const Dialog = ({
  title,
  onClose,
  children,
}: {
  title: string
  onClose: () => void
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
      className="w-[min(36rem,calc(100vw-2rem))] rounded-lg border bg-card p-5 text-ink shadow-xl"
    >
      <h2 id={id} className="mb-4 font-semibold text-lg">
        {title}
      </h2>
      {children}
    </dialog>
  )
}
