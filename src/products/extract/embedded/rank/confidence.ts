/**
 * How sure a reader is where no forest has measured it. Below `sureEnough` the warning names the
 * field; `faint` is only just above saying nothing.
 */
export const confidence = {
  /** The page lists it as what is asked for: its breadcrumbs, its headings. */
  stated: 0.9,
  /** A heading, a class or a link says the field's name. */
  labelled: 0.75,
  /** Its place or its wording says what it is. */
  likely: 0.7,
  /** Nothing else on the page contradicts it. */
  guessed: 0.6,
  faint: 0.55,
} as const

/** What a match of 0 to 1 is worth, by where it was found. */
export const sureOfMatch = {
  /** What a page's markup states of the thing itself is right nearly always. */
  thing: (match: number) => 0.55 + 0.4 * Math.min(1, match),
  /** One of several things that the markup lists. */
  entry: (match: number) => 0.5 + 0.4 * Math.min(1, match),
  /** What a page states of itself in its head. */
  head: (match: number) => 0.45 + 0.4 * Math.min(1, match),
  /** A part of a record: by how likely its list is one of records, and how well the part fits. */
  record: (list: number, match: number) => 0.35 + 0.35 * list + 0.25 * Math.min(1, match),
} as const
