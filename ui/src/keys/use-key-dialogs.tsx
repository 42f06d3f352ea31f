import { Globe, Pencil, RefreshCw, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { CreatedKeyAnswer, KeyAnswer } from '../../../src/doors/dashboard/schemas.ts'
import type { Item } from '../parts/dropdown.tsx'
import { toast } from '../parts/toast.tsx'
import { CreateKey, DeleteKey, RenameKey, RollKey } from './key-dialogs.tsx'
import { OriginsEditor } from './origins.tsx'
import { showOnce } from './shown-once.ts'

type Open = { what: 'create' } | { what: 'delete' | 'roll' | 'origins' | 'rename'; key: KeyAnswer }

/** Everything one can do with keys, and the dialog that is open. */
export const useKeyDialogs = ({
  onChange,
  onDeleted,
  creates = false,
  onCreates,
}: {
  onChange: () => void
  onDeleted?: () => void
  /** Whether a new one is being made, as the address says. */
  creates?: boolean
  onCreates?: (creates: boolean) => void
}): { open: (open: Open) => void; shown: ReactNode } => {
  const [dialog, setDialog] = useState<Open>()
  const show = (wanted: Open | undefined) => {
    onCreates?.(wanted?.what === 'create')
    setDialog(wanted)
  }
  const now = dialog ?? (creates ? ({ what: 'create' } as const) : undefined)
  const close = () => show(undefined)
  const created = (key: CreatedKeyAnswer) => {
    close()
    showOnce({ created: key })
    onChange()
  }
  const done = (said: string) => () => {
    close()
    toast(said)
    onChange()
  }
  return {
    open: show,
    shown: now && (
      <>
        {now.what === 'create' && <CreateKey onClose={close} onCreated={created} />}
        {now.what === 'rename' && (
          <RenameKey shown={now.key} onClose={close} onDone={done('Key renamed.')} />
        )}
        {now.what === 'delete' && (
          <DeleteKey
            shown={now.key}
            onClose={close}
            onDone={() => {
              close()
              toast(`“${now.key.name}” deleted.`)
              ;(onDeleted ?? onChange)()
            }}
          />
        )}
        {now.what === 'roll' && <RollKey shown={now.key} onClose={close} onCreated={created} />}
        {now.what === 'origins' && (
          <OriginsEditor shown={now.key} onClose={close} onDone={done('Origins saved.')} />
        )}
      </>
    ),
  }
}

/** For whoever may change it. */
export const keyActions = (key: KeyAnswer, open: (open: Open) => void): Item[][] =>
  !key.mayChange
    ? []
    : [
        [
          { name: 'Rename', Icon: Pencil, onChoose: () => open({ what: 'rename', key }) },
          ...(key.kind === 'publishable'
            ? [
                {
                  ...{ name: 'Allowed origins', Icon: Globe },
                  onChoose: () => open({ what: 'origins', key }),
                },
              ]
            : []),
          { name: 'Roll', Icon: RefreshCw, onChoose: () => open({ what: 'roll', key }) },
        ],
        [
          {
            ...{ name: 'Delete', Icon: Trash2, look: 'bad' as const },
            onChoose: () => open({ what: 'delete', key }),
          },
        ],
      ]
