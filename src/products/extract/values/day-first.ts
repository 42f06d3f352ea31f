import type { First } from '../../../page/metadata/day-or-month.ts'
import { findDates } from './dates.ts'

/** Of 3/4/2011 the reading with the day, or the month, first. */
export const dateIn = (quote: string, first: First): string | undefined => {
  const [, figure] = inFigures.exec(quote) ?? []
  if (figure === undefined) return undefined
  const isMeant = (iso: string) => (Number(iso.slice(8)) === Number(figure)) === (first === 'day')
  return findDates(quote)[0]?.readings.find(isMeant)
}

/** 3/4/2011: which is the month depends on who writes. */
export const inFigures = /^(\d{1,2})([/.-])(\d{1,2})\2\d/
