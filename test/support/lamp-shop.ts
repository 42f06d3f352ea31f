/** A shop of one template, with as many lamps as wanted, and pages of another template. */
export type Lamp = { name: string; price: string; sku: string; stars: number[]; material?: string }

export const lampAt = (n: number): Lamp => ({
  name: `${kinds[n % kinds.length]} lamp ${n}`,
  price: `$${(1_000 + 37 * n).toLocaleString('en-US')}.${10 + (n % 90)}`,
  sku: `LMP-${5_000 + 13 * n}`,
  stars: [1 + (n % 5), 1 + ((n + 2) % 5), 1 + ((n + 3) % 5)],
  ...(n % 3 === 0 ? {} : { material: materials[n % materials.length] as string }),
})

const kinds = ['Brass desk', 'Oak reading', 'Paper floor', 'Glass ceiling']
const materials = ['brass', 'oak', 'paper', 'glass', 'steel']
const people = ['Ann', 'Bo', 'Cleo', 'Dmitri', 'Eve', 'Farid']

export const lampPage = (n: number): string => {
  const { name, price, sku, stars, material } = lampAt(n)
  return framed(
    name,
    `<main class="product"><h1 class="product-name">${name}</h1>
    <div class="offer"><span class="amount">${price}</span><small>with tax</small></div>
    <table class="facts"><tbody>
      <tr><th>Article</th><td>${sku}</td></tr>
      ${material ? `<tr><th>Material</th><td>${material}</td></tr>` : ''}
      <tr><th>Delivery</th><td>${2 + (n % 4)} days</td></tr>
    </tbody></table>
    <p class="about">${name} stands in ${10 + n} homes and lights whatever people read there.</p>
    <section class="reviews"><h2>Reviews</h2><ul>${stars
      .map(
        (count, at) =>
          `<li class="review"><b class="by">${people[(n + at) % people.length]}</b> <i class="stars">${count} stars</i></li>`,
      )
      .join('')}</ul></section></main>`,
  )
}

export const categoryPage = (): string =>
  framed(
    'All lamps',
    `<main class="category"><h1 class="category-name">All lamps</h1><ol class="cards">${[1, 2, 3, 4]
      .map(
        n =>
          `<li class="card"><a href="/lamp/${n}">${lampAt(n).name}</a> <em>${lampAt(n).price}</em></li>`,
      )
      .join('')}</ol></main>`,
  )

const framed = (title: string, body: string): string =>
  `<html><head><title>${title} – Lamps and more</title></head><body><header class="top"><a class="home" href="/">Lamps and more</a><nav class="menu"><a href="/all">All lamps</a> <a href="/about">About</a></nav></header>${body}<footer class="end"><p class="note">© Lamps and more, Hauptstr. 1</p></footer></body></html>`

export const lampSchema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    price: { type: 'number' },
    sku: { type: 'string' },
    material: { type: ['string', 'null'] },
    reviews: {
      type: 'array',
      items: {
        type: 'object',
        properties: { author: { type: 'string' }, stars: { type: 'integer' } },
      },
    },
  },
}

/** What a person would type in for a page. */
export const lampData = (n: number) => {
  const { name, price, sku, stars, material } = lampAt(n)
  return {
    ...{ name, price: Number(price.replace(/[$,]/g, '')), sku, material: material ?? null },
    reviews: stars.map((count, at) => ({ author: people[(n + at) % people.length], stars: count })),
  }
}

/** The same without the list of reviews. */
const { reviews: _, ...single } = lampSchema.properties
export const plainSchema = { type: 'object', properties: single }
export const plainData = (n: number) => {
  const { reviews: __, ...data } = lampData(n)
  return data
}
export const lampUrl = (n: number) => `https://lamps.test/lamp/${n}`

/** The same lamp after the shop has been redesigned: other classes, other boxes, another order. */
export const redesignedLampPage = (n: number): string => {
  const { name, price, sku, stars, material } = lampAt(n)
  return `<html><head><title>${name} – Lamps and more</title></head><body><div class="bar-x1"><a class="l9" href="/">Lamps and more</a></div>
    <div class="wrap-z"><section class="p-grid"><h1 class="t4">${name}</h1>
    <div class="buy-q"><div class="row-k"><span class="v7">${price}</span><small class="v8">with tax</small></div></div>
    <div class="specs-w"><table class="s2"><tbody>
      <tr><th>Article</th><td>${sku}</td></tr>
      ${material ? `<tr><th>Material</th><td>${material}</td></tr>` : ''}
      <tr><th>Delivery</th><td>${2 + (n % 4)} days</td></tr>
    </tbody></table></div></section>
    <section class="r-list"><h2>Reviews</h2><ul class="rl">${stars
      .map(
        (count, at) =>
          `<li class="rr"><b class="ra">${people[(n + at) % people.length]}</b> <i class="rs">${count} stars</i></li>`,
      )
      .join('')}</ul></section></div></body></html>`
}
