import type { Overlay, Snapshot } from '../page/snapshot.ts'

/** What floats above a page: part of it (a sticky header) or laid over it by somebody else. */
type OverlayKind = 'bar' | 'consent' | 'chat' | 'dialog' | 'notice'

/** Names of consent tools, and what people call their own. */
const consentNames =
  /cookie|consent|gdpr|ccpa|lgpd|onetrust|optanon|cookiebot|cybot|didomi|usercentrics|quantcast|qc-cmp|trustarc|truste|osano|klaro|iubenda|complianz|cmplz|borlabs|axeptio|tarteaucitron|termly|cookieyes|cky-|cmp-?(?:box|banner|container|root)|privacy-?(?:banner|notice|popup|bar)/i

const consentWords =
  /\bcookies?\b|consent|gdpr|tracking technolog|your privacy|datenschutz|einwilligung|témoins|confidentialité|privacidad|galletas|informativa|samtycke|personvern|プライバシー|クッキー|隐私/i

/** What a banner offers; a page's own "Accept" of an offer does not speak of cookies. */
const answerWords =
  /^(?:accept|allow|agree|reject|decline|deny|refuse|got it|ok(?:ay)?$|i (?:agree|accept|understand)|only necessary|necessary only|essential only|manage (?:cookies|preferences|choices)|cookie settings|alle akzeptieren|akzeptieren|zustimmen|ablehnen|nur notwendige|tout accepter|accepter|refuser|aceptar|rechazar|accetta|rifiuta|accepteren|weigeren|godkänn|同意|すべて)/i

/** For the scripts in the page, which take patterns as text. */
export const overlayWords = {
  names: consentNames.source,
  consent: consentWords.source,
  answers: answerWords.source,
}

const chatNames =
  /intercom|drift-|crisp|zendesk|zopim|livechat|tawk|hubspot-messages|freshchat|freshworks|olark|tidio|gorgias|chat-?(?:widget|bubble|launcher|button|box)|messenger|support-?widget|whatsapp/i
const chatWords = /^(?:chat|chat with us|help|support|message us|hi there|need help|ask us)\b/i

export const judgeOverlay = (overlay: Overlay, { viewport, page }: Snapshot): OverlayKind => {
  const { names, text, box, role } = overlay
  const wide = box.width > viewport.width * 0.7
  const speaksOfConsent = consentWords.test(text)
  const offersAnswers = overlay.buttons.some(button => answerWords.test(button.text.trim()))
  if (consentNames.test(names) && (speaksOfConsent || offersAnswers)) return 'consent'
  if (speaksOfConsent && offersAnswers && text.length < 1_500) return 'consent'
  if (overlay.isModal || role === 'dialog' || role === 'alertdialog') return 'dialog'
  const isSmall = box.width < 480 && box.height < 720
  if (isSmall && (chatNames.test(names) || (chatWords.test(text) && !overlay.hasNavigation)))
    return 'chat'
  // In a corner, small, in front: nobody puts the brand there.
  const inCorner =
    isSmall && box.x > viewport.width * 0.55 && box.y % viewport.height > viewport.height * 0.5
  if (overlay.position === 'fixed' && inCorner) return 'chat'
  const isHeader = box.y < 200 && wide && box.height < viewport.height * 0.5
  if (isHeader && (overlay.hasNavigation || overlay.hasHeading)) return 'bar'
  if (overlay.position !== 'fixed') return 'bar'
  const covers = box.width * box.height > viewport.width * viewport.height * 0.5
  // A fixed shell around the whole page, as applications have it.
  if (covers && text.length > 400 && page.height <= viewport.height * 1.05) return 'bar'
  if (isHeader && overlay.zIndex < 2_000) return 'bar'
  // A fixed column at the side with the site's own navigation.
  if (overlay.hasNavigation && box.height > viewport.height * 0.7) return 'bar'
  return 'notice'
}

/** Indexes of the overlays that are not the site's own look. */
export const setAside = (snapshot: Snapshot): ReadonlySet<number> =>
  new Set(
    snapshot.overlays.flatMap((overlay, index) =>
      judgeOverlay(overlay, snapshot) === 'bar' ? [] : [index],
    ),
  )

const refusals =
  /^(?:reject|decline|deny|refuse|only necessary|necessary only|essential only|use necessary|no,? thanks|ablehnen|alle ablehnen|nur notwendige|tout refuser|refuser|rechazar|rifiuta|weigeren|neka)/i
const closings =
  /^(?:close|dismiss|got it|ok(?:ay)?|schließen|fermer|cerrar|chiudi|sluiten|×|✕|✖|x)$/i
const acceptances =
  /^(?:accept|allow|agree|i (?:agree|accept)|alle akzeptieren|akzeptieren|zustimmen|tout accepter|accepter|aceptar|accetta|accepteren)/i

/**
 * What to press so that a consent banner goes away: refusing before closing before accepting, and
 * only what is no link to another page.
 */
export const safeAnswer = (overlay: Overlay): number | undefined => {
  const pressable = overlay.buttons.filter(
    ({ tag, href }) =>
      tag !== 'a' || href === '' || href.startsWith('#') || /^javascript:/i.test(href),
  )
  for (const words of [refusals, closings, acceptances]) {
    const found = pressable.find(({ text }) => words.test(text.trim()))
    if (found) return found.index
  }
  return undefined
}
