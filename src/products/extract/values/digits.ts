/** Digits and separators of other scripts as ASCII writes them; every sign stays in its place. */
export const plainDigits = (text: string): string =>
  foreign.test(text) ? text.replace(everyForeign, sign => separators[sign] ?? digitOf(sign)) : text

const digitOf = (sign: string): string => {
  const code = sign.charCodeAt(0)
  return String(code - (zeros.findLast(zero => zero <= code) ?? 0))
}

/** Of Arabic, Persian, Devanagari, Bengali, Gujarati, Thai and of full width, in their order. */
const zeros = [...'٠۰०০૦๐０'].map(zero => zero.charCodeAt(0))
const separators: Record<string, string> = { '٫': '.', '٬': ',' }
const foreign = /[٠-٩۰-۹०-९০-৯૦-૯๐-๙０-９]/
const everyForeign = /[٠-٩۰-۹०-९০-৯૦-૯๐-๙０-９]|(?<=[٠-٩۰-۹])[٫٬](?=[٠-٩۰-۹])/g
