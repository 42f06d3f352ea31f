import type { CompiledSchema, SchemaProblem } from './compile.ts'

type Judged = { data: unknown; problems: SchemaProblem[] }

/** An answer in which nothing at all was found, as the schema allows to say that. */
export const orEmpty = ({ validate }: CompiledSchema, { data, problems }: Judged): Judged => {
  if (data !== undefined) return { data, problems }
  const empty = [{}, null, []].find(one => validate(one).length === 0)
  return empty === undefined
    ? {
        data: null,
        problems: [{ path: '', field: '', keyword: 'required', message: 'is missing' }],
      }
    : { data: empty, problems: [] }
}
