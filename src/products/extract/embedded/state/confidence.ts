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
