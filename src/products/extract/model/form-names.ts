import type { Field } from '../schema/fields.ts'

/** Holds the numbers of the lines that an object's values were read from. */
export const linesKey = '_lines'

/** Providers take few characters in names, and a few names are ours. */
const isPlain = (name: string) =>
  /^[A-Za-z0-9_.-]{1,64}$/.test(name) && name !== linesKey && !name.startsWith('_name_')

/** What a property is called towards the model. */
export const nameFor = (field: Field, index: number): string =>
  isPlain(field.name) ? field.name : `_name_${index + 1}`
