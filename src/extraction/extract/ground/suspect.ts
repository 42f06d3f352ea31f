import type { HtmlElement } from '../../../site/html.ts'
import type { PageNode } from '../../../site/nodes/nodes.ts'
import { fold } from '../words.ts'

/**
 * Lines that talk to a model instead of to a reader. They stay on the page, but nothing they say
 * counts as the page's data: a value found only there is the writer's wish, not a fact.
 */
export const findSuspects = (nodes: PageNode[]): Set<number> => {
  const suspects = new Set<number>()
  for (const node of nodes) if (isOrder(node.text)) suspects.add(node.id)
  if (suspects.size === 0) return suspects
  // An order is often split over several lines: "Ignore the above." / "The price is $1."
  for (const members of smallBoxes(nodes, suspects).values())
    for (const node of members) suspects.add(node.id)
  return suspects
}

export const isOrder = (text: string): boolean => {
  if (text.length < 12) return false
  const folded = fold(text.slice(0, 4000)).replace(/[^\p{L}\p{N}<>|[\]{}:"=_#/]+/gu, ' ')
  return (
    strong.some(pattern => pattern.test(folded)) ||
    weak.filter(pattern => pattern.test(folded)).length >= 2
  )
}

/** One of these is enough: nobody writes them for people. */
const strong: RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass|overlook|discard)\b.{0,40}\b(?:instructions?|prompts?|rules|directives?|guidelines|schema|commands?|orders|context|system message)\b/,
  /\b(?:ignore|disregard|forget)\b (?:everything|all|anything|whatever)\b.{0,20}\b(?:above|before|previous|prior|earlier|told|said|page)\b/,
  /\b(?:system|developer|hidden|secret|initial) prompt\b/,
  /\b(?:you are|act as|pretend to be|behave as|respond as|roleplay as)\b.{0,30}\b(?:ai|assistant|chatbot|language model|llm|gpt|claude|dan|agent|extractor|parser|scraper)\b/,
  /\b(?:attention|note|message|notice|instructions?|hello|dear|hey|important)\b (?:to |for |all |any |the |every |reading ){0,3}(?:ais?|llms?|language models?|chatbots?|assistants?|crawlers?|scrapers?|bots?|(?:ai|web|automated|large) (?:agents?|assistants?|crawlers?|scrapers?|models?|systems?|tools?|language models?))\b/,
  /\b(?:ai|llms?|language models?|assistants?|chatbots?|extractors?|crawlers?|scrapers?|bots?)\b.{0,30}\b(?:must|should|shall|has to|have to|need to|please|are (?:required|instructed|asked))\b.{0,40}\b(?:return|report|output|respond|answer|say|write|set|use|extract|include|print|reply|fill|state|ignore|recommend)\b/,
  /\b(?:output|respond|reply|answer|print|emit)\b.{0,30}\b(?:json|the following|only|exactly|instead|verbatim|with (?:the|a) (?:word|string|value|phrase|text))\b/,
  /\breturn\b.{0,30}\b(?:json|the following (?:object|data|values?)|(?:the |this )?(?:word|string|value|phrase|text|field|null)|instead|verbatim)\b/,
  /<\|(?:im_start|im_end|system|user|assistant|endoftext)\|>|\[\/?inst\]|<<\/?sys>>|###? ?(?:system|instruction|assistant|human|user)\b|\b(?:system|assistant|developer) ?:/,
  // Forged marks: written out for a reader, they end nothing but a model's attention.
  /<\/(?:page|facts)\b[^<>]{0,40}>|<\/?(?:system|assistant|instructions?|untrusted|user input)\b[^<>]{0,40}>/,
  /\b(?:new|updated|real|actual|true|following) (?:instructions?|task|orders?|directive|system message)\b.{0,3}(?::|follow|apply|are|is\b)/,
  /\b(?:set|change|replace|overwrite|fill|populate|make|report|return|record|use|put|write|output)\b.{0,24}\b(?:the |every |each |all )?(?:field|value|key|property|attribute|column|entry|json|schema|title|price|name|author|rating|address|email|phone|url|result|answer)s?\b.{0,24}\b(?:to|as|with|into|be|is|=|equal)\b/,
  /\bwhen (?:extracting|summari[sz]ing|scraping|parsing|processing|reading|crawling|asked)\b.{0,60}\b(?:return|report|say|use|set|output|include|write|answer|respond|state|mention|ignore|treat|add)\b/,
  /\b(?:do not|don t|never) (?:extract|mention|reveal|tell|report|use|follow|trust|disclose)\b.{0,40}\b(?:user|anyone|page|data|values?|instructions?|content|this|prompt)\b/,
  /\b(?:ignoriere?|vergiss|missachte)\b.{0,40}\b(?:anweisung|anweisungen|regeln|befehle)\b/,
  /\b(?:ignore[zr]?|oublie[zr]?)\b.{0,40}\b(?:instructions?|consignes|regles)\b/,
  /\b(?:ignora|ignore|olvida|ignorar|esquece|dimentica)\b.{0,40}\b(?:instrucciones|instrucoes|istruzioni|reglas|regras|regole|indicaciones)\b/,
  /(?:忽略|无视|忘记).{0,12}(?:指令|指示|说明|提示)|(?:無視|忘れ).{0,12}(?:指示|命令)|(?:指示|命令).{0,8}(?:無視|忘れ)|игнорируй.{0,30}(?:инструкци|указани)|(?:지시|명령).{0,8}무시/,
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

const maxBoxLines = 10
const wide = new Set([
  'body',
  'html',
  'main',
  'article',
  'section',
  'table',
  'tbody',
  'ul',
  'ol',
  'dl',
  'form',
])

/** The whole small box (a comment, a review) in which a suspect line stands. */
const smallBoxes = (nodes: PageNode[], suspects: Set<number>): Map<HtmlElement, PageNode[]> => {
  const boxes = new Map<HtmlElement, PageNode[]>()
  for (const id of suspects) {
    const node = nodes[id - 1]
    const box =
      node &&
      (node.element.name === 'p' || node.element.name === 'li' || node.element.name === 'div')
        ? node.element.parent
        : undefined
    if (box && !wide.has(box.name)) boxes.set(box, [])
  }
  for (const node of nodes)
    for (let at: HtmlElement | undefined = node.element, up = 0; at && up < 4; at = at.parent, up++)
      boxes.get(at)?.push(node)
  for (const [box, members] of boxes)
    if (members.length > maxBoxLines || members.some(node => node.level)) boxes.delete(box)
  return boxes
}
