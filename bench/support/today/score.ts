import type { TodaySite } from './sites.ts'

export type TodaySums = Record<
  'due' | 'lacking' | 'given' | 'right' | 'silent' | 'flagged' | 'invented',
  number
>

export const noSums = (): TodaySums => ({
  ...{ due: 0, lacking: 0, given: 0, right: 0, silent: 0, flagged: 0, invented: 0 },
})

/** Whether it is what the page says, which may be nothing. */
export const countValue = (
  sums: TodaySums,
  value: unknown,
  truth: unknown,
  isFlagged: boolean,
): boolean => {
  const isGiven = value !== undefined
  const isRight = isGiven && value === truth
  sums.due += Number(truth !== null)
  sums.lacking += Number(truth === null)
  sums.given += Number(isGiven)
  sums.right += Number(isRight)
  sums.flagged += Number(isRight && isFlagged)
  sums.silent += Number(isGiven && !isRight && !isFlagged)
  sums.invented += Number(isGiven && truth === null)
  return isRight || (!isGiven && truth === null)
}

export const schemaOf = ({ fields }: TodaySite) => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(fields).map(([name, { type }]) => [name, { type }]),
  ),
})

/** As a caller gives it: numbers as such, the rest as the page writes it. */
export const dataOf = ({ fields }: TodaySite, thing: TodaySite['pages'][number]['thing']) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { type, write }]) => {
      const value = thing[name]
      return [
        name,
        value === null || value === undefined ? null : type === 'number' ? value : write(value),
      ]
    }),
  )
