/** The number of a month by its name in one of the world's larger languages. */
export const monthOf = (word: string): number | undefined => {
  months ??= readMonths()
  return months.get(fold(word))
}

/** Asked for by few pages, and not for nothing: made when first needed. */
let months: Map<string, number> | undefined

/** From ICU's own tables; also the genitive forms, which stand beside a day. */
const readMonths = (): Map<string, number> => {
  const names = new Map<string, number>()
  for (const language of languages.split(' '))
    for (const style of ['long', 'short'] as const)
      for (const day of [undefined, 'numeric'] as const) {
        const format = new Intl.DateTimeFormat(`${language}-u-ca-gregory`, {
          month: style,
          day,
          timeZone: 'UTC',
        } as Intl.DateTimeFormatOptions)
        for (let month = 0; month < 12; month++) {
          const parts = format.formatToParts(new Date(Date.UTC(2023, month, 15)))
          const name = fold(parts.find(part => part.type === 'month')?.value ?? '')
          if (/^\p{L}{3,}$/u.test(name) && !names.has(name)) names.set(name, month + 1)
        }
      }
  names.set('sept', 9)
  return names
}

const languages =
  'en de fr es it pt nl sv da nb fi pl cs sk sl hr sr hu ro bg ru uk el tr id vi ca et lv lt ar he fa hi'

const fold = (word: string): string =>
  word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\.$/, '')
