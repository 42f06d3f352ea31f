import type { GroundLine } from './lines.ts'
import type { TextSpan } from './parts.ts'

/** Where on the page a value stands; `start` and `end` are of its (first) line. */
export type QuotePosition = TextSpan & { line: GroundLine; quote: string }
