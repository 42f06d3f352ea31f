import { counted } from '../../../kit/counted.ts'
export const nothingFound = 'Nothing that the schema asks for is on the page.'

/** The first few of many pointers. */
export const firstFew = (pointers: readonly string[]): string => {
  const shown = pointers.slice(0, 8).map(pointer => pointer || 'the whole')
  const more = pointers.length - shown.length
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ')
}

/** Said whenever lines of a page were not used because they speak to a model. */
export const orderNotice = (lines: number): string[] =>
  lines === 0
    ? []
    : [
        `${counted(lines, 'line')} of the page that ${lines === 1 ? 'gives' : 'give'} orders to a language model ${lines === 1 ? 'was' : 'were'} not used.`,
      ]
