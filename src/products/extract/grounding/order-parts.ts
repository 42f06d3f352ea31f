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

/* What the rules of orders are put together from: parts of regular expressions over plain text. */

/** One of these, and not a part of a longer word. */
export const word = (source: string) => `(?<![\\p{L}\\p{N}_])(?:${source})(?![\\p{L}\\p{N}_])`

export const pattern = (...sources: string[]) => new RegExp(bare(sources.join('|')), 'u')

export const machines = word(machine)
export const models = `${word(model)}|${modelUnspaced}`

/** How somebody begins who wants to be heard. */
export const calls = word(
  'note|notice|message|attention|instructions?|hints?|info|information|reminder|commands?|hello|dear|hey|tell|inform|remind|ask|instruct|token|notiz|hinweis|nachricht|achtung|anweisung(?:en)?|atencion|aviso|nota|mensaje|attenzione|avviso|uwaga|внимание',
)

export const few =
  '(?:(?:to|for|aux?|an|alle|all|any|the|every|your|a|de|les|los|las|per|para|fur|di|do|reading|actual) ){0,3}'

const youAre =
  "(?:if|since|because|in case) you(?: are|'re| re)|(?:wenn|falls) (?:du|sie)|si (?:tu|vous|eres|es|usted)|se (?:sei|voce|tu)|als (?:je|u)|om du|(?:jesli )?jestes|если (?:ты|вы)|jos olet|إذا كنت"

/** Somebody speaks to a machine. */
export const address = `(?:${[
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
export const command = `(?:${[
  word(tell),
  tellUnspaced,
  word(form),
  `${word(datum)}(?:\\s\\S+){0,5}?\\s?(?:=|:|→|->|(?:is|are|was|reads?|called|named|becomes|should|must|has to)(?![\\p{L}\\p{N}]))`,
  word('called|named|known as|renamed|ignore|disregard|forget|pretend|instead'),
].join('|')})`

/** Verbs for giving an answer. */
export const sayVerbs = word(
  'return|output|answer|reply|respond|print|emit|repeat|say|antworte|reponds|repondez|renvoie|renvoyez|responde|responda|devuelve|rispondi|restituisci|antwoord|svara|zwroc|odpowiedz|ответь|верни|выведи',
)

/**
 * Every order has one of these in it, and most lines of a page have none: they are done with before
 * any rule is asked.
 */
export const hints = new RegExp(
  [
    // signs, and scripts that few of the rules are written in
    '⟨ai⟩|[^\\p{Script=Latin}\\p{Script=Common}]|[=→{}<>#@"[/]',
    // who is spoken to
    'llm|gpt|model|bot|assistan|agent|crawl|scrap|pars|extra[ck]|machine|human|reader|user|tool|engine|claude|gemini|copilot|developer|operator|admin|sudo|intelligen|zeka|\\bdear|kindly',
    // what is taken back or put in its place
    'ignor|disregard|forget|overrid|overwrit|uberschreib|skip|above|instead|substitut|vergiss|oubli|olvid|dimentica|esque|negeer|vergeet|glem|glom|zapom|ohit|unohd|uita|felejt|hagyd|abaikan|lupak|bo qua|imagin|unless|setze|ersetz|remplac|cambia|sostit|reempl|vervang|imposta',
    // what is to be followed
    'instru|prompt|system|task|rule|messag|directi|guideline|must|your|pretend|act like|authori|anweis|aufgabe|consign|tache|tarea|polece|talimat|\\bnote|notice',
    // what is to be said
    'copi[ae]|copy|transcrib|output|answer|respon|repl|return|print|\\bsay|report|repeat|summar|antwort|\\bgib|repon|renvo|devuel|rispo|restitu|geef|svar|zwro|odpow|vasta|dondur|yanit|kembali|tra loi',
    // the fields of a form
    'json|schema|field|real|true|correct|valid|value|data|pric|call|\\bname|titl|nomi?\\b|nomb|heading',
  ].join('|'),
  'u',
)
