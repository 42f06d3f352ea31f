/** Tags as people type them: with commas between. One that has a comma of its own stays whole. */
export const tagsIn = (text: string, known: readonly string[]): string[] => {
  const whole = known.filter(tag => tag.includes(',') && text.includes(tag))
  const rest = whole.reduce((left, tag) => left.replace(tag, ''), text)
  const typed = rest.split(',').map(tag => tag.trim())
  return [...new Set([...whole, ...typed])].filter(tag => tag !== '')
}
