/** Signs that only one currency has; a dollar is the American one if none else is named. */
export const currencySigns = new Map([
  ['EUR', '€'],
  ['GBP', '£'],
  ['USD', '$'],
  ['INR', '₹'],
  ['RUB', '₽'],
  ['KRW', '₩'],
  ['PLN', 'zł'],
  ['CZK', 'Kč'],
  ['TRY', '₺'],
  ['UAH', '₴'],
  ['ILS', '₪'],
])

export const otherDollars = /\b(?:CAD|AUD|NZD|SGD|HKD|TWD|MXN)\b|\b(?:C|CA|A|AU|NZ|S|HK|NT|Mex)\$/

export const asksCurrency = (name: string): boolean =>
  /currency|waehrung|währung|devise|moneda|valuta/i.test(name)
