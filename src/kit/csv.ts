/** A line of CSV as RFC 4180 says. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(quote).join(',')}\r\n`

/** What begins like a formula would be run by a spreadsheet. */
const quote = (text: string): string => {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
