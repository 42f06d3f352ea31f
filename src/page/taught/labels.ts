/** A text as a label: words alone count, and any number is as good as another. */
export const foldLabel = (text: string): string => {
  const known = folded.get(text)
  if (known !== undefined) return known
  const label = text
    .slice(0, 80)
    .toLowerCase()
    .replace(/\d+/g, '#')
    .replace(/[^\p{L}#$€£%]+/gu, ' ')
    .trim()
    .slice(0, 60)
  if (folded.size > maxKept) folded.clear()
  folded.set(text, label)
  return label
}

const folded = new Map<string, string>()
const maxKept = 20_000
