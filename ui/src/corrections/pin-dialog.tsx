import { useState } from 'react'
import { ask } from '../api/ask.ts'
import { useAction } from '../api/use-action.ts'
import { Dialog, DialogButtons } from '../parts/dialog.tsx'
import { Choice, Field } from '../parts/fields.tsx'
import { FileField } from '../parts/file-field.tsx'
import { Form, Submit } from '../parts/form.tsx'
import { isPicture, type What, whatNames } from './words.ts'

export type PinWish = { domain: string; what: What; complaint?: string }

const whats = Object.entries(whatNames).map(([value, label]) => ({ value: value as What, label }))
const mostBytes = 4_000_000

/** Puts something of the operator's choice in place of what a site says. */
export const PinDialog = ({
  wish,
  onClose,
  onDone,
}: {
  wish: PinWish
  onClose: () => void
  onDone: (domain: string) => void
}) => {
  const [domain, setDomain] = useState(wish.domain)
  const [what, setWhat] = useState(wish.what)
  const [words, setWords] = useState('')
  const [file, setFile] = useState<File>()
  const { complaint } = wish
  const pin = useAction(
    async signal => {
      const value = isPicture(what) && file ? await readAsUrl(file) : words
      const body = { domain, what, value, ...(complaint ? { complaint } : {}) }
      return ask('PUT /pins', { body, signal })
    },
    () => onDone(domain),
  )
  return (
    <Dialog title="Pin for a domain" onClose={onClose}>
      <Form
        action={pin}
        end={
          <DialogButtons onClose={onClose}>
            <Submit whileBusy="Reading…">Pin</Submit>
          </DialogButtons>
        }
      >
        <Field
          label="Domain"
          required
          autoFocus={domain === ''}
          placeholder="example.com"
          value={domain}
          onChange={setDomain}
        />
        <Choice label="What to pin" options={whats} value={what} onChange={setWhat} />
        {isPicture(what) && (
          <FileField
            label="A file"
            accept="image/*,.ico"
            file={file}
            onChange={setFile}
            hint={
              file
                ? 'Siteray removes scripts and references to other sites.'
                : 'SVG, PNG, WebP, JPEG, GIF or ICO, up to 4 MB.'
            }
          />
        )}
        {!(isPicture(what) && file) && (
          <Field
            key={what}
            label={labels[what]}
            required
            placeholder={examples[what]}
            value={words}
            onChange={setWords}
          />
        )}
        <p className="text-soft">
          It takes effect at once, for all accounts of this server, until you undo it.
        </p>
      </Form>
    </Dialog>
  )
}

const labels: Record<What, string> = {
  icon: 'Or its address',
  dark: 'Or its address',
  og: 'Or its address',
  logo: 'Or its address',
  symbol: 'Or its address',
  color: 'Color',
  name: 'Name',
  names: 'Names, with ; between them',
  tickers: 'Symbols, with ; between them',
}
const examples: Record<What, string> = {
  icon: 'https://example.com/logo.svg',
  dark: 'https://example.com/logo-dark.svg',
  og: 'https://example.com/card.png',
  logo: 'https://example.com/wordmark.svg',
  symbol: 'https://example.com/symbol.svg',
  color: '#1a73e8',
  name: 'Example Inc.',
  names: 'Example Labs; エグザンプル',
  tickers: 'EXMP; EXM.DE',
}

const readAsUrl = async (file: File): Promise<string> => {
  if (file.size > mostBytes) throw new Error('The file is larger than 4 MB.')
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const reader = new FileReader()
  reader.onload = () => resolve(String(reader.result))
  reader.onerror = () => reject(new Error('The file cannot be read.'))
  reader.readAsDataURL(file)
  return promise
}
