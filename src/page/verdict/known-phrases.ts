import { listOf, objectOf, text } from '../../kit/data-shape.ts'
import data from './known-phrases.json' with { type: 'json' }

type KnownPhrases = {
  /** How the titles of consent forms begin. */
  consentTitles: readonly string[]
  /** What sentences about consent are made of. */
  consentWords: readonly string[]
  /** In script, frame and form addresses or element ids of consent forms. */
  consentParts: readonly string[]
  /** The same of those who park domains. */
  parkedParts: readonly string[]
  /** What parked domains say of themselves. */
  parkedTexts: readonly string[]
}

const texts = listOf(text)

export const knownPhrases: KnownPhrases = objectOf<KnownPhrases>({
  consentTitles: texts,
  consentWords: texts,
  consentParts: texts,
  parkedParts: texts,
  parkedTexts: texts,
})(data, 'known-phrases.json')
