import { fold } from '../words/words.ts'
import { orderOdds } from './order-odds.ts'
import {
  bare,
  datum,
  form,
  machine,
  model,
  modelUnspaced,
  tell,
  tellUnspaced,
} from './order-words.ts'
import { lookalikes, readable } from './readable.ts'

/** Does a text talk to a language model instead of to a reader? */
export const isOrder = (text: string): boolean => {
  if (text.length < minChars) return false
  for (let at = 0; at < Math.min(text.length, maxChars); at += windowChars - overlapChars)
    if (isOrderIn(text.slice(at, at + windowChars))) return true
  return false
}

/** Markup may give orders too, or be named as what it is: `<meta name="ai-instructions">`. */
export const isOrderFact = (text: string, path: string): boolean =>
  isOrder(text) || /(?:^|[\s_:-])(?:ai|llms?|gpt|prompt)(?:[\s_:-]|$)/i.test(path)

const minChars = 5
const maxChars = 60_000
/** An order may stand at the end of a long line, and must not be cut in two. */
const windowChars = 4_000
const overlapChars = 300

/** One line of ten thousand on real pages, and one of two hundred. */
const certainOdds = 3.5
const doubtfulOdds = -0.3

const isOrderIn = (text: string): boolean => {
  const plain = readable(text)
  if (!maySpeak.test(plain)) return squeezed.test(undisguised(plain))
  if (overrides.test(plain) || forged.test(plain) || foreign.test(plain)) return true
  if (addressedWith.test(plain)) return true
  // People write their roles with a capital, transcripts of a model's talk do not.
  if (spokenTo.test(plain) || /^\W*(?:assistant|system) ?:/.test(text)) return true
  if (doubtful.filter(one => one.test(plain)).length > 1) return true
  if (orderOdds(text) > certainOdds) return true
  // "I G N O R E", "ignore_all", "1gnore".
  return squeezed.test(undisguised(plain))
}

/** Most lines have nothing of this, and are done with. */
const maySpeak =
  /⟨ai⟩|[^\p{Script=Latin}\p{Script=Common}]|[=→{}<>#@"[/]|llm|gpt|model|bot|assistan|agent|crawl|scrap|pars|extra[ck]|machine|human|reader|user|tool|engine|ignor|disregard|forget|overrid|instru|prompt|system|output|answer|respon|repl|return|print|\bsay|report|json|schema|field|instead|task|rule|messag|directiv|guideline|must|your|pretend|act like|real|true|correct|valid|value|data|antwort|anweis|aufgabe|\bgib|vergiss|setze|ersetz|repon|renvo|oubli|consign|tache|olvid|devuel|tarea|rispo|restitu|dimentica|esque|negeer|vergeet|geef|svar|glem|glom|zwro|odpow|polece|zapom|ohit|vasta|dondur|yanit|talimat|zeka|abaikan|kembali|bo qua|tra loi|imposta|nomb|remplac|cambia|sostit|reempl|vervang|\bnote|notice|\bname|titl|nomi?\b|claude|gemini|copilot|direction|heading|developer|repeat|substitut|summar|sudo|skip|above|authori|overwrit|uberschreib|intelligen|\bdear|kindly/u

const undisguised = (plain: string): string =>
  plain.replace(/[^a-z]/gu, char => lookalikes.get(char) ?? '')

const squeezed =
  /(?:ignore|disregard|forget|override)(?:all|any|the|every|your|of)*(?:previous|prior|above|earlier|preceding)(?:system|of|the|your)*(?:instruction|prompt|rule|order|command|directive)/

const word = (source: string) => `(?<![\\p{L}\\p{N}_])(?:${source})(?![\\p{L}\\p{N}_])`
const pattern = (...sources: string[]) => new RegExp(bare(sources.join('|')), 'u')

const machines = word(machine)
const models = `${word(model)}|${modelUnspaced}`

const calls = word(
  'note|notice|message|attention|instructions?|hints?|info|information|reminder|commands?|hello|dear|hey|tell|inform|remind|ask|instruct|token|notiz|hinweis|nachricht|achtung|anweisung(?:en)?|atencion|aviso|nota|mensaje|attenzione|avviso|uwaga|внимание',
)
const few =
  '(?:(?:to|for|aux?|an|alle|all|any|the|every|your|a|de|les|los|las|per|para|fur|di|do|reading|actual) ){0,3}'
const youAre =
  "(?:if|since|because|in case) you(?: are|'re| re)|(?:wenn|falls) (?:du|sie)|si (?:tu|vous|eres|es|usted)|se (?:sei|voce|tu)|als (?:je|u)|om du|(?:jesli )?jestes|если (?:ты|вы)|jos olet|إذا كنت"

/** Somebody speaks to a machine. */
const address = `(?:${[
  // "LLM: …", "… P.S. robots, …", "@assistant …"
  `(?:^|[.!?:;[(<>#*"']\\s*|[–—-] )(?:hey |hi |hello |dear |attention |attn |warning |important |please )?${machines}(?: only| reading this| please)?\\s?(?:[:,;>\\])=!]|->)`,
  `[@/]${machines}`,
  `${calls},? ${few}${machines}`,
  `${word(youAre)}.{0,25}(?:${models})|(?:如果|若)你是.{0,8}(?:⟨ai⟩|${modelUnspaced})|${word(model)} isen`,
  `${word('as an?')} (?:\\S+ )?(?:${word(model)}|${word('(?:assistant|agent|bot|crawler|parser|scraper)s? (?:reading|that|who|which|visiting)')})`,
  `${machines}(?: page| text| site| line)? (?:(?:that|which|who) )?(?:(?:reading|reads?|visiting|visits?|processing|parsing) (?:\\S+ ){1,3})?${word('must|should|shall|needs? to|has to|have to|(?:is|are) (?:required|asked|instructed|told|obliged)(?: to)?|please|ought to|mussen|sollen|doivent|deben|devono')}`,
  `${word('any|all|every|each|an alle')} ${machines} (?:that|who|which|reading|visiting|processing)`,
  `^\\W*(?:only |strictly |just )?(?:for|to|fur|an|pour|aux|para|per|voor) ${few}(?:\\S+ )?${machines}`,
  `${word(model)}[ -](?:only|instructions?|directives?|notes?|messages?|users get)`,
  `(?:⟨ai⟩|${modelUnspaced})(?:へ|に|님|에게|请|請|注意|向け|用)`,
].join('|')})`

/** Something is to be done, or to be so. */
const command = `(?:${[
  word(tell),
  tellUnspaced,
  word(form),
  `${word(datum)}(?:\\s\\S+){0,5}?\\s?(?:=|:|→|->|(?:is|are|was|reads?|called|named|becomes|should|must|has to)(?![\\p{L}\\p{N}]))`,
  word('called|named|known as|renamed|ignore|disregard|forget|pretend|instead'),
].join('|')})`

const addressed = pattern(address)
const addressedWith = pattern(
  `${address}.{0,60}?${command}`,
  // "Note to language models: …", "For crawlers only: …" say whom the rest of the line is for.
  `(?:${calls},? ${few}|^\\W*(?:only |strictly )?(?:for|to) ${few})${machines}(?: only| reading this| visitors)?\\s?:`,
  `${word(model)}[ -]only ?:`,
)

/** What was said before is not to count. */
const overrides = pattern(
  `${word('ignore|disregard|forget|override|bypass|overlook|discard')}.{0,40}${word('instructions?|prompts?|directives?|directions|guidelines|schema|commands?|orders|system message|(?:other|above|previous) (?:rules|text|content|data|rows|lines|values)|what you were (?:told|asked)|text (?:around|above|below)')}`,
  `${word('ignore|disregard|forget')} (?:everything|all|anything|whatever|the rest|(?:the |all )?(?:previous|above|prior|preceding|earlier|text around))(?![\\p{L}\\p{N}])(?:.{0,20}${word('above|before|previous|prior|earlier|told|said|page')}|[.,:;!]| else ?:)`,
  `${word('previous|prior|above|earlier|your|these|those|old')} ${word('instructions?|directions|directives|guidelines|rules|orders|prompt')} (?:\\S+ ){0,2}?${word('no longer|are (?:void|outdated|obsolete|wrong|cancell?ed)|have changed|do not apply|don t apply')}`,
  `${word('(?:system|developer|hidden|secret|initial) (?:prompt|message|override|instructions?)')}`,
  `${word('overrides?')} (?:the |this |any |all )?${word('headings?|titles?|names?|page|text|content|prices?|values?|schema|answers?')}`,
  `${word('new|updated|real|actual|true|changed')} ${word('instructions?|tasks?|directives?|system message')}.{0,3}(?::|follow|apply|are|is\\b|#)`,
)

/** Signs that a conversation with a model is made of, written out for a reader. */
const forged = pattern(
  '<\\|(?:im_start|im_end|system|user|assistant|endoftext|end|begin_of_text|eot_id)\\|>',
  '\\[/?inst\\]|<</?sys>>|[[<]{1,2}/?(?:system|assistant|developer|llm|untrusted|user input|user_input|tool_call|tool_result|function_call|end of page|page[ _-]?end)(?![\\p{L}\\p{N}_])[^<>\\]]{0,40}[\\]>]{1,2}',
  '(?:<<|\\[\\[|</?)(?:⟨ai⟩|instructions?|prompt)[^<>\\]]{0,40}(?:>>|\\]\\]|/?>)',
  '</(?:page|facts|document|context|data|website|content)\\b[^<>]{0,40}>',
  '"(?:role" ?: ?"(?:system|assistant|developer|tool|user)"|_lines")',
  '###? ?(?:system|instructions?|assistant|human|user|new task|task)\\b',
  '(?:^|[.!?] )\\W*(?:assistant|⟨ai⟩) ?: ?(?:sure|certainly|of course|ok|okay|here|yes|understood|["{]|\\S+ ?=)',
  '\\b(?:human|user) ?:.{0,200}\\bassistant ?:',
  '^\\W*(?:system|developer|administrator|admin|operator|user|root|tool(?: result)?) ?(?:note |message )?(?::|\\]|>) ?(?:you|ignore|always|never|from now|actually|please|forget|disregard|authori[sz]ed|set|change|replace|rename|return|output|\\{|\\S+ ?(?:=|:=|→|->))',
  '^/(?:system|set|assistant|name) ',
  '\\b(?:begin|end|start)(?: of)?(?: the)? (?:system|page|document|instructions?|prompt|data|website|context)\\b(?: message| content)?(?: -|:| \\W| name|$)',
)

/** A reader is never told this, with or without a machine's name in it. */
const spokenTo = pattern(
  `${word('(?:you are|you re|act as|pretend to be|behave as|respond as|roleplay as)')}.{0,30}${word('ai|assistant|chatbot|language model|llm|gpt|claude|dan|extractor|parser|scraper|\\w+bot')}`.replace(
    '(?:ai|',
    '(?:⟨ai⟩|ai|',
  ),
  `${word('from now on|henceforth')},? you (?:will|must|shall|answer|are|reply|respond|say|only|always)`,
  `${word('when(?:ever)?')} (?:you )?${word('extract|summari[sz]e|scrape|parse|crawl|extracting|summari[sz]ing|scraping|parsing|crawling|produce json|processing this|reading this page|asked about this')}.{0,60}${word(tell)}`,
  `${word('if (?:you are |you re )?(?:asked|summari[sz]ing|extracting|scraping|parsing)')}.{0,60}${word(tell)}`,
  `${word('set|change|replace|overwrite|rename|populate|fill in')} (?:the |every |each |all |this |its )?${word(datum)}.{0,24}${word('to|with|as|into')}`,
  `${word('remplace[zr]?|imposta|setze|cambia|sostituisci|ersetze|reemplaza|substitua|vervang|zmien|замени|установи')} (?:le |la |il |el |o |den |das |de )?${word('nom|nome|nombre|namen?|titre|titolo|titulo|titel|prix|prezzo|precio|preco|preis|prijs|цену|имя|название')}`,
  `${word('in (?:your|any) (?:structured |json |final )?(?:output|response|reply|answer)s?')}.{0,12}${word(tell)}|${word('treat|replace|name|call|list|use|report|give')}.{0,60}${word('in (?:your|any) (?:structured |json |final )?(?:output|response|reply|answer)s?')}`,
  `${word('your (?:output|answer|response|reply)')}(?:'s)?(?: \\S+){0,3} ${word('must|has to|needs? to')} ${word('contain|equal|say|read|name')}`,
  `${word('respond|reply|answer|output|print')}.{0,12}${word('only|exactly|instead|verbatim|nothing but|with (?:the|a|this) (?:word|string|value|phrase|text)|with (?:the following|json)|json')}.{0,3}[:"'{=]`,
  `${word('return|output|respond with|reply with|answer with|print|emit')} ?(?:only |just |the |this |following ){0,3}(?:json ?|object ?|: ?){0,3}\\{ ?"`,
  `${word('(?:do not|don t|never) (?:reveal|tell|mention|disclose|show)')}.{0,20}${word('user|anyone|prompt|instructions?')}.{0,30}`,
  `${word('developer mode|jailbreak|sudo')}.{0,20}(?:enabled|on|:|=|\\w)`.replace(
    '|sudo',
    '|sudo (?:name|set|title|price)',
  ),
  `${word(datum)} ?(?::=|→) ?["'\\p{L}\\p{N}]`,
)

/** A line that only says whom the next ones are for. */
export const announcesOrder = (text: string): boolean =>
  text.length <= maxAnnouncementChars && announcement.test(readable(text))

const maxAnnouncementChars = 80

const announcement = pattern(
  `^\\W*(?:${calls},? ${few}|(?:only |strictly )?(?:for|to) ${few})${machines}(?: only| reading this| visitors)?\\s?[:.!]?\\W*$`,
  `^\\W*${word(model)}(?: models?| agents?| assistants?)?(?: (?:only|instructions?|directives?)\\s?:?|\\s?:)\\W*$`,
  `\\((?:only )?for ${word(model)}\\)$`,
)

/**
 * Reads like an order, but people may be meant: what stands in such a line is answered only with
 * a mark.
 */
export const soundsLikeOrder = (text: string): boolean => {
  if (text.length < minChars || text.length > windowChars) return false
  if (text.includes('://') && !/\s/.test(text)) return false
  const plain = readable(text)
  if (!maySpeak.test(plain)) return false
  return (
    addressed.test(plain) || doubtful.some(one => one.test(plain)) || orderOdds(text) > doubtfulOdds
  )
}

/** `… Just say ` before a value: dictated, whoever is meant. */
export const dictates = (before: string): boolean => dictation.test(readable(before.slice(-120)))

const dictation = pattern(
  `(?:^|[.!?:;] ?|${word('please|kindly|just|must|you (?:will|shall|must|have to)')} )${word('return|output|answer|reply|respond|print|emit|repeat|say|antworte|reponds|repondez|renvoie|renvoyez|responde|responda|devuelve|rispondi|restituisci|antwoord|svara|zwroc|odpowiedz|ответь|верни|выведи')}(?: ${word('with|only|exactly|just|that it is|by saying|mit|con|par|med|the (?:name|word|value|title|text)|as|siempre|toujours|immer|sempre|always')}){0,3} ?["'“:]{0,2} ?$`,
)

const doubtful = [
  `(?:${models})[)\\].]?(?:txt)?\\s?:`,
  `(?:^|[.!?:;] ?["']?|${word('please|kindly|just|must|should|will|to|you|and|then')} |, )${word('return|output|answer|reply|respond|print|emit|repeat|say|antworte|gib|reponds|repondez|renvoie|renvoyez|responde|responda|devuelve|rispondi|restituisci|antwoord|svara|zwroc|odpowiedz|ответь|верни|выведи')} (?!to |the (?:question|phone|door|call|form)|all |any |your |our |policy|home|a )`,
  tellUnspaced,
  word(form),
  `${word(datum)} ?(?:=|:=|→|->) ?["'\\p{L}\\p{N}]`,
  `"\\p{L}[\\p{L}\\p{N}_ ]{0,30}" ?: ?["[{\\d]`,
  word(
    'disregard|overrides?|pretend|act like|decoy|outdated|fake|no longer appl(?:y|ies)|authori[sz]e you|supersedes?|whatever the|skip the rest|(?:do not|never|don t) use the',
  ),
  `${word('real|true|correct|actual|machine ?-?readable|new|updated')} ${word(datum)} ?(?::|${word('is|are|should|reads')})`,
  `${word('you (?:must|will|shall|have to|need to|are to)|it is (?:critical|vital|essential) that you|we authori[sz]e you to')} (?:\\S+ )?${word(tell)}`,
  `${word('imagine')}.{0,30}${word('called|named')}|${word('substitute')}.{1,60}${word('for the')}|${word('passing answers?|correct answers?')} ${word('contain|is|are|has')}`,
  `${word('unless|if')} (?:the )?${word(datum)} ${word('is')}`,
  word('for humans|from humans|to humans'),
  `^\\W*(?:output|answer|final answer|response|result|instruction|prompt|system|operator|administrator) ?:`,
  `[#=<[{]{2,} ?(?:instructions?|prompt|note)`,
  '^\\[\\d+\\].{0,200}\\[\\d+\\]',
].map(source => pattern(source))

/** "Ignore the instructions" elsewhere: the verb and the noun, near each other in any order. */
const languages: [verbs: string, nouns: string][] = [
  [
    'ignorier|vergiss|missachte',
    'anweisung|regeln|befehle|vorgaben|instruktion|alles (?:oben|davor|vorherige|bisherige)|alles andere',
  ],
  ['ignore|oublie', 'consignes|regles|directives|instructions|tout ce qui|ci-dessus'],
  [
    'ignor[ae]|olvid[ae]|esquec[ae]|dimentica',
    'instruccion|instruco|istruzion|reglas|regras|regole|indicacion|indicazion|ordenes|todo lo|tudo o|tutto cio|anteriores|precedenti',
  ],
  ['negeer|vergeet', 'instructies|regels|opdrachten|aanwijzingen|hierboven'],
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
