/*
 * Steps know markup and the model knows pages: a step may keep what the model doubts, not what it is
 * sure of. On marked pages nineteen of twenty blocks that steps kept below these were no content.
 */

/** The rest of a row or a list of which half is kept. */
export const leastOfRest = 0.3
/** What stands beside the headline, and a list amid the text of an article. */
export const leastFact = 0.2
/** What opens a kept text, who wrote it, and a list amid other text. */
export const leastBeside = 0.1
/** What the page says of itself: its author, its day, its data. */
export const leastStated = 0.05
