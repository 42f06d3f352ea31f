import { fold } from '../words.ts'

/** Does a text talk to a language model instead of to a reader? */
export const isOrder = (text: string): boolean => {
  if (text.length < minChars) return false
  for (let at = 0; at < Math.min(text.length, maxChars); at += windowChars - overlapChars)
    if (isOrderIn(text.slice(at, at + windowChars))) return true
  return false
}

const minChars = 8
const maxChars = 60_000
/** An order may stand at the end of a long line, and must not be cut in two. */
const windowChars = 4_000
const overlapChars = 300

const isOrderIn = (text: string): boolean => {
  const folded = fold(text)
  const plain = folded.replace(/[^\p{L}\p{N}<>|[\]{}:"=_#/]+/gu, ' ')
  if (strong.some(pattern => pattern.test(plain)) || foreign.test(plain)) return true
  if (weak.filter(pattern => pattern.test(plain)).length >= 2) return true
  // "I G N O R E", "ignore_all", "1gnore", and letters of other scripts that look the same.
  return squeezed.test(undisguised(folded))
}

const undisguised = (folded: string): string =>
  folded.replace(/[^a-z]/gu, char => lookalikes.get(char) ?? '')

const lookalikes = new Map(
  Object.entries({
    a: '4@аα',
    b: 'ь',
    c: 'сϲ',
    d: 'ԁ',
    e: '3еε',
    h: 'һн',
    i: '1!|іι',
    j: 'ј',
    k: 'кκ',
    m: 'м',
    n: 'п',
    o: '0оοσ',
    p: 'рρ',
    r: 'г',
    s: '5$ѕ',
    t: '7тτ',
    u: 'υ',
    v: 'ѵν',
    x: 'хχ',
    y: 'уγ',
  }).flatMap(([letter, others]) => [...others].map(other => [other, letter] as const)),
)

const squeezed =
  /(?:ignore|disregard|forget|override)(?:all|any|the|every|your|of)*(?:previous|prior|above|earlier|preceding)(?:system|of|the|your)*(?:instruction|prompt|rule|order|command|directive)/

/** One of these is enough: nobody writes them for people. */
const strong: RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass|overlook|discard)\b.{0,40}\b(?:instructions?|prompts?|rules|directives?|guidelines|schema|commands?|orders|context|system message)\b/,
  /\b(?:ignore|disregard|forget)\b (?:everything|all|anything|whatever)\b.{0,20}\b(?:above|before|previous|prior|earlier|told|said|page)\b/,
  /\b(?:system|developer|hidden|secret|initial) prompt\b/,
  /\b(?:you are|act as|pretend to be|behave as|respond as|roleplay as)\b.{0,30}\b(?:ai|assistant|chatbot|language model|llm|gpt|claude|dan|agent|extractor|parser|scraper)\b/,
  /\b(?:attention|note|message|notice|instructions?|hello|dear|hey|important)\b (?:to |for |all |any |the |every |reading ){0,3}(?:ais?|llms?|gpts?|chatgpt|claude|gemini|copilot|language models?|chatbots?|assistants?|crawlers?|scrapers?|bots?|(?:ai|web|automated|large) (?:agents?|assistants?|crawlers?|scrapers?|models?|systems?|tools?|language models?))\b/,
  /^(?:only )?(?:for|to) (?:all |any |the |every )?(?:ais?|llms?|gpts?|language models?|chatbots?|(?:ai|automated|large) (?:agents?|assistants?|crawlers?|models?|systems?|language models?))(?: only| reading this| visitors)? ?:? ?$/,
  /"role" ?: ?"(?:system|assistant|developer|tool|user)"/,
  /\b(?:ai|llms?|language models?|assistants?|chatbots?|extractors?|crawlers?|scrapers?|bots?)\b.{0,30}\b(?:must|should|shall|has to|have to|need to|please|are (?:required|instructed|asked))\b.{0,40}\b(?:return|report|output|respond|answer|say|write|set|use|extract|include|print|reply|fill|state|ignore|recommend)\b/,
  /\b(?:output|respond|reply|answer|print|emit)\b.{0,30}\b(?:json|the following|only|exactly|instead|verbatim|with (?:the|a) (?:word|string|value|phrase|text))\b/,
  /\breturn\b.{0,30}\b(?:json|the following (?:object|data|values?)|(?:the |this )?(?:word|string|value|phrase|text|field|null)|instead|verbatim)\b/,
  /<\|(?:im_start|im_end|system|user|assistant|endoftext)\|>|\[\/?inst\]|<<\/?sys>>|###? ?(?:system|instruction|assistant|human|user)\b|^assistant ?:|\b(?:human|user) ?:.{0,200}\bassistant ?:|\b(?:system|developer) ?: ?(?:you|ignore|always|never|from now)\b/,
  // Forged marks: written out for a reader, they end nothing but a model's attention.
  /<\/(?:page|facts)\b[^<>]{0,40}>|<\/?(?:system|assistant|instructions?|untrusted|user input)\b[^<>]{0,40}>/,
  /\b(?:new|updated|real|actual|true|following) (?:instructions?|task|orders?|directive|system message)\b.{0,3}(?::|follow|apply|are|is\b)/,
  /\b(?:set|change|replace|overwrite|fill|populate|make|report|return|record|use|put|write|output)\b.{0,24}\b(?:the |every |each |all )?(?:field|value|key|property|attribute|column|entry|json|schema|title|price|name|author|rating|address|email|phone|url|result|answer)s?\b.{0,24}\b(?:to|as|with|into|be|is|=|equal)\b/,
  /\bwhen (?:extracting|summari[sz]ing|scraping|parsing|processing|reading|crawling|asked)\b.{0,60}\b(?:return|report|say|use|set|output|include|write|answer|respond|state|mention|ignore|treat|add)\b/,
  /\b(?:do not|don t|never) (?:extract|mention|reveal|tell|report|use|follow|trust|disclose)\b.{0,40}\b(?:user|anyone|page|data|values?|instructions?|content|this|prompt)\b/,
]

/** Two of these together are. */
const weak: RegExp[] = [
  /\b(?:language model|llm|gpt|chatgpt|claude|gemini|ai (?:agent|assistant|model|system))\b/,
  /\b(?:previous|above|prior|preceding|earlier|original) (?:instructions?|data|values?|content|text|price|information)\b/,
  /\b(?:instructions?|prompt|directive|override|jailbreak|injection)\b/,
  /\b(?:must|should|have to|are required to)\b.{0,20}\b(?:return|report|output|respond|answer|extract|reply)\b/,
  /\b(?:correct|real|true|actual|official) (?:value|price|title|name|answer|result|data)\b.{0,10}\b(?:is|are|should|must)\b/,
  /[{[] ?"\w+" ?:/,
  /\b(?:extraction|extractor|scrape[rd]?|crawler|parser|json|schema)\b/,
]

/** "Ignore the instructions" elsewhere: the verb and the noun, near each other in any order. */
const languages: [verbs: string, nouns: string][] = [
  ['ignorier|vergiss|missachte', 'anweisung|regeln|befehle|vorgaben|instruktion'],
  ['ignore|oublie', 'consignes|regles|directives|instructions'],
  [
    'ignor[ae]|olvid[ae]|esquec[ae]|dimentica',
    'instruccion|instruco|istruzion|reglas|regras|regole|indicacion|indicazion|ordenes',
  ],
  ['negeer|vergeet', 'instructies|regels|opdrachten|aanwijzingen'],
  ['ignorera|ignorer|glom|glem', 'instruktion|instruksjon|instrukser|anvisning'],
  ['zignoruj|ignoruj|zapomnij|pomin', 'instrukcj|polecen|zasad'],
  ['ignoruj|zapomen', 'instrukce|pokyny|pravidla'],
  ['ignora|uita', 'instructiuni|regulile'],
  ['ohita|unohda', 'ohjeet|ohjeita'],
  ['hagyd figyelmen|felejtsd', 'utasitas'],
  ['yok say|gormezden gel|unut', 'talimat|komut'],
  ['abaikan|lupakan', 'instruksi|perintah|aturan'],
  ['bo qua|phot lo', 'huong dan|chi dan|menh lenh'],
  ['игнорируй|игнорируйте|забудь|ігноруй', 'инструкц|указани|команд|інструкц|вказівк'],
  ['αγνοησε|αγνοηστε|ξεχασε', 'οδηγιες|εντολες|κανονες'],
  ['تجاهل|تغاضى', 'تعليمات|أوامر|قواعد'],
  ['התעלם|התעלמו|שכח', 'הוראות|הנחיות'],
  ['अनदेखा|नजरअंदाज|भूल', 'निर्देश'],
  ['무시|잊어', '지시|명령|지침|프롬프트'],
  ['忽略|无视|無視|忘记|忘記|忘れ', '指令|指示|命令|说明|說明|提示|规则|規則'],
]

const foreign = new RegExp(
  languages
    .map(([verbs, nouns]) => [fold(verbs), fold(nouns)])
    .map(([verbs, nouns]) => `(?:${verbs}).{0,40}(?:${nouns})|(?:${nouns}).{0,20}(?:${verbs})`)
    .map(either => `(?<![a-z])(?:${either})`)
    .join('|'),
  'u',
)
