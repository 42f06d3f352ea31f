import { Query, type QueryOptions } from './query.ts'
import type { BaseSql } from './types.ts'
import { Identifier, Parameter, RowHelper } from './values.ts'

/** What makes queries of templates, and gives them to `ask` when somebody waits for them. */
export const createTag = (ask: (query: Query) => void): BaseSql => {
  const tag = (first: TemplateStringsArray | string | Row, ...args: unknown[]) => {
    if (typeof first === 'string') return new Identifier(first)
    return 'raw' in first
      ? new Query(first as TemplateStringsArray, args, ask)
      : new RowHelper(first)
  }
  const unsafe = (text: string, args: readonly unknown[] = [], options: QueryOptions = {}) =>
    new Query([text], args, ask, { prepare: false, simple: args.length === 0, ...options })
  const typed = (value: unknown, type: number) => new Parameter(value, type)
  return Object.assign(tag, { unsafe, typed }) as unknown as BaseSql
}

type Row = Readonly<Record<string, unknown>>
