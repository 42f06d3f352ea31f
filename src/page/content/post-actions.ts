import type { HtmlElement, HtmlText } from '../html/html.ts'
import type { Block } from './blocks.ts'

/** What links beside a post or a comment do with it, in the languages in which we have met them. */
const actions = new Set(
  `parent|prev|previous|next|root|context|hide|unhide|past|favorite|favourite|un-favorite|flag|unflag|save|unsave|share|report|embed|permalink|perma-link|reply|quote|edit|delete|give award|crosspost|upvote|downvote|report abuse
antworten|zitieren|melden|teilen|bearbeiten|löschen|répondre|citer|signaler|partager|modifier|responder|citar|denunciar|reportar|compartir|compartilhar|editar|rispondi|cita|segnala|condividi|beantwoorden|citeren|melden|delen|odpowiedz|cytuj|zgłoś|udostępnij|svara|citera|anmäl|ответить|цитировать|пожаловаться|поделиться|yanıtla|alıntıla|şikayet et|返信|通報|引用|回复|回覆|举报|檢舉|답글|신고`.split(
    /[|\n]/,
  ),
)
const maxActionChars = 14

/**
 * "| parent | next", "hide | past | favorite": links that stand side by side amid a line and are
 * there to be pressed, with what separates them. One alone may be a word of the line, unless it
 * stands between two signs and its address asks for something.
 */
export const postActions = ({ texts, links }: Block): ReadonlySet<HtmlText> => {
  const found = new Set<HtmlText>()
  if (links < minActions) return found
  let run: HtmlText[] = []
  let count = 0
  let separators: HtmlText[] = []
  const end = (behind: HtmlText[]) => {
    if (count >= minActions || isAlone(run, separators))
      for (const text of [...run, ...behind]) found.add(text)
    run = []
    count = 0
  }
  for (const text of texts) {
    if (isAction(text)) {
      run.push(...separators, text)
      separators = []
      count++
    } else if (separator.test(text.text)) separators.push(text)
    else {
      end([])
      separators = []
    }
  }
  end(separators)
  return found
}
const minActions = 2

/** "| hide |" */
const isAlone = (run: readonly HtmlText[], behind: readonly HtmlText[]): boolean => {
  const action = run.at(-1)
  if (!action || !behind.some(hasSign) || !run.slice(0, -1).some(hasSign)) return false
  const { name, parent, attributes } = action.parent as HtmlElement
  return /[?#]|^javascript:/.test((name === 'a' ? attributes : parent?.attributes)?.href ?? '')
}
const hasSign = ({ text }: HtmlText): boolean => /[|·•‧]/.test(text)
const separator = /^[\s|·•‧,/()[\]–—-]*$/

const isAction = ({ text, parent }: HtmlText): boolean =>
  parent !== undefined &&
  text.length <= maxActionChars &&
  isLink(parent) &&
  actions.has(text.trim().toLowerCase())

const isLink = ({ name, parent }: HtmlElement): boolean => name === 'a' || parent?.name === 'a'
