/*
 * Steps know markup and the model knows pages: a step may keep what the model doubts, not what it is
 * sure of. On marked pages nineteen of twenty blocks that steps kept below these were no content.
 */

/** The rest of a row or a list of which half is kept. */
export const leastOfRest = 0.3
/** What stands beside the headline; a line of a list amid kept text. */
export const leastAmid = 0.2
/** What opens a kept text, and who wrote it. */
export const leastBeside = 0.1
/** What the page says of itself: its author, its day, its data. */
export const leastStated = 0.05
