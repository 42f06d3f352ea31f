import { useState } from 'react'
import { Button } from '../parts/basics.tsx'
import { Copy } from '../parts/code.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { markSaved, showOnce, useShownOnce } from './shown-once.ts'

/** The key that was just created, on whatever page its owner is. */
export const ShowKey = () => {
  const { created } = useShownOnce()
  return created ? <Shown key={created.id} created={created} /> : null
}

type Created = NonNullable<ReturnType<typeof useShownOnce>['created']>

const Shown = ({ created }: { created: Created }) => {
  const isSecret = created.kind === 'secret'
  const [isCopied, setIsCopied] = useState(false)
  const [isHeld, setIsHeld] = useState(false)
  return (
    <Dialog
      title={`Your new key “${created.name}”`}
      onClose={() => showOnce({ created: undefined })}
      isHeld={isSecret && !isCopied}
      onHeld={() => setIsHeld(true)}
    >
      <div className="flex flex-col gap-4">
        <p>
          {isSecret
            ? 'You see this key only once. Copy it and store it where you keep passwords.'
            : 'You can see this key again on its own page, with lines to copy.'}
        </p>
        <code
          data-testid="new-key"
          className="break-all rounded-md border bg-page p-3 font-mono text-xs"
        >
          {created.key}
        </code>
        <p role="status" className="text-warn empty:hidden">
          {isHeld && !isCopied && 'Copy the key first, or press “I saved it”.'}
        </p>
        <div className="flex flex-wrap justify-end gap-2">
          <Copy
            text={created.key}
            label="Copy key"
            onCopied={() => {
              setIsCopied(true)
              markSaved()
            }}
          />
          <Button look="main" onClick={() => showOnce({ created: undefined })}>
            {isSecret ? 'I saved it' : 'Done'}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
