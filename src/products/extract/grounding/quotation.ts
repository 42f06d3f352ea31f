import type { Box } from './boxes.ts'

/** Words of the page, and where they stand. */
export type Quotation = {
  quote: string
  /** The number of a line. */
  node: number | undefined
  /** A property of the page's own markup, or another place that is no line of its text. */
  fact: string | undefined
}

export type Range = Pick<Box, 'first' | 'last'>

/** `stands` has the lines that it is a link of, or those of the element around it. */
export type Address = Quotation & { stands: Range[] }
