import type { CompiledSchema, SchemaProblem } from './compile.ts'

type Result = { data: unknown; problems: SchemaProblem[] }

/** An answer in which nothing at all was found, as the schema allows to say that. */
export const orNothing = ({ validate }: CompiledSchema, { data, problems }: Result): Result => {
  if (data !== undefined) return { data, problems }
  const nothing = [{}, null, []].find(one => validate(one).length === 0)
  return nothing === undefined
    ? {
        data: null,
        problems: [{ path: '', field: '', keyword: 'required', message: 'is missing' }],
      }
    : { data: nothing, problems: [] }
}
