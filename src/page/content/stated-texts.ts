import { isObject } from '../../kit/is-object.ts'
import { type JsonLd, type JsonLdObject, typesOf } from '../metadata/json-ld.ts'
import { hashesOf } from './words.ts'

/**
 * The short texts that JSON-LD states of what a page is about (ingredients, the place of an event,
 * who wrote it), each as one number that `textKey` makes of its words.
 */
export const statedTexts = ({ things }: JsonLd): Set<number> => {
  const stated = new Set<number>()
  const waiting: unknown[] = things.filter(isSubject)
  while (waiting.length > 0 && stated.size < maxTexts) {
    const value = waiting.pop()
    if (typeof value === 'string') addText(value, stated)
    else if (Array.isArray(value)) for (const item of value) waiting.push(item)
    else if (isObject(value))
      for (const [key, said] of Object.entries(value)) if (!otherKeys.has(key)) waiting.push(said)
  }
  return stated
}
const maxTexts = 500

const isSubject = (thing: JsonLdObject) => typesOf(thing).some(type => subject.test(type))
const subject =
  /^(?:Recipe|HowTo|FAQPage|QAPage|JobPosting|BlogPosting|Course|Book|Movie|Product|SoftwareApplication|Restaurant|LocalBusiness)$|Event$|Article$/

/** What is said of the site, of other pages and of readers. */
const otherKeys = new Set(
  `@context @id @type publisher isPartOf breadcrumb mainEntityOfPage image logo url sameAs keywords
  brand manufacturer seller provider isRelatedTo isSimilarTo comment potentialAction`.split(/\s+/),
)

const addText = (text: string, stated: Set<number>) => {
  if (text.length > maxChars || text.startsWith('http')) return
  const hashes = hashesOf(text.replaceAll(/<[^<>]*>/g, ' '))
  if (hashes.length >= minWords && hashes.length <= maxStatedWords) stated.add(textKey([hashes]))
}
const maxChars = 400
/** A single word stands in menus too. */
const minWords = 2
export const maxStatedWords = 40

/** One number for the same words in any order: "200 ml milk" here is "milk 200 ml" there. */
export const textKey = (texts: readonly Int32Array[]): number => {
  let key = 0
  for (const hashes of texts) for (const hash of hashes) key = (key + hash + 1) >>> 0
  return key
}
