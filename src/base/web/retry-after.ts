/** The header Retry-After, seconds or a date, as RFC 9110 has it. */
export const retryAfterSeconds = (value: string | undefined): number | undefined => {
  if (value === undefined) return undefined
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1_000
  return seconds > 0 && Number.isFinite(seconds) ? Math.ceil(seconds) : undefined
}
