/* A page of 64 kB with a list of 300 entries, its stylesheet, and a question about it. */

export const lampSchema = {
  type: 'object',
  properties: { name: { type: 'string' }, price: { type: 'number' }, seller: { type: 'string' } },
}

const rows = Array.from({ length: 300 }, (_, n) => {
  const text = `Part ${n} fits every lamp of the series and is sent on the day it is ordered.`
  return `<li class="card part-${n % 20}"><h3><a href="/part/${n}">Part ${n}</a></h3>
    <p>${text} <b>In stock</b>, <span class=price>${n + 3}.50 EUR</span></p></li>`
}).join('')

export const lampPage = (n: number) => `<!doctype html><html lang=en><head><title>Lamp ${n}</title>
  <meta property="og:site_name" content="Harbour Lamps"><link rel=stylesheet href=/a.css></head>
  <body><header><a href="/"><img src=/logo.png alt="Harbour Lamps" width=120 height=40></a>
  <nav><a href=/docs>Docs</a></nav></header><main><h1>Lamp ${n}</h1><p>Price: 49.90 EUR</p>
  <p>Seller: Harbour Lamps Ltd</p><p><a class="btn btn-primary" href=/buy>Buy now</a></p>
  <ul>${rows}</ul></main><footer><p>Imprint</p></footer></body></html>`

export const lampCss = `body { background: #fff; color: #222 } a { color: #0a58ca } .card { padding: 12px }
  .btn-primary { background: #cc2827; color: #fff; border-radius: 6px; padding: 8px 16px }`
