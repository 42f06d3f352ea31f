import type { Intent } from '../words/intent.ts'

/** What the words right behind a number make of it. */
type Unit = 'money' | 'percent' | 'measure' | 'time' | 'stars'

/** Whether a number with this unit can be what the field asks for: 250 g are no price. */
export const fitsUnit = (intent: Intent, unit: Unit | undefined): boolean =>
  unit === undefined || !(strangers[intent] ?? []).includes(unit)

const strangers: Partial<Record<Intent, readonly Unit[]>> = {
  money: ['percent', 'measure', 'time', 'stars'],
  count: ['money', 'percent', 'measure', 'time', 'stars'],
  rating: ['money', 'measure', 'time'],
  // A saving or a discount may be an amount.
  percent: ['measure', 'time', 'stars'],
  measure: ['money', 'percent', 'stars'],
  duration: ['money', 'percent', 'measure', 'stars'],
  date: ['money', 'percent', 'measure', 'stars'],
}

export const unitAfter = (after: string): Unit | undefined => {
  if (measure.test(after) || letter.test(after)) return 'measure'
  return time.test(after) || minutes.test(after) ? 'time' : undefined
}

const measure =
  /^[\s-]?(?:kg|g|gr|gram\p{L}{0,3}|mg|ml|cl|dl|l|lit(?:er|re)s?|cm|mm|km|oz|ounces?|lbs?|pounds?(?= of| and|$)|cups?|tbsps?|tsps?|tablespoons?|teaspoons?|el|tl|esslöffel|teelöffel|kcal|cal|kj|°[cf]?|px|inch(?:es)?|ft|mah|gb|mb|tb|hz|khz|mhz|ghz|kw|kwh|hp|mph|mpg)(?![\p{L}\p{N}])/iu
/** 12V, Volume 35A: a unit, or the end of a code. Thousands, millions and francs are counted. */
const letter = /^[AC-EG-JLN-Z](?![\p{L}\p{N}])/u
const time =
  /^[\s-]?(?:min(?:s|ute|utes|uten|uti|utos)?|h|hrs?|hours?|stunden?|std|sec(?:ond)?s?|days?|tage|jours?|weeks?|wochen|months?|monate|years?|jahre)(?![\p{L}\p{N}])/iu
/** "35m" at the end of a line; in front of a noun it may be millions. */
const minutes = /^\s?m\W*$/u
