import { fold } from '../../../page/words/words.ts'

/** What a phrase says of whether something is to be had, is so, or is not. */
export const senseOf = (text: string): boolean | undefined => {
  const plain = fold(text)
    .replace(/^https?:\/\/schema\.org\//, '')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
  if (plain.length > maxChars) return undefined
  if (denied.test(plain)) return false
  return affirmed.test(plain) ? true : undefined
}

const maxChars = 80

const denied =
  /^(?:no|none|false|not?)\b(?! only)|\b(?:out ?of ?stock|sold ?out|un ?available|not (?:currently )?available|not in stock|no longer|discontinued|not included|excluded|ausverkauft|nicht (?:auf lager|verfugbar|lieferbar)|epuise|agotado|esaurito|uitverkocht)\b/
const affirmed =
  /^(?:yes|true|ja|oui|si|sim)\b|\b(?:in ?stock|available|ready to ship|ships (?:today|within|in)|(?:limited|low) stock|only \d+ left|auf lager|lieferbar|verfugbar|en stock|disponible|disponibile|op voorraad|included)\b/
