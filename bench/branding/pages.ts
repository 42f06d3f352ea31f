import type { Family, Part } from './families.ts'
import type { Theme } from './themes.ts'

/**
 * One marketing page in a theme's own markup. The parts whose painted style is the truth carry
 * `data-truth`; `withoutTags` takes that away, so the page that is judged never shows it.
 */
export type PageOptions = {
  theme: Theme
  /** Addresses of the stylesheets, in order. */
  css: readonly string[]
  dark?: boolean
  noise?: Noise
}

export type Noise = 'dismissable' | 'stubborn'

export const writePage = ({ theme, css, dark = false, noise }: PageOptions): string => {
  const { family } = theme
  const html = (dark ? family.dark?.html : undefined) ?? family.html ?? ''
  const body = (dark ? family.dark?.body : undefined) ?? family.body ?? ''
  const links = css.map(href => `<link rel="stylesheet" href="${href}">`).join('\n')
  return `<!doctype html>
<html lang="en" ${html}>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Harbour Tools: planning for small teams</title>
<meta property="og:site_name" content="Harbour Tools"><meta property="og:image" content="/share.png">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${links}
</head>
<body ${body} data-truth="body">
${header(theme)}
<main>
${hero(family)}
${cards(family)}
${noise ? partners() + statuses(family) : ''}
${form(family)}
</main>
${footer(family)}
${noise ? consentBanner(noise) + chatBubble : ''}
</body></html>`
}

export const withoutTags = (html: string): string => html.replace(/ data-truth="[^"]*"/g, '')

/** Path data that no other picture of the page has. */
export const logoPath = 'M4 26 16 4l12 22h-6l-6-11-6 11z'
/** Without any color of the theme: a logo that gave the answer away would measure nothing. */
export const logoFile = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 140 32" width="140" height="32"><path fill="#333" d="${logoPath}"/><path fill="#333" d="M40 8h4v6h8V8h4v16h-4v-6h-8v6h-4zM62 8h16v4H66v12h-4z"/></svg>`
export const partnerFile = (fill: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 32" width="120" height="32"><rect width="120" height="32" rx="6" fill="${fill}"/></svg>`
/** Inline in every other theme, a file in the rest. */
export const hasInlineLogo = ({ id }: Theme): boolean => id.length % 2 === 0

const attribute = ({ parts }: Family, part: Part): string => {
  const names = parts[part]
  return names ? ` class="${names}"` : ''
}

const header = (theme: Theme): string => {
  const { family } = theme
  const logo = hasInlineLogo(theme)
    ? `<svg viewBox="0 0 32 32" width="32" height="32" role="img" aria-label="Harbour Tools"><path fill="currentColor" d="${logoPath}"/></svg>`
    : '<img src="/images/logo.svg" alt="Harbour Tools" width="140" height="32">'
  const items = ['Product', 'Pricing', 'Customers', 'Docs']
    .map(name => `<a${attribute(family, 'navLink')} href="/${name.toLowerCase()}">${name}</a>`)
    .join('')
  return `<header${attribute(family, 'header')}>
<a${attribute(family, 'brand')} href="/">${logo}</a>
<nav${attribute(family, 'nav')}>${items}</nav>
</header>`
}

const button = (family: Family, kind: 'primary' | 'secondary', text: string, tag = ''): string => {
  const marks = `${attribute(family, kind)}${tag ? ` data-truth="${tag}"` : ''}`
  return family.primaryTag === 'button'
    ? `<button type="button"${marks}>${text}</button>`
    : `<a href="/${kind}" role="button"${marks}>${text}</a>`
}

const hero = (family: Family): string => `<section${attribute(family, 'hero')}>
<h1${attribute(family, 'title')} data-truth="heading">Plan the week in ten minutes</h1>
<p${attribute(family, 'lead')}>Harbour Tools shows every team what comes next, and who waits for whom.</p>
<p>${button(family, 'primary', 'Start for free', 'primary')} ${button(family, 'secondary', 'See how it works', 'secondary')}</p>
</section>`

const cards = (family: Family): string => `<section${attribute(family, 'section')}>
<h2>Why teams choose it</h2>
<div${attribute(family, 'grid')}>
${['Clear', 'Quick', 'Calm'].map((name, index) => card(family, name, index === 0)).join('\n')}
</div>
<p>Read <a${attribute(family, 'link')} href="/story" data-truth="link">the story of a small harbour office</a> that stopped using spreadsheets in spring and has not looked back since.</p>
</section>`

const card = (family: Family, name: string, tagged: boolean): string =>
  `<div${attribute(family, 'column')}><article${attribute(family, 'card')}${tagged ? ' data-truth="card"' : ''}><div${attribute(family, 'cardBody')}><h3${attribute(family, 'cardTitle')}>${name}</h3><p>Everything on one page, and nothing that nobody asked for. It takes an afternoon to learn.</p></div></article></div>`

const form = (family: Family): string => `<section${attribute(family, 'section')}>
<h2>Try it with your team</h2>
<form action="/start"><div${attribute(family, 'field')}><label${attribute(family, 'label')} for="mail">Work e-mail</label>
<input${attribute(family, 'input')} type="email" id="mail" name="mail" placeholder="you@company.com" data-truth="input"></div>
${button(family, 'primary', 'Create an account')}</form>
</section>`

const footer = (family: Family): string =>
  `<footer${attribute(family, 'footer')}><p>© 2026 Harbour Tools. <a href="/privacy">Privacy</a> <a href="/imprint">Imprint</a></p></footer>`

const partners = (): string =>
  `<section><h2>Trusted by</h2><div style="display:flex;gap:24px">${[1, 2, 3, 4]
    .map(
      n => `<img src="/images/partner-${n}.svg" alt="Partner ${n} logo" width="120" height="32">`,
    )
    .join('')}</div></section>`

const statuses = (family: Family): string =>
  `<section><h2>System status</h2><p><span${attribute(family, 'success')}>Operational</span> <span${attribute(family, 'danger')}>Incident</span>
<span style="background:#16a34a;color:#fff;padding:2px 8px;border-radius:999px">99.98 %</span>
<span style="background:#dc2626;color:#fff;padding:2px 8px;border-radius:999px">2 open</span></p></section>`

/** The colors and corners of a consent tool, not of the site. */
const bannerButton =
  'background:#2e7d32;color:#fff;border:0;border-radius:24px;padding:14px 32px;font:700 16px Arial'

const consentBanner = (noise: Noise): string => {
  const close = noise === 'dismissable' ? `onclick="this.closest('[role=dialog]').remove()"` : ''
  return `<div role="dialog" aria-label="Cookie consent" class="cookie-consent" style="position:fixed;left:0;right:0;bottom:0;z-index:99999;background:#10243e;color:#fff;padding:32px;font:16px Arial">
<p style="color:#fff">We use cookies to improve your experience and to measure our audience. You can accept all cookies or choose.</p>
<button type="button" style="${bannerButton}" ${close}>Accept all cookies</button>
<button type="button" style="${bannerButton};background:#455a64" ${close}>Reject all</button>
<button type="button" style="${bannerButton};background:#455a64">Settings</button></div>`
}

const chatBubble =
  '<div id="chat-widget" style="position:fixed;right:24px;bottom:24px;z-index:100000"><button type="button" aria-label="Open chat" style="width:64px;height:64px;border:0;border-radius:32px;background:#ff5a1f;color:#fff">Chat</button></div>'
