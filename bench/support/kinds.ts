/* Calls of each kind of work, all of them different: nothing is answered from memory. */

export const kinds = ['pages', 'rendered', 'extract', 'branding', 'images'] as const
export type Kind = (typeof kinds)[number]

export type Reach = { port: number; imagePort: number; secretKey: string; publishableKey: string }
export type Call = {
  port: number
  method: string
  path: string
  headers: Record<string, string>
  body: string
}

export const callOf = (kind: Kind, n: number, reach: Reach): Call => {
  if (kind === 'images') {
    const path = `/i${n}.example?token=${reach.publishableKey}`
    return { port: reach.imagePort, method: 'GET', path, headers: {}, body: '' }
  }
  const { path, body } = posts[kind](n)
  const headers = {
    authorization: `Bearer ${reach.secretKey}`,
    'content-type': 'application/json',
  }
  return { port: reach.port, method: 'POST', path, headers, body: JSON.stringify(body) }
}

const at = (what: string, n: number) => `https://h${n % 20}.test/${what}/${n}`

const schema = {
  type: 'object',
  properties: { name: { type: 'string' }, price: { type: 'number' } },
  required: ['name'],
}

const posts: Record<Exclude<Kind, 'images'>, (n: number) => { path: string; body: object }> = {
  pages: n => ({ path: '/v1/scrape', body: { url: at('article', n), render: 'never' } }),
  rendered: n => ({ path: '/v1/scrape', body: { url: at('app', n), render: 'always' } }),
  extract: n => ({
    path: '/v1/extract',
    body: { url: at('product', n), render: 'never', schema },
  }),
  branding: n => ({
    path: '/v1/branding',
    body: { url: at('brand', n), include: ['colors', 'images'] },
  }),
}
