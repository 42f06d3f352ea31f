import { knownPhrases } from './known-phrases.ts'
import type { JudgedPage } from './page.ts'

/** Why a page that came with success holds nothing to read, as a sentence about its host. */
export const findEmptiness = (page: JudgedPage): string | undefined => {
  if (isParked(page)) return 'is a parked domain: it has no content of its own.'
  if (page.status >= 400) return undefined
  if (isMissing(page))
    return `says that the page does not exist, although it answers with status ${page.status}.`
  if (isFailure(page))
    return `shows an error (${page.heading || page.title}), although it answers with status ${page.status}.`
  return isUnfinished(page)
    ? `has no site of its own: it shows a placeholder (${page.heading || page.title}).`
    : undefined
}

const { parkedParts, parkedTexts } = knownPhrases

/** The seller names the domain itself. */
const ownSale = /^(?:the domain )?[a-z0-9-]+(?:\.[a-z0-9-]+)+ (?:is|may be) for sale/

export const isParked = (page: JudgedPage): boolean => {
  if (page.text.length > 3_000 || page.paragraphs >= 4) return false
  const said =
    ownSale.test(page.title) ||
    ownSale.test(page.heading) ||
    parkedTexts.some(sentence => page.start.includes(sentence) || page.title.includes(sentence))
  return parkedParts.some(part => page.parts.includes(part)) ? said || page.text.length < 800 : said
}

const missingTitle = new RegExp(
  String.raw`
  ^(?:error|errore|erreur|erro|fehler|fel|błąd|hata|chyba|ошибка|помилка|lỗi)?[: ]{0,3}404\b
  \b404 ?[-–—:|]? ?(?:not found|error|page)|^not found\b|^(?:page|site) (?:not found|nicht gefunden)
  page (?:not found|can.?t be found|cannot be found|doesn.?t exist|does not exist|unavailable)
  seite (?:wurde |konnte )?(?:leider )?nicht gefunden|seite (?:existiert|gibt es) (?:leider )?nicht
  page (?:est )?introuvable|page non trouvée|page (?:demandée |recherchée )?n.existe (?:pas|plus)
  página no encontrada|página (?:que buscas |que busca |solicitada )?no existe
  no (?:se )?(?:encontró|encontramos|encuentra|encuentro|ha encontrado) la página
  página não (?:foi )?encontrada|página (?:que procura |que procurou |solicitada )?não existe
  pagina non (?:è stata )?trovata|pagina (?:richiesta |cercata )?non esiste
  pagina (?:is )?niet gevonden|pagina bestaat niet
  nie znaleziono strony|strona nie (?:została znaleziona|istnieje)|sivua ei löy
  sidan (?:hittades inte|kunde inte hittas|finns inte)|siden (?:ble|blev) ikke fun[dn]et
  stránka (?:nebyla nalezena|nenalezena|neexistuje|sa nenašla)|oldal nem található
  pagina nu (?:a fost găsită|există)|σελίδα δεν (?:βρέθηκε|υπάρχει)|sayfa bulunamadı
  сторінку не знайдено|страница не (?:найдена|существует)
  halaman tidak ditemukan|không tìm thấy trang|ไม่พบหน้า|पृष्ठ नहीं मिला|पेज नहीं मिला
  الصفحة غير موجودة|صفحه (?:مورد نظر )?(?:یافت|پیدا) نشد|הדף לא נמצא
  ページが見つかりません|页面不存在|页面未找到|找不到页面|頁面不存在|找不到頁面|페이지를 찾을 수 없`
    .trim()
    .replaceAll(/\n\s*/g, '|'),
)

/** An error page with the status of a success. */
const isMissing = (page: JudgedPage): boolean => {
  if (page.text.length > 2_500 || page.paragraphs >= 3 || isDocumentation(page)) return false
  return (
    missingTitle.test(page.title) || (missingTitle.test(page.heading) && page.text.length < 1_500)
  )
}

/** A page on the error of that name, not the error. */
const isDocumentation = ({ paragraphs, hasCode, isArticle, start }: JudgedPage): boolean =>
  paragraphs >= 1 &&
  (hasCode || isArticle || paragraphs >= 2 || /status ?code|code d.état/.test(start))

const failureTitle =
  /^(?:error )?(?:500|502|503|504)\b|internal server error|^(?:service (?:temporarily )?unavailable|bad gateway|gateway time-?out)|error establishing a database connection|^database error|^(?:something went wrong|an error (?:has )?occurred)|^application error|^(?:we.?ll|we will) be (?:right )?back|^be right back|^(?:(?:this|the|our|site|website|page|is|we are|we.re|down|offline|currently|temporarily)[ -]+)*(?:for|under|in|undergoing|performing) (?:scheduled )?maintenance|^maintenance(?: mode)?$|^wartungs(?:arbeiten|modus)|^(?:site )?en (?:maintenance|mantenimiento)|^in manutenzione/

/** The server could not make the page, and says so with the status of a success. */
const isFailure = (page: JudgedPage): boolean =>
  page.text.length < 1_200 &&
  !isDocumentation(page) &&
  (failureTitle.test(page.title) || failureTitle.test(page.heading))

const unfinishedTitle =
  /^welcome to (?:nginx|openresty|caddy)|^apache2? .*default page|^(?:apache http server )?test page|^iis windows|^it works!?$|^(?:default (?:web )?(?:site )?page|default plesk page)|^(?:this )?account (?:has been )?suspended|^(?:this )?(?:site|website) (?:has been )?suspended/

/** "Our website is currently under construction" and hardly a word more. */
const construction =
  /^(?:(?:this|the|our|new|web|site|website|page|is|currently|still)[ -]){0,6}under construction[.!]?$|^(?:website|seite) im aufbau$|^(?:(?:site|page) )?en construction$|^(?:sitio )?en construcción$|^(?:sito )?in costruzione$/
const maxPlaceholder = 300

/** A server without a site: what its software shows on the first day, or the host on the last. */
const isUnfinished = (page: JudgedPage): boolean =>
  page.text.length < 5_000 &&
  !page.isArticle &&
  (unfinishedTitle.test(page.title) ||
    unfinishedTitle.test(page.heading) ||
    (page.text.length < maxPlaceholder &&
      (construction.test(page.title) || construction.test(page.heading))))
