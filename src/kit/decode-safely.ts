import { attempt } from './attempt.ts'
/** As `decodeURIComponent`; what cannot be decoded stays as it is. */
export const decodeSafely = (text: string): string =>
  attempt(() => decodeURIComponent(text)) ?? text
