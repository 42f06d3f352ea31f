import type { HtmlDocument } from '../html/html.ts'
import { listOf, readJsonLd } from '../metadata/json-ld.ts'
import type { JudgedPage } from './page.ts'

/**
 * Whether an article ends where readers are asked for money. Its beginning is worth having, so
 * this is a doubt and no refusal.
 */
export const isCutShort = (page: JudgedPage, document: HtmlDocument): boolean => {
  const asks = demands.test(page.text.toLowerCase())
  if (asks) return true
  return page.text.length < maxTeaser && page.isArticle && saysNotFree(document)
}

/** With more to read than this the text is there, whatever the page says for search engines. */
const maxTeaser = 3_000

/** Not the newsletter box of a blog host, which speaks of the same over every whole article. */
const demands =
  /(?:subscribe|sign up|log in|register|join)[a-z ]{0,20} to (?:(?:continue|keep|finish) reading(?! and get access)|read the (?:full|rest|whole|entire))|to (?:continue|keep) reading,? (?:please )?(?:subscribe|log in|sign|register)|(?:this|the) (?:article|story|post|content|episode) is (?:only )?(?:for|available to|reserved for|exclusive to) (?:paid |paying |our )?(?:subscribers|members)|(?:abonnieren|anmelden|testen) und weiterlesen|dieser artikel ist kostenpflichtig|(?:article )?réservé (?:à nos|aux) abonnés|reste \d+ ?% de (?:cet article|l.article)|suscr[ií]bete para (?:seguir|continuar)|abbonati per continuare/

const saysNotFree = ({ root }: HtmlDocument): boolean =>
  readJsonLd(root).all.some(({ isAccessibleForFree }) =>
    listOf(isAccessibleForFree).some(value => /^(?:.*\/)?false$/i.test(String(value))),
  )
