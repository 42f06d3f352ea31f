export const readerEvents = [
  'reader.ready',
  'reader.drifting',
  'reader.repaired',
  'reader.broken',
  'reader.question',
] as const
export type ReaderEvent = (typeof readerEvents)[number]
