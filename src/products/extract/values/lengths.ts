import { findDurations } from './durations.ts'

/** A length of time in a text: with its units, or as a player shows it (`2:16:00`). */
export const findLengths = (text: string): ReturnType<typeof findDurations> => [
  ...findDurations(text),
  ...Array.from(
    text.matchAll(clock),
    ({ index, 0: { length }, 1: hours, 2: minutes, 3: rest }) => ({
      ...{ start: index, end: index + length },
      seconds: Number(hours) * 3600 + Number(minutes) * 60 + Number(rest),
    }),
  ),
]

/** Not the time of a day: `2024-05-12 10:30:00`, `10:30:00 am`. Of 2:16 nobody knows the units. */
const clock =
  /(?<![\d:.,T]|\d )(\d{1,3}):([0-5]\d):([0-5]\d)(?![\d:]|[.,]\d)(?!\s?(?:[ap]\.?\s?m\b|Uhr\b|Z\b|UTC\b|GMT\b|[+-]\d))/gi
