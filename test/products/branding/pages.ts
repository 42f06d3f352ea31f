/** A marketing page with everything that misleads: banner, chat, partners, status, social icons. */
export const marketingPage = (
  parts: { head?: string; body?: string; html?: string } = {},
): string =>
  `<!doctype html><html lang="en" ${parts.html ?? ''}><head><meta charset="utf-8">
<title>Plan your week | Lantern</title>
<meta property="og:site_name" content="Lantern"><meta property="og:image" content="/share.png">
<meta name="theme-color" content="#1d4ed8">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<style>
:root { --brand: #1d4ed8; --danger: #b91c1c; --ok-color: oklch(0.53 0.14 150) }
html { background: #fdfcf8 }
body { margin: 0; font: 16px/1.5 Lato, sans-serif; color: #222233 }
h1, h2 { font-family: "Playfair Display", serif }
h1 { font-size: 48px; margin: 0 0 16px }
h2 { font-size: 32px; margin: 0 0 16px }
header, section, footer { padding: 24px 40px }
header a { margin-right: 16px; color: #222233 }
p { margin: 0 0 16px }
p a { color: #1d4ed8 }
.cta { display: inline-block; padding: 12px 24px; border-radius: 10px; color: #fff; background: var(--ok-color); text-decoration: none; border: 0; font: 700 16px Lato }
.cta.plain { background: none; color: #222233; box-shadow: inset 0 0 0 1px #222233 }
.cards { display: flex; gap: 24px }
.card { padding: 24px; border: 1px solid #dddde5; border-radius: 16px; background: #fff; width: 280px; box-shadow: 0 2px 8px rgba(0, 0, 0, 0.1) }
input { padding: 12px 16px; border: 1px solid #8888a0; border-radius: 8px; font: 16px Lato }
.partners { display: flex; gap: 24px }
</style>${parts.head ?? ''}</head>
<body>
<header><a href="/" class="logo"><svg viewBox="0 0 32 32" width="96" height="32" role="img" aria-label="Lantern"><path fill="currentColor" style="fill:#1d4ed8" d="M4 28 16 4l12 24z"/></svg></a>
<nav><a href="/product">Product</a><a href="/pricing">Pricing</a><button class="menu-toggle" aria-label="Menu"><svg width="20" height="20" viewBox="0 0 20 20"><path d="M0 4h20v2H0z"/></svg></button></nav></header>
<main><section><h1>Plan the week in ten minutes</h1>
<p>Lantern shows every team what comes next, and who is waiting for whom, on one calm page.</p>
<a class="cta" href="/start">Start for free</a> <a class="cta plain" href="/tour">See how it works</a></section>
<section class="cards">${['Clear', 'Quick', 'Calm'].map(name => `<article class="card"><h2>${name}</h2><p>Everything on one page, and nothing that nobody asked for.</p></article>`).join('')}</section>
<section><p>Read <a href="/story">the story of a small harbour office</a> that stopped using spreadsheets in spring.</p>
<p><span style="background:#16a34a;color:#fff;padding:4px 8px">Operational</span> <span style="background:var(--danger);color:#fff;padding:4px 8px">2 incidents</span></p>
<form action="/start"><input type="email" placeholder="you@company.com"> <button class="cta">Create an account</button></form></section>
<section class="partners">${[1, 2, 3, 4].map(n => `<img class="logo" src="/partner-${n}.svg" alt="Partner ${n} logo" width="120" height="32">`).join('')}</section>
</main>
<footer><p>© Lantern</p><a href="https://x.com/lantern" aria-label="X logo"><svg width="24" height="24" viewBox="0 0 24 24"><path d="M0 0 24 24M24 0 0 24" stroke="#000"/></svg></a></footer>
${parts.body ?? ''}</body></html>`

export const partnerPicture = {
  headers: { 'content-type': 'image/svg+xml' },
  body: '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="32"><rect width="120" height="32" fill="#f97316"/></svg>',
}

/** In the colors of a consent tool, larger and nearer than anything of the site. */
export const banner = (onclick = ''): string =>
  `<div class="x7f3" style="position:fixed;left:0;right:0;bottom:0;z-index:9999;background:#111;color:#fff;padding:40px">
<p style="color:#fff">We use cookies to measure our audience. You can accept them all or refuse.</p>
<button style="background:#e11d48;color:#fff;padding:18px 60px;border-radius:40px;border:0" ${onclick}>Accept all</button>
<button style="background:#e11d48;color:#fff;padding:18px 60px;border-radius:40px;border:0" ${onclick}>Reject all</button></div>`

export const chat =
  '<div style="position:fixed;right:20px;bottom:20px;z-index:10000"><button style="background:#f59e0b;width:64px;height:64px;border-radius:32px">Chat</button></div>'

/** The answer of a model that takes the first of everything. */
export const agreement = {
  button: 0,
  logo: 0,
  brandColor: 0,
  tone: 'friendly',
  energy: 'calm',
  audience: 'businesses',
  audienceText: 'Small teams that plan together',
  confidence: 0.99,
}
