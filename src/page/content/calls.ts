import type { Block } from './blocks.ts'
import { flagBit } from './regions.ts'
import type { Selection } from './steps.ts'
import { linkShare } from './sums.ts'
import { hashesOf, type TextFacts } from './words.ts'

/* Lines that ask a reader to do something and say nothing of the page's subject. */

/** Alone on a line, in the languages in which we have met them. */
const calls = `
  share this article|share this post|share this page|share this story|share this|share with|copy link|print this page
  jump to recipe|print recipe|pin recipe|save recipe|rate this recipe|subscribe to our newsletter
  sign up for our newsletter|subscribe now|subscribe for free|click here to subscribe|leave a comment|leave a reply
  follow us|folge uns|folgen sie uns|suivez nous|síguenos|siga nos|seguici|volg ons|obserwuj nas|följ oss|følg oss|følg os|seuraa meitä|bizi takip edin
  vai alla ricetta|stampa ricetta|stampa|aller à la recette|imprimer la recette|imprimer|saltar a la receta|imprimir receta|imprimir
  zum rezept|ir para a receita|pular para a receita|imprimir receita|naar het recept|print recept|przejdź do przepisu|drukuj przepis
  back to top|return to top|nach oben|zum seitenanfang|haut de page|volver arriba|ページの先頭へ|add to cart|add to wishlist|advertisement|sponsored|article continues below|scroll to continue|your answer
  artikel teilen|beitrag teilen|diesen artikel teilen|link kopieren|direkt zum rezept|rezept drucken|anzeige|werbung
  newsletter abonnieren|jetzt abonnieren|in den warenkorb|kommentar schreiben
  partager cet article|partager l article|partager|copier le lien|ajouter au panier|publicité|s abonner à la newsletter|laisser un commentaire
  compartir este artículo|compartir|copiar enlace|añadir al carrito|publicidad|suscríbete a nuestra newsletter|ir a la receta
  compartilhar|copiar link|adicionar ao carrinho|publicidade|assine a newsletter
  condividi|condividi questo articolo|copia link|aggiungi al carrello|pubblicità|iscriviti alla newsletter
  deel dit artikel|kopieer link|in winkelwagen|advertentie|udostępnij|dodaj do koszyka|reklama|dela artikeln|annons
  поделиться|скопировать ссылку|добавить в корзину|реклама|paylaş|sepete ekle|reklam|シェアする|広告|分享|复制链接|广告|공유하기|광고
  شارك|إعلان|نسخ الرابط`

/** In front of links to other stories. */
const leads = `
  read also|also read|read more|read next|related articles|related stories|more on this|more on this story|don t miss|you may also like|recommended for you
  lesen sie auch|lies auch|mehr zum thema|auch interessant|das könnte sie auch interessieren
  à lire aussi|lire aussi|à lire également|lea también|lee también|leer más|te puede interesar|también te puede interesar
  leia também|veja também|leggi anche|potrebbe interessarti|lees ook|lees meer|czytaj także|czytaj też
  läs också|läs även|les også|læs også|lue myös|читайте также|читайте ещё|читайте також|ayrıca okuyun|あわせて読みたい|関連記事|延伸阅读|相关阅读|相关文章|관련 기사
  اقرأ أيضا|اقرأ أيضاً|اقرأ المزيد|קראו גם|यह भी पढ़ें|baca juga|đọc thêm`

/** In front of links to social networks. */
const follows = `
  follow us on|follow us at|join us on|find us on|folge uns auf|folgen sie uns auf|folgt uns auf|suivez nous sur|retrouvez nous sur
  síguenos en|siga nos no|siga nos em|siga nos na|seguici su|volg ons op|obserwuj nas na|följ oss på|følg oss på|følg os på
  подписывайтесь на нас|читайте нас в|підписуйтесь на нас|bizi takip edin`

const maxCallWords = 8
const maxLeadWords = 30
const maxFollowWords = 16

/** With the words that they begin with: few lines begin with one of these. */
type Phrases = { beginnings: Set<number | undefined>; whole: Set<string> }

const phrasesOf = (table: string): Phrases => {
  const phrases = table.split(/[\n|]/).filter(isSaid).map(hashesOf)
  return {
    beginnings: new Set(phrases.map(([first]) => first)),
    whole: new Set(phrases.map(keyOf)),
  }
}
const isSaid = (phrase: string) => phrase.trim() !== ''
const keyOf = (hashes: TextFacts['hashes']): string => hashes.join(' ')
const callPhrases = phrasesOf(calls)
const leadPhrases = phrasesOf(leads)
const followPhrases = phrasesOf(follows)

/** Drops the calls, and the lines that lead to other stories with the links behind them. */
export const dropCalls = (selection: Selection) => {
  const { view, kept } = selection
  for (const block of view.blocks) {
    const { index, region } = block
    if (!kept[index] || index === view.headline) continue
    // The layout of letters is a table.
    if (leadsOut(block)) kept[index] = 0
    if (((view.flags[region.index] ?? 0) & cell) !== 0) continue
    if (isCall(block)) kept[index] = 0
    if (selection.pageType === 'documentation' || selection.pageType === 'forum') continue
    if (isLinkBehindLead(block)) kept[index] = 0
    else if (selection.pageType === 'article' && isFollow(block)) kept[index] = 0
    else if (isLead(block)) dropLead(selection, index)
  }
}
const cell = flagBit('cell')

/** A line above nothing but links. */
const dropLead = ({ view, kept }: Selection, at: number) => {
  let end = at + 1
  while (end < kept.length && leadsAway(view.blocks[end])) end++
  if (end > at + 1 && end - at <= maxLeadLinks) kept.fill(0, at, end)
}
const maxLeadLinks = 12

const isCall = (block: Block): boolean => isOneOf(callPhrases, block) || holdsOnlyCalls(block)

/** "Jump to recipe · Print recipe". */
const holdsOnlyCalls = ({ facts, texts }: Block): boolean =>
  facts.words <= maxCallWords * 2 &&
  texts.length > 1 &&
  callPhrases.beginnings.has(facts.hashes[0]) &&
  texts
    .map(({ text }) => keyOf(hashesOf(text)))
    .every(key => key === '' || callPhrases.whole.has(key))

/** Why the reader gets this letter, and the way out. */
const leadsOut = ({ links, texts }: Block): boolean =>
  links > 0 && texts.some(({ text, parent }) => parent?.name === 'a' && wayOut.test(text))
const wayOut =
  /^\W*(?:unsubscribe|abmelden|newsletter abbestellen|se désabonner|se désinscrire|darse de baja|cancelar (?:la )?suscripción|descadastrar|cancelar inscrição|disiscriviti|annulla l.iscrizione|uitschrijven|avregistrera|отписаться|配信停止|退订|구독 취소)(?!\p{L})/iu
const isLead = (block: Block): boolean => isOneOf(leadPhrases, block)

/** "Follow us on Mastodon and Bluesky". */
const isFollow = ({ facts, links }: Block): boolean =>
  links > 0 && facts.words <= maxFollowWords && beginsWith(followPhrases, facts)

const isOneOf = ({ beginnings, whole }: Phrases, { facts }: Block): boolean =>
  facts.words <= maxCallWords && beginnings.has(facts.hashes[0]) && whole.has(keyOf(facts.hashes))

/** With a phrase, and more words behind it. */
const beginsWith = ({ beginnings, whole }: Phrases, facts: Block['facts']): boolean => {
  if (!beginnings.has(facts.hashes[0])) return false
  for (let count = 1; count <= Math.min(maxCallWords, facts.words - 1); count++)
    if (whole.has(keyOf(facts.hashes.slice(0, count)))) return true
  return false
}

const leadsAway = (block: Block | undefined): boolean =>
  block !== undefined && linkShare(block) > 0.9

/** "À lire aussi : the title of another story". */
const isLinkBehindLead = (block: Block): boolean => {
  const { facts, links } = block
  if (links === 0 || linkShare(block) < 0.5 || facts.words > maxLeadWords) return false
  return beginsWith(leadPhrases, facts) && labelled.test(block.text)
}
/** A sign behind the first words. */
const labelled = /^[^:：>»→|–-]{2,60}[:：>»→|–-]/
