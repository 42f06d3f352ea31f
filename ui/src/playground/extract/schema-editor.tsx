import { lazy, Suspense, useState } from 'react'
import { useCheck } from '../../api/use-check.ts'
import { Waiting } from '../../parts/basics.tsx'
import { Choice } from '../../parts/fields.tsx'
import { SchemaFields } from './schema-fields.tsx'
import { type FormField, formProblem, fromSchema, toSchema } from './schema-form.ts'

/** A third of the dashboard's script, so it comes only to those who edit JSON. */
const CodeMirror = lazy(async () => ({ default: (await import('./code-mirror.tsx')).CodeMirror }))

/**
 * What is typed: text is the truth, and the form a way to write it. Without a schema and without a
 * problem, none is wanted.
 */
export type Typed = { text: string; schema: unknown; problem: string | undefined }

export const typed = (text: string): Typed => {
  try {
    return { text, schema: JSON.parse(text), problem: undefined }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { text, schema: undefined, problem: `This is not JSON: ${why}` }
  }
}

export const SchemaEditor = ({
  value,
  onChange,
  hasModel,
}: {
  value: Typed
  onChange: (value: Typed) => void
  hasModel: boolean
}) => {
  const [view, setView] = useState<'form' | 'json' | 'none'>('form')
  const choose = (chosen: typeof view) => {
    setView(chosen)
    if (chosen === 'none') onChange({ text: value.text, schema: undefined, problem: undefined })
    else if (view === 'none') onChange(typed(value.text))
  }
  // The form as it stands: two fields may have one name for a moment, which no schema can say.
  const [draft, setDraft] = useState<{ fields: FormField[]; text: string }>()
  const read = value.schema === undefined ? undefined : fromSchema(value.schema)
  const fields = draft?.text === value.text ? draft.fields : read
  const problem = useProblem(value)
  const write = (changed: FormField[]) => {
    const text = JSON.stringify(toSchema(changed), null, 2)
    setDraft({ fields: changed, text })
    onChange({ ...typed(text), problem: formProblem(changed) })
  }
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium">Schema</h3>
        <Choice
          label="How the schema is edited"
          options={[
            { value: 'form', label: 'Form' },
            { value: 'json', label: 'JSON' },
            ...(hasModel ? [{ value: 'none', label: 'None' } as const] : []),
          ]}
          value={view}
          onChange={choose}
        />
      </div>
      {view === 'json' && (
        <Suspense fallback={<Waiting />}>
          <CodeMirror
            label="Schema as JSON"
            initial={value.text}
            onChange={text => onChange(typed(text))}
          />
        </Suspense>
      )}
      {view === 'form' &&
        (fields ? (
          <SchemaFields fields={fields} onChange={write} />
        ) : (
          <p className="rounded-md border p-3 text-soft">
            {value.schema === undefined
              ? 'The JSON is not complete yet, so the form cannot show it.'
              : 'The form cannot show all of this schema. Edit it as JSON.'}
          </p>
        ))}
      {view === 'none' && (
        <p className="rounded-md border p-3 text-soft">
          The language model chooses the fields. Say above what you are looking for.
        </p>
      )}
      <p role="status" className={problem ? 'text-bad' : 'text-good'}>
        {problem ?? (problem === null && 'The schema is valid.')}
      </p>
    </div>
  )
}

/**
 * JSON is judged here, the schema by the server that will use it, shortly after the last key. Null
 * when there is no problem, undefined while nobody knows.
 */
const useProblem = ({ schema, problem }: Typed): string | null | undefined => {
  const isKnown = problem !== undefined || schema === undefined
  const sent = isKnown ? undefined : { body: { schema } }
  const { value, isCurrent } = useCheck('POST /schema/check', sent, 250)
  if (isKnown) return problem
  return isCurrent ? value?.problem : undefined
}
