import { attempt } from './attempt.ts'
/** Undefined where the text is no JSON. */
export const parseJson = (text: string): unknown => attempt(() => JSON.parse(text))
