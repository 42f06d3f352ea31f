import type { Block, Region } from './blocks.ts'
import { flagBit } from './regions.ts'
import type { Selection } from './steps.ts'
import { between, linkShare } from './sums.ts'
import type { PageView } from './view.ts'
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

/** In front of links to other stories or goods; not what wikis say above links of their text. */
const leads = `
  read also|also read|read more|read next|what to read next|up next|keep reading|related articles|related stories|related posts|related content|related news|related products|more on this|more on this story|more like this
  don t miss|you may also like|you might also like|you may also enjoy|you might also enjoy|you may also be interested in|you might also be interested in|recommended for you|recommended articles|recommended stories|recommended posts
  similar articles|similar stories|similar posts|similar products|customers also bought|customers also viewed|people also viewed|from around the web|editor s picks
  lesen sie auch|lies auch|mehr zum thema|auch interessant|das könnte sie auch interessieren|das könnte dich auch interessieren|das könnte ihnen auch gefallen|das könnte dir auch gefallen|ähnliche artikel|ähnliche beiträge|ähnliche produkte|verwandte artikel|verwandte beiträge|verwandte themen|empfohlene artikel|kunden kauften auch
  à lire aussi|lire aussi|à lire également|à découvrir aussi|vous aimerez aussi|vous aimerez peut être aussi|vous aimerez peut être|cela pourrait vous intéresser|cela peut vous intéresser|ces articles peuvent vous intéresser|sur le même sujet|sur le même thème|dans la même rubrique|articles similaires|articles connexes|articles liés|contenus similaires|produits similaires|produits apparentés
  lea también|lee también|leer más|sigue leyendo|te puede interesar|también te puede interesar|te podría interesar|también te podría interesar|quizás te interese|te puede gustar|también te puede gustar|te recomendamos|no te pierdas|más sobre este tema|artículos relacionados|noticias relacionadas|notas relacionadas|entradas relacionadas|contenido relacionado|productos relacionados|productos similares
  leia também|veja também|leia mais|você também pode gostar|você pode gostar|talvez você goste|também pode gostar|também pode interessar|recomendados para você|notícias relacionadas|artigos relacionados|matérias relacionadas|posts relacionados|conteúdo relacionado|produtos relacionados|produtos semelhantes|quem viu viu também
  leggi anche|potrebbe interessarti|potrebbe interessarti anche|potrebbero interessarti|potrebbero interessarti anche|ti potrebbe interessare|ti potrebbe interessare anche|potrebbe piacerti anche|articoli correlati|articoli simili|contenuti correlati|notizie correlate|prodotti correlati|prodotti simili
  lees ook|lees meer|lees verder|ook interessant|misschien ook interessant|dit vind je misschien ook leuk|misschien vind je dit ook leuk|meer over dit onderwerp|gerelateerde artikelen|gerelateerde berichten|gerelateerde producten|aanbevolen voor jou|anderen bekeken ook
  czytaj także|czytaj też|czytaj również|przeczytaj także|przeczytaj też|przeczytaj również|zobacz także|zobacz również|może cię zainteresować|to może cię zainteresować|może ci się spodobać|powiązane artykuły|powiązane wpisy|podobne artykuły|podobne wpisy|podobne produkty|polecane artykuły
  läs också|läs även|relaterade artiklar|relaterade produkter|liknande produkter|du kanske också gillar|mer om ämnet|les også|relaterte artikler|læs også|relaterede artikler|lue myös|saatat pitää myös
  читайте также|читать также|читайте ещё|смотрите также|похожие статьи|похожие записи|похожие материалы|похожие новости|похожие товары|материалы по теме|статьи по теме|новости по теме|ещё по теме|еще по теме|вам может понравиться|вам также может понравиться|вас может заинтересовать|вам будет интересно|рекомендуем почитать|рекомендуем прочитать|с этим товаром покупают
  читайте також|схожі статті|схожі записи|схожі новини|схожі товари|матеріали за темою|новини за темою|вас може зацікавити|вам може сподобатися
  ayrıca okuyun|İlgili haberler|İlgili yazılar|İlgili içerikler|İlgili ürünler|İlginizi çekebilir|bunlar da ilginizi çekebilir|bunları da beğenebilirsiniz|benzer haberler|benzer yazılar|benzer ürünler|önerilen haberler|sizin için önerilenler
  あわせて読みたい|合わせて読みたい|次に読みたい|関連記事|関連する記事|関連ニュース|関連コンテンツ|関連商品|おすすめ記事|おすすめの記事|あなたにおすすめ|あなたにおすすめの記事|こちらもおすすめ|こちらの記事もおすすめ
  延伸阅读|相关阅读|相关文章|相关新闻|相关报道|相关推荐|相关产品|推荐阅读|猜你喜欢|为你推荐|您可能感兴趣|你可能喜欢|你可能也喜欢|延伸閱讀|相關閱讀|相關文章|相關新聞|推薦閱讀|猜你喜歡|你可能也喜歡|您可能也喜歡
  관련 기사|관련기사|관련 글|관련글|관련 뉴스|관련 상품|추천 기사|추천기사|추천 글|함께 보면 좋은 글|함께 읽으면 좋은 글|이런 기사는 어떠세요
  اقرأ أيضا|اقرأ أيضاً|اقرأ أيضًا|اقرأ المزيد|شاهد أيضا|مواضيع ذات صلة|موضوعات متعلقة|مواضيع متعلقة|أخبار ذات صلة|مقالات ذات صلة|مقالات مشابهة|قد يعجبك أيضا|قد يهمك أيضا|قد يهمك|منتجات ذات صلة|منتجات مشابهة|קראו גם|כתבות נוספות|אולי יעניין אותך
  यह भी पढ़ें|ये भी पढ़ें|इसे भी पढ़ें|संबंधित खबरें|संबंधित लेख|baca juga|simak juga|artikel terkait|berita terkait|pos terkait|produk terkait|anda mungkin juga suka|anda mungkin suka|rekomendasi untuk anda
  đọc thêm|tin liên quan|bài viết liên quan|bài liên quan|có thể bạn quan tâm|có thể bạn thích|bạn có thể thích|tin cùng chuyên mục|sản phẩm liên quan|sản phẩm tương tự`

/** In front of what else a site has: on its own front page that is the content. */
const shelves = `
  most read|most popular|popular now|popular posts|popular articles|trending|trending now|latest news|latest stories|latest articles|latest posts|recent posts|recent articles|more news|more stories|more articles|more posts|top stories
  meistgelesen|die meistgelesenen artikel|weitere artikel|weitere beiträge|weitere themen|neueste beiträge|les plus lus|articles récents|à ne pas manquer|más leídas|lo más leído|lo más visto|más noticias|últimas noticias|entradas recientes
  mais lidas|mais lidos|as mais lidas|últimas notícias|i più letti|le più lette|da non perdere|altri articoli|articoli recenti|meest gelezen|meer nieuws|najczęściej czytane|polecamy|mest läst|mest lest|mest læst
  популярное|самое читаемое|другие новости|последние новости|популярне|рекомендуємо|çok okunanlar|en çok okunanlar|diğer haberler|人気記事|人気の記事|新着記事|最新記事|アクセスランキング|热门文章|热门推荐|最新文章|更多文章|大家都在看|熱門文章|最新文章|更多新聞
  많이 본 뉴스|많이 본 기사|인기 기사|최신 기사|الأكثر قراءة|المزيد من الأخبار|terpopuler|berita lainnya|artikel lainnya|tin khác|bài viết khác|đọc nhiều|tin mới nhất`

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
const shelfPhrases = phrasesOf(shelves)
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
    else if (isLead(block, selection)) dropLead(selection, index)
  }
}
const cell = flagBit('cell')

/** A line above nothing but links, or a heading above cards that each have one. */
const dropLead = ({ view, kept }: Selection, at: number) => {
  let end = at + 1
  while (end < kept.length && leadsAway(view.blocks[end])) end++
  if (end - at > maxLeadLinks) end = at
  // Below an item it leads on from that one, and others follow.
  if ((view.ranks[at] ?? 0) > 0) end = Math.max(end, endOfCards(view, at + 1))
  if (end > at + 1) kept.fill(0, at, end)
}
const maxLeadLinks = 12

/** Where the look-alikes end that begin at a block, if each is short and has a link. */
const endOfCards = (view: PageView, first: number): number => {
  let end = first
  let around = view.blocks[first]?.region
  for (let up = 0; around?.first === first && up < maxLevels; up++, around = around.parent) {
    let count = 0
    let card: Region | undefined = around
    let last = around
    for (; card && isCard(view, card); card = nextAlike(view, card), count++) last = card
    if (!card && count >= minCards) end = last.end
  }
  return end
}
const maxLevels = 12
const minCards = 2
const maxCardWords = 60

const isCard = ({ sums }: PageView, { first, end }: Region): boolean =>
  between(sums.linkChars, first, end) > 0 && between(sums.words, first, end) <= maxCardWords

const nextAlike = ({ blocks, looks }: PageView, region: Region): Region | undefined => {
  let at = blocks[region.end]?.region
  while (at && at.level > region.level) at = at.parent
  const isAlike = at?.parent === region.parent && looks[at?.index ?? -1] === looks[region.index]
  return isAlike ? at : undefined
}

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
const isLead = (block: Block, { pageType }: Selection): boolean =>
  isOneOf(leadPhrases, block) || (pageType === 'article' && isOneOf(shelfPhrases, block))

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
