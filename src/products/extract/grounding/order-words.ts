/**
 * What orders to a language model are made of, as parts of regular expressions over text in lower
 * case without accents. Each is everyday language by itself; together in one line they are not.
 */

/** The text that is looked at is without accents, and so are these. */
export const bare = (source: string) => source.normalize('NFKD').replace(/\p{M}/gu, '')

const oneOf = (...words: string[]) => `(?:${words.join('|')})`

/** Machines by names that mean nothing else. Two letters of a capital (AI, KI) are told in `readable`. */
export const model = oneOf(
  '⟨ai⟩(?:[ -](?:models?|agents?|assistants?|systems?|tools?|bots?|crawlers?|readers?))?',
  'llms?',
  '(?:chat)?gpts?(?: ?[345]\\w{0,2})?',
  'chat ?bots?',
  '(?:large )?language[ -]models?',
  'sprach ?modell(?:e|en|s)?',
  'modeles? de langage',
  'modelos? (?:de lenguaje|de linguagem|linguisticos?)',
  'modell[oi] linguistic[oi]',
  'taalmodel(?:len)?',
  'sprakmodell(?:er|en)?',
  'model\\w{0,3} jezykow\\w{1,3}',
  'jazykov\\w{1,3} model\\w{0,3}',
  'model bahasa',
  'dil model\\p{L}{0,5}',
  'yapay zeka\\p{L}{0,5}',
  'tekoaly\\w{0,4}',
  'языков\\S{0,3} модел\\S{0,3}',
  'искусственн\\S{0,3} интеллект\\S{0,3}',
  'intelligence artificielle',
  'intelig[ea]nci[ae] artificial',
  'intelligenza artificiale',
  'kunstliche intelligenz',
  'sztuczn\\w{1,3} inteligencj\\w{1,3}',
  'نموذج\\S{0,2} لغوي\\S{0,2}|الذكاء الاصطناعي|מודל שפה|בינה מלאכותית',
  'mo hinh ngon ngu|tri tue nhan tao',
)
/** Scripts without spaces between words. */
export const modelUnspaced =
  '人工智能|人工智慧|人工知能|語言模型|语言模型|大模型|言語モデル|언어 ?모델|인공지능'

/** Machines by names that people and things have too. */
export const machine = oneOf(
  model,
  'claude|gemini|copilot|llama|mistral|grok',
  '(?:ro)?bots?',
  'assistants?',
  '(?:web ?)?(?:crawlers?|spiders?|scrapers?)',
  '(?:data |web |page |information )?(?:extractors?|parsers?|extraction (?:tools?|systems?|models?|agents?))',
  '(?:automated|automatic|machine|non ?human|robotic) (?:readers?|agents?|systems?|tools?|visitors?|clients?|processes|extraction|assistants?)',
  '(?:web|browser|browsing|data) agents?',
  'models? (?:that |which |who )?(?:read|reads|reading|process|processes|processing|pars\\w{1,4}|visit\\w{0,3}) (?:this|the|that|these)',
  '(?:machine|model|program|robot|agent|system|software) (?:that |which |who )?(?:reads?|reading|processes|processing|parses|parsing|visits|crawls|scrapes) (?:this|the|that)',
)

/** What only a machine is told to do with a value. */
export const tell = oneOf(
  'return',
  'output',
  'outputs',
  'answer',
  'answers',
  'reply',
  'respond',
  'report',
  'print',
  'emit',
  'repeat',
  'say',
  'state',
  'write',
  'put',
  'set',
  'list',
  'record',
  'store',
  'save',
  'fill',
  'use',
  'give',
  'call',
  'name',
  'mention',
  'include',
  'treat',
  'extract',
  'insert',
  'enter',
  'register',
  'add',
  'recommend',
  'substitute',
  'replace',
  'change',
  'ignore',
  'follow|visit|click|open|go to|fetch|navigate',
  'antworte|antworten sie|gib|geben sie|nenne|nennen sie|setze|setzen sie|schreibe|verwende|ersetze|trage',
  'reponds|repondez|renvoie|renvoyez|retourne|retournez|remplace|remplacez|indique[zr]?|donne[zr]?|ecri[stv]\\w{0,2}|mets|mettez|utilise[zr]?',
  'responde|responda|responder|devuelve|devuelva|retorna|retorne|escribe|escriba|indica|indique|pon|usa|usar|di',
  'rispondi|rispondere|restituisci|imposta|scrivi|usa|indica|sostituisci',
  'antwoord|geef|schrijf|gebruik|noem',
  'svara|svar|returnera|returner|skriv|anvand|bruk',
  'zwroc|podaj|odpowiedz|napisz|wpisz|uzyj|vrat|odpovez|napis|uved',
  'vasta[ae]|palauta|kirjoita',
  'dondur\\w{0,3}|yanitla\\w{0,3}|cevapla\\w{0,3}|yaz',
  '(?:ответь|верни|выведи|напиши|укажи|назови|используй)(?:те)?',
  'jawab|kembalikan|tra loi|tra ve',
)
/** Scripts without spaces between words. */
export const tellUnspaced =
  '返回|输出|輸出|回答|回复|回覆|设置为|設為|写|出力|答えて|返して|記入|출력|답변|답하|반환|أجب|أرجع|اكتب|ענה|החזר'

/** Things that callers ask for. */
export const datum =
  '(?:product |item |real |true |correct |full |actual |official )?(?:names?|titles?|prices?|costs?|brands?|sellers?|vendors?|authors?|ratings?|address(?:es)?|e ?mails?|phones?|urls?|links?|websites?|products?|items?|company|companies|descriptions?|summary|dates?|values?|fields?|keys?|entry|entries|results?|name|sku|stock|availability|data|answers?|salary|location|category|quantity|currency)'

/** What an answer to a program is called. */
export const form = oneOf(
  '(?<![.])json(?! ?[.(])',
  'schema',
  '(?:your|the model s|its) (?:answer|output|response|reply|result|task|instructions?|guidelines|rules|prompt|extraction)s?',
  '(?:structured|json|final|model) (?:output|answer|response|data|result)s?',
  '(?:the |this |each |every |all )?(?:form|output|answer|response) s? ?(?:field|key|value)s?',
  '(?:name|title|price|data|json|output|form|schema|brand|email|url) (?:field|key|slot|column|property|attribute)s?',
  'extraction',
)

/** Sorts of words, told of single ones: what the learned part goes by where it does not know a word. */
export const notions: [string, RegExp][] = (
  [
    [
      '@machine',
      `${machine}|${modelUnspaced}|models?|machines?|agents?|humans?|users?|readers?|tools?|engines?`,
    ],
    [
      '@tell',
      `${tell}|${tellUnspaced}|(?:respond|return|output|answer|report|extract|recommend|mention)\\w*|provide|attribute|cite|index|keep|take`,
    ],
    [
      '@datum',
      `${datum}|heading|headline|property|nom|nombre|nome|namen?|titel|titre|titolo|titulo|preis|prix|precio`,
    ],
    [
      '@form',
      `${form}|answers?|outputs?|responses?|reply|results?|extract(?:ed|ing|ion)?|instruct(?:ed|ions?)?|prompt|system|task|directives?|overrides?|rules?|message|parsing|processing|respuesta|antwort|reponse|risposta|anweisung|instruccion|aufgabe|tarea|tache`,
    ],
    [
      '@instead',
      '(?:ignore|disregard|forget|override|supersede|replace)\\w*|instead|rather|overwrite|wrong|correct|only|exactly|must|shall|required|should|new|changed|real|true|official|actual|valid|expected|not',
    ],
    ['@you', 'you|your|yours|du|dein\\w*|tu|ta|tes|votre|vous|su|sua|je|jouw|твоя|ты'],
  ] as const
).map(([name, words]) => [name, new RegExp(`^(?:${bare(words)})$`, 'u')])
