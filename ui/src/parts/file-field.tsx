import { type ReactNode, useEffect, useRef } from 'react'
import { Labelled } from './fields.tsx'

/**
 * A file of the person's own, chosen or dropped anywhere on the page, or one that the page offers:
 * each is named in the field.
 */
export const FileField = ({
  label,
  hint,
  file,
  onChange,
  ...rest
}: {
  label: string
  hint: ReactNode
  accept: string
  required?: boolean
  file: File | undefined
  onChange: (file: File | undefined) => void
}) => {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!file || !input.current || input.current.files?.[0] === file) return
    const offered = new DataTransfer()
    offered.items.add(file)
    input.current.files = offered.files
  }, [file])
  useEffect(() => {
    const isOfFile = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false
    const allow = (event: DragEvent) => {
      if (isOfFile(event)) event.preventDefault()
    }
    const take = (event: DragEvent) => {
      if (!isOfFile(event)) return
      event.preventDefault()
      onChange(event.dataTransfer?.files[0])
    }
    // A drop beside the field would otherwise open the file in place of the page.
    window.addEventListener('dragover', allow)
    window.addEventListener('drop', take)
    return () => {
      window.removeEventListener('dragover', allow)
      window.removeEventListener('drop', take)
    }
  }, [onChange])
  return (
    <Labelled label={label} hint={hint}>
      {named => (
        <input
          {...named}
          {...rest}
          ref={input}
          type="file"
          onChange={event => onChange(event.target.files?.[0])}
          className="w-full rounded-md border border-dashed bg-page px-3 py-5 file:mr-3 file:rounded file:border-0 file:bg-hover file:px-2 file:py-1"
        />
      )}
    </Labelled>
  )
}
