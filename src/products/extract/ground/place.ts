import type { Line } from './lines.ts'
import type { Span } from './parts.ts'

/** Where on the page a value stands; `start` and `end` are of its (first) line. */
export type Place = Span & { line: Line; quote: string }
