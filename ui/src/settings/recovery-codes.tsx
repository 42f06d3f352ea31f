import { useState } from 'react'
import { Button } from '../parts/basics.tsx'
import { Copy } from '../parts/code.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { download } from '../parts/download.ts'

/** Shown once, to be kept somewhere else than the phone. */
export const RecoveryCodes = ({ codes, onClose }: { codes: string[]; onClose: () => void }) => {
  const [isSaved, setIsSaved] = useState(false)
  return (
    <Dialog title="Save these recovery codes" onClose={onClose} isHeld={!isSaved}>
      <div className="flex flex-col gap-4">
        <p>
          Without your phone, a recovery code signs you in instead of the app’s code. Each code
          works once. You see them only now.
        </p>
        <ul
          data-testid="recovery-codes"
          className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-md border bg-page p-3 font-mono"
        >
          {codes.map(code => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="flex flex-wrap justify-end gap-2">
          <Copy text={codes.join('\n')} label="Copy codes" onCopied={() => setIsSaved(true)} />
          <Button
            onClick={() => {
              download('siteray-recovery-codes.txt', `${codes.join('\n')}\n`)
              setIsSaved(true)
            }}
          >
            Download
          </Button>
          <Button look="main" onClick={onClose}>
            I have saved them
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
