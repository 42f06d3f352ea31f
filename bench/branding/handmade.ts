import { logoPath } from './pages.ts'

/**
 * Pages written by hand in the styles that real sites have and themes do not: gradients, utility
 * classes, shadow roots, CSS-in-JS, black brands. What is right was written down with the page.
 */
export type HandmadePage = {
  name: string
  html: string
  /** What the main button is painted in; of a gradient any of its colors. */
  primary: readonly string[]
  background: string
  /** Of links in running text; null where the browser's own blue is all there is. */
  link?: string | null
  /** False where the page has drawings, none of which is its logo. */
  hasLogo?: boolean
}

type Parts = {
  css?: string
  head?: string
  body?: string
  html?: string
  logo?: string
  nav?: string
  hero: string
  rest?: string
}

const logoSvg = (fill = 'currentColor') =>
  `<svg viewBox="0 0 32 32" width="32" height="32" role="img" aria-label="Quarry"><path fill="${fill}" d="${logoPath}"/></svg>`

const base =
  'body{margin:0;font:16px/1.5 Inter,sans-serif;color:#1a1a22}header,section,footer{padding:24px 40px}a{color:inherit;text-decoration:none}'

const page = ({ css = '', head = '', body = '', html = '', ...parts }: Parts): string =>
  `<!doctype html><html lang="en" ${html}><head><meta charset="utf-8"><title>Quarry: stone by the tonne</title>
<meta property="og:site_name" content="Quarry"><style>${base}${css}</style>${head}</head><body ${body}>
<header>${parts.logo ?? `<a href="/" aria-label="Quarry">${logoSvg()}</a>`} ${parts.nav ?? '<nav><a href="/stones">Stones</a> <a href="/prices">Prices</a> <a href="/about">About</a></nav>'}</header>
<main><section><h1>Stone that lasts longer than plans</h1><p>Granite, slate and marble, cut to your drawing and delivered to the site.</p>${parts.hero}</section>
${parts.rest ?? '<section><h2>How it works</h2><p>Send a drawing, get a price within a day, and have the stone in two weeks.</p></section>'}</main>
<footer><p>© Quarry</p></footer></body></html>`

const pill = 'display:inline-block;padding:12px 24px;border-radius:8px;border:0;font:600 16px Inter'

export const handmadePages: readonly HandmadePage[] = [
  {
    name: 'a black brand',
    html: page({
      css: `.b{${pill};background:#000;color:#fff}.o{${pill};box-shadow:inset 0 0 0 1px #000}`,
      hero: '<a class="b" href="/start">Get a price</a> <a class="o" href="/tour">See stones</a>',
    }),
    primary: ['#000000'],
    background: '#ffffff',
  },
  {
    name: 'a yellow brand without blue',
    html: page({
      css: `.k1{${pill};background:rgb(255,214,0);color:#000}.k2{${pill};border:1px solid #000}`,
      hero: '<button class="k1">Order stone</button> <button class="k2">Talk to us</button>',
    }),
    primary: ['#ffd600'],
    background: '#ffffff',
  },
  {
    name: 'red on a black page',
    html: page({
      css: `body{background:#000;color:#eee}.k1{${pill};background:#e50000;color:#fff}.k2{${pill};background:#222}`,
      hero: '<a class="k1" href="/join">Join now</a> <a class="k2" href="/more">More</a>',
    }),
    primary: ['#e50000'],
    background: '#000000',
  },
  {
    name: 'utility classes with values of their own',
    html: page({
      css: `.bg-\\[\\#5b21b6\\]{background-color:#5b21b6}.text-white{color:#fff}.px-6{padding-left:24px;padding-right:24px}.py-3{padding-top:12px;padding-bottom:12px}.rounded-full{border-radius:9999px}.inline-block{display:inline-block}.hover\\:bg-black:hover{background:#000}.bg-\\[\\#fafaf7\\]{background-color:#fafaf7}.border{border:1px solid #ccc}`,
      body: 'class="bg-[#fafaf7]"',
      hero: '<a href="/start" class="inline-block bg-[#5b21b6] hover:bg-black text-white px-6 py-3 rounded-full">Start your order</a> <a href="/tour" class="inline-block border px-6 py-3 rounded-full">Tour</a>',
    }),
    primary: ['#5b21b6'],
    background: '#fafaf7',
  },
  {
    name: 'utility classes with fractions and variants',
    html: page({
      css: `.px-2\\.5{padding-left:16px;padding-right:16px}.py-1\\.5{padding-top:10px;padding-bottom:10px}.bg-emerald-600\\/90{background-color:rgb(5 150 105 / .9)}.text-white{color:#fff}.rounded-md{border-radius:6px}.inline-flex{display:inline-flex}.md\\:inline-flex{display:inline-flex}`,
      hero: '<a href="/x" class="inline-flex px-2.5 py-1.5 rounded-md bg-emerald-600/90 text-white">Book a visit</a>',
    }),
    primary: ['#1ea078'],
    background: '#ffffff',
  },
  {
    name: 'a gradient button',
    html: page({
      css: `.g{${pill};background-image:linear-gradient(90deg,#6d28d9,#7c3aed);color:#fff}.o{${pill};border:1px solid #ddd}`,
      hero: '<a class="g" href="/start">Try it for free</a> <a class="o" href="/tour">Watch</a>',
    }),
    primary: ['#6d28d9', '#7c3aed', '#7531e3'],
    background: '#ffffff',
  },
  {
    name: 'a gradient of two hues',
    html: page({
      css: `.g{${pill};background:linear-gradient(135deg,#ff5f6d 0%,#ff7f50 100%);color:#fff}`,
      hero: '<button class="g">Subscribe</button>',
    }),
    primary: ['#ff5f6d', '#ff7f50', '#ff6f5f'],
    background: '#ffffff',
  },
  {
    name: 'a button in a shadow root with a slot',
    html: page({
      hero: `<x-button>Start a project</x-button> <x-button kind="quiet">Read more</x-button>
<script>customElements.define('x-button',class extends HTMLElement{connectedCallback(){const quiet=this.getAttribute('kind');this.attachShadow({mode:'open'}).innerHTML='<style>button{${pill};background:'+(quiet?'#eef':'#0b6e4f')+';color:'+(quiet?'#111':'#fff')+'}</style><button part="base"><slot></slot></button>'}})</script>`,
    }),
    primary: ['#0b6e4f'],
    background: '#ffffff',
  },
  {
    name: 'a whole page in a shadow root, its button slotted',
    html: page({
      css: `.act{${pill};background:#c2410c;color:#fff}`,
      hero: `<x-hero><a slot="action" class="act" href="/start">Get started</a></x-hero>
<script>customElements.define('x-hero',class extends HTMLElement{connectedCallback(){this.attachShadow({mode:'open'}).innerHTML='<div style="padding:20px"><h2>Cut to size</h2><slot name="action"></slot></div>'}})</script>`,
    }),
    primary: ['#c2410c'],
    background: '#ffffff',
  },
  {
    name: 'declarative shadow roots',
    html: page({
      hero: `<y-button><template shadowrootmode="open"><style>a{${pill};background:#9d174d;color:#fff}</style><a href="/start"><slot></slot></a></template>Plan a visit</y-button>`,
    }),
    primary: ['#9d174d'],
    background: '#ffffff',
  },
  {
    name: 'the fill is on a bold text in the link',
    html: page({
      css: `a b{display:inline-block;padding:14px 28px;border-radius:4px;background:#0047ab;color:#fff}`,
      hero: '<a href="/start"><b>Start for free</b></a> <a href="/tour">or take the tour</a>',
    }),
    primary: ['#0047ab'],
    background: '#ffffff',
  },
  {
    name: 'the fill is on a span in the button',
    html: page({
      css: `button{background:none;border:0;padding:0;font:600 16px Inter}button span{display:block;padding:12px 30px;background:#b45309;color:#fff;border-radius:24px}`,
      hero: '<button><span>Reserve a slab</span></button>',
    }),
    primary: ['#b45309'],
    background: '#ffffff',
  },
  {
    name: 'CSS-in-JS written into the sheet by script',
    html: page({
      head: `<style data-styled></style>`,
      hero: `<button class="sc-a1b2 kQzXyT">Create account</button> <button class="sc-a1b3 hJkLmN">Log in</button>
<script>const s=document.querySelector('[data-styled]').sheet;s.insertRule('.kQzXyT{${pill};background:#0e7490;color:#fff}');s.insertRule('.hJkLmN{${pill};background:transparent;border:1px solid #0e7490}')</script>`,
    }),
    primary: ['#0e7490'],
    background: '#ffffff',
  },
  {
    name: 'constructed stylesheets',
    html: page({
      hero: `<button class="css-1x">Get a quote</button><script>const s=new CSSStyleSheet();s.replaceSync('.css-1x{${pill};background:#4d7c0f;color:#fff}');document.adoptedStyleSheets=[s]</script>`,
    }),
    primary: ['#4d7c0f'],
    background: '#ffffff',
  },
  {
    name: 'custom properties three deep in oklch',
    html: page({
      css: `:root{--l:.55;--c:.2;--h:262;--p:oklch(var(--l) var(--c) var(--h));--btn:var(--p)}.b{${pill};background:var(--btn);color:#fff}`,
      hero: '<a class="b" href="/start">Start now</a>',
    }),
    primary: ['#2563eb', '#3065e9', '#346af0', '#2c68e8'],
    background: '#ffffff',
  },
  {
    name: 'color() of a wide gamut without blue',
    html: page({
      css: `.b{${pill};background:color(srgb 0.9 0.3 0);color:#fff}`,
      hero: '<a class="b" href="/start">Buy slate</a>',
    }),
    primary: ['#e64d00'],
    background: '#ffffff',
  },
  {
    name: 'a dark page painted on a wrapper',
    html: page({
      css: `#root{background:#0b0f19;color:#e5e7eb;min-height:100vh}.b{${pill};background:#22d3ee;color:#000}`,
      hero: '<a class="b" href="/start">Launch</a>',
      body: 'style="background:#fff"',
      rest: '<script>const r=document.createElement("div");r.id="root";r.append(...document.body.childNodes);document.body.append(r)</script>',
    }),
    primary: ['#22d3ee'],
    background: '#0b0f19',
  },
  {
    name: 'white buttons on a colored hero',
    html: page({
      css: `main section:first-child{background:#1e3a8a;color:#fff;padding:80px 40px}.w{${pill};background:#fff;color:#1e3a8a}.b{${pill};background:#1e3a8a;color:#fff}`,
      hero: '<a class="w" href="/tour">Watch a film</a>',
      rest: '<section><h2>Ready?</h2><a class="b" href="/start">Get started</a> <p>Prices on the day.</p><a class="b" href="/start">Create account</a></section>',
    }),
    primary: ['#1e3a8a'],
    background: '#ffffff',
  },
  {
    name: 'an old page of the browser’s own links',
    html: `<!doctype html><title>Quarry</title><body bgcolor="#ffffff"><h1>Quarry</h1><p>Stone by the tonne since 1904, see <a href="/prices">the price list of this season</a> for all sorts.</p><form><input type="submit" value="Send an order" style="background:#800000;color:#fff;padding:10px 20px;border:0"></form></body>`,
    primary: ['#800000'],
    background: '#ffffff',
    link: null,
    hasLogo: false,
  },
  {
    name: 'an arrow that leads home is no logo',
    html: page({
      css: `.b{${pill};background:#111;color:#fff}`,
      logo: '<a href="/"><svg width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2"><path d="M19 12H5M12 19l-7-7 7-7"/></svg></a>',
      hero: '<a class="b" href="/start">Apply now</a>',
    }),
    primary: ['#111111'],
    background: '#ffffff',
    hasLogo: false,
  },
  {
    name: 'a blank drawing that leads home is no logo',
    html: page({
      css: `.b{${pill};background:#be123c;color:#fff}`,
      logo: '<a href="/" class="logo"><svg width="120" height="32" viewBox="0 0 120 32"><rect width="120" height="32" fill="transparent"/></svg></a>',
      hero: '<a class="b" href="/start">Donate</a>',
    }),
    primary: ['#be123c'],
    background: '#ffffff',
    hasLogo: false,
  },
  {
    name: 'a drawing beside every line is no logo',
    html: page({
      css: `.b{${pill};background:#7e22ce;color:#fff}`,
      logo: '<strong>Quarry</strong>',
      nav: `<nav>${['Stones', 'Prices', 'About', 'Jobs', 'News'].map(name => `<a class="brand-item" href="/${name}"><svg width="36" height="36" viewBox="0 0 24 24"><path d="M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm0 4c2 3 4 3 4 6s-2 4-4 4-4-1-4-4 2-3 4-6z"/></svg>${name}</a>`).join('')}</nav>`,
      hero: '<a class="b" href="/start">Register</a>',
    }),
    primary: ['#7e22ce'],
    background: '#ffffff',
    hasLogo: false,
  },
  {
    name: 'links of a chosen color in running text',
    html: page({
      css: `.b{${pill};background:#000;color:#fff}p a{color:#0a7d33;text-decoration:underline}`,
      hero: '<a class="b" href="/start">Shop stone</a>',
      rest: '<section><p>Read <a href="/story">the story of a small quarry</a> that has been open since the spring of 1904.</p></section>',
    }),
    primary: ['#000000'],
    background: '#ffffff',
    link: '#0a7d33',
  },
  {
    name: 'a shop of many grey controls',
    html: page({
      css: `.add{${pill};background:#e5e7eb}.buy{${pill};background:#ff4f00;color:#fff}`,
      hero: '<a class="buy" href="/sale">Shop the sale</a>',
      rest: `<section>${Array.from({ length: 12 }, (_, at) => `<article><h3>Slab ${at}</h3><button class="add">Add</button></article>`).join('')}</section>`,
    }),
    primary: ['#ff4f00'],
    background: '#ffffff',
  },
  {
    name: 'inline styles of a site builder',
    html: page({
      hero: '<div style="padding:10px"><a role="button" href="/start" style="display:inline-block;background-color:rgb(0,0,0);color:rgb(255,255,0);padding:16px 32px;border-radius:0">Book a table</a></div>',
      body: 'style="background:rgb(250,240,0)"',
    }),
    primary: ['#000000'],
    background: '#faf000',
  },
]
