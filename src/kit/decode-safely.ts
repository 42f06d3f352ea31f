/** As `decodeURIComponent`; what cannot be decoded stays as it is. */
export const decodeSafely = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
