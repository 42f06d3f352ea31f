import { createPatch } from 'diff'

/** Longer is no news but another page. */
const maxDiffChars = 20_000
/** Line by line it grows with the square of what differs; then only the fact is told. */
const maxEdits = 2_000

/** What changed between two texts as a unified diff, or a sentence where that would be too much. */
export const diffTexts = ({ before, after }: { before: string; after: string }): string => {
  const patch = createPatch('page', before, after, undefined, undefined, {
    context: 1,
    maxEditLength: maxEdits,
  })
  if (patch === undefined) return 'Nearly everything is different.'
  // What stands before names files: there are none.
  const text = patch.slice(Math.max(0, patch.indexOf('@@'))).trim()
  return text.length > maxDiffChars ? `${text.slice(0, maxDiffChars)}\n…` : text
}
