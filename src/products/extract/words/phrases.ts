import { memoizeTexts } from '../../../kit/memoize.ts'
/**
 * Two words of a caller that together mean a third: `publishedBy` asks for the publisher, "how
 * much" for a price.
 */
export const phrasesIn = memoizeTexts({ most: 2_000, maxChars: 200 }, (text): readonly string[] => {
  const plain = text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .toLowerCase()
  return phrases.flatMap(([pattern, meaning]) => (pattern.test(plain) ? [meaning] : []))
})

const phrases: [RegExp, string][] = [
  [
    /\b(?:written|posted|created|added|submitted|reported|asked|started|opened) by\b|\bwho wrote\b|\boriginal poster\b|\b(?:thread|topic) starter\b/,
    'author',
  ],
  [/\b(?:asked|submitted|started|opened) (?:at|on|date)\b/, 'date posted'],
  [/\bpublished by\b|\bpublishing (?:house|company)\b/, 'publisher'],
  [/\b(?:made|manufactured|produced|built) by\b|\bwho ma(?:kes|de|nufactures)\b/, 'manufacturer'],
  [/\b(?:directed) by\b|\bwho directed\b/, 'director'],
  [/\b(?:sold|offered) by\b|\bwho sells\b/, 'seller'],
  [/\b(?:hosted|organi[sz]ed|presented) by\b/, 'organizer'],
  [/\btaught by\b|\bwho teaches\b/, 'instructor'],
  [/\b(?:nightly|hourly|daily|room) rate\b/, 'price'],
  [/\b(?:designed) by\b/, 'designer'],
  [/\b(?:came|comes) out\b|\bwhen released\b/, 'release date'],
  [/\bhow much\b|\bwhat it costs\b/, 'price'],
  [/\bhow long\b|\bready in\b/, 'duration'],
  [/\btoll ?free\b/, 'phone'],
  [/\b(?:contact|call|customer service|reservations?) (?:number|no|line)\b/, 'phone'],
  [/\bhow many people\b/, 'servings'],
  [/\bhow many\b|\bnum(?:ber)? of\b/, 'count'],
  [/\bplaces? of work\b|\bwork(?:ing)? (?:place|location)\b/, 'location'],
  [/\bhow (?:tall|high)\b/, 'height'],
  [/\bhow heavy\b/, 'weight'],
  [/\bhow old\b/, 'age'],
  [/\bbuilt (?:in|on|year)\b|\byear built\b/, 'built year'],
  [/\bsq(?:uare)? (?:ft|feet|foot|footage|m|meters|metres)\b/, 'area'],
  [/\bplay(?:s|ed|ing)? for\b/, 'team'],
  [/\bpublic or private\b/, 'type'],
  [/\b(?:kind|style|type) of food\b/, 'cuisine'],
  [/\bstandard book number\b/, 'isbn'],
  [/\b(?:european|international) article number\b/, 'ean'],
  [/\bstock keeping unit\b/, 'sku'],
  [/\bmiles per gallon\b/, 'mpg'],
  [/\bamt\b/, 'amount'],
  [/\byr\b/, 'year'],
  [/\bmf(?:r|g|gr)\b/, 'manufacturer'],
  [/\bdims?\b/, 'dimensions'],
  [/\bloc\b/, 'location'],
  [/\bdob\b/, 'birth date'],
  [/\bsal\b/, 'salary'],
  [/\btrans\b/, 'transmission'],
  [/\bcat\b/, 'category'],
  [/\bpub\b/, 'publication'],
]
