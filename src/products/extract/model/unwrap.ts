import { isObject } from '../../../kit/is-object.ts'
import type { Field } from '../schema/fields.ts'
import { linesKey, nameFor } from './strict.ts'

/**
 * A model without a strict mode may put the form into a box of its own: `{"data": {…}}`, `[{…}]`.
 * Only a box that holds nothing else is opened, and only if the form is in it.
 */
export const unwrap = (root: Field, answer: unknown): unknown => {
  if (!hasNames(root)) return answer
  let inner = answer
  for (let boxes = 0; boxes < maxBoxes && !isForm(root, inner); boxes++) inner = contentOf(inner)
  return isForm(root, inner) ? inner : answer
}

/** Whether an answer says anything in the form's own words; one that says nothing at all does. */
export const followsForm = (root: Field, answer: unknown): boolean =>
  !hasNames(root) || isForm(root, answer) || (isObject(answer) && ownNames(answer).length === 0)

const maxBoxes = 3

const hasNames = (root: Field) =>
  root.kind === 'object' && [root, ...root.branches].some(({ properties }) => properties.length > 0)

const isForm = (root: Field, answer: unknown): boolean => {
  if (!isObject(answer)) return false
  const names = new Set(ownNames(answer))
  return [root, ...root.branches].some(({ properties }) =>
    properties.some((property, at) => names.has(property.name) || names.has(nameFor(property, at))),
  )
}

const contentOf = (box: unknown): unknown => {
  if (Array.isArray(box)) return box.length === 1 ? box[0] : undefined
  if (!isObject(box)) return undefined
  const [name, ...others] = ownNames(box)
  return name !== undefined && others.length === 0 ? box[name] : undefined
}

const ownNames = (answer: Record<string, unknown>) =>
  Object.keys(answer).filter(name => name !== linesKey)
