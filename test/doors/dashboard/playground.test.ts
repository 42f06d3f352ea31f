import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { type Playground, startPlayground } from '../../support/playground.ts'
import { payloads } from '../../support/script-payloads.ts'

const lampAsRead = { _lines: [1, 2], name: 'Brass desk lamp', price: 39.99, material: 'Brass' }

let web: Playground['web']
let model: Playground['model']
let app: Playground['app']
let dashboard: Playground['dashboard']
let page: Playground['page']
let pane: Playground['pane']
before(async () => {
  ;({ web, model, app, dashboard, page, pane } = await startPlayground(lampAsRead))
})

describe('the playground', () => {
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const marks = payloads.map((payload, index) => `<p>Text ${index}: ${payload}</p>`)
  before(() =>
    web.site('evil.example', {
      '/': `<!doctype html><title>${escaped(payloads.join(' '))}</title><main><article><h1>Evil</h1>
        <p>${'A sentence that makes this a page worth reading for its words. '.repeat(8)}</p>
        ${marks.join('')}
        ${payloads.map(payload => `<p>${escaped(payload)}</p>`).join('')}</article></main>`,
      '/robots.txt': { status: 404 },
    }),
  )

  it('shows a page that carries 50 script payloads and runs none', async () => {
    assert.ok(payloads.length >= 50)
    await dashboard.open('Playground')
    await page.getByLabel('Address of a page').fill('https://evil.example/')
    await page.getByText('Whole page').click()
    await page.getByRole('button', { name: 'Scrape' }).click()
    await page.getByTestId('result').waitFor()
    assert.match(await page.getByTestId('result').innerText(), /makes this a page worth reading/)
    for (const view of ['Markdown', 'HTML', 'Links', 'Metadata', 'View'])
      await page
        .locator('label', { hasText: new RegExp(`^${view}$`) })
        .first()
        .click()
    const left = await page.evaluate(() => ({
      ran: Object(window).pwned as unknown,
      inside: [...document.querySelectorAll('[data-testid=result] *')]
        .filter(
          element =>
            /^(script|iframe|object|embed|svg|math|style|img|form|base|link|meta)$/.test(
              element.localName,
            ) ||
            [...element.attributes].some(
              ({ name, value }) =>
                name.startsWith('on') || /^\s*(javascript|data|vbscript):/i.test(value),
            ),
        )
        .map(element => element.outerHTML),
    }))
    assert.deepEqual(left, { ran: undefined, inside: [] })
    dashboard.checkConduct()
  })

  it('reads the sample site without a network, and keeps what is asked for in the address', async () => {
    await pane('Scrape')
    await page.getByRole('button', { name: 'an article' }).click()
    await page.getByRole('checkbox', { name: 'text' }).check()
    await page.getByText('More options').click()
    await page.getByText('List removed parts, with reasons').click()
    await page.getByRole('button', { name: 'Scrape' }).click()
    await page.getByTestId('result').getByText('Paper forgets nothing').waitFor()
    for (const [view, text] of [
      ['Text', 'What a page remembers'],
      ['Trace', '"'],
      ['JSON', '"markdown"'],
    ] as const) {
      await page.locator('label', { hasText: view }).last().click()
      await page.getByTestId('result').getByText(text).first().waitFor()
    }
    for (const [language, text] of [
      ['TypeScript', 'siteray.scrape("http://sample.siteray.example/paper"'],
      ['Command', "siteray scrape 'http://sample.siteray.example/paper'"],
    ] as const) {
      await page.locator('label', { hasText: language }).click()
      assert.ok((await page.getByRole('region', { name: 'call' }).innerText()).includes(text))
    }
    await page.reload()
    await page.getByLabel('Address of a page').waitFor()
    assert.match(await page.getByLabel('Address of a page').inputValue(), /example\/paper$/)
    assert.ok(await page.getByRole('checkbox', { name: 'text' }).isChecked())
    await dashboard.checkAccess('Scrape')
  })

  it('can be stopped while it reads, and says the code and the request of what failed', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    web.site('slow.example', {
      '/': async () => {
        await held
        return 'late'
      },
      '/robots.txt': { status: 404 },
    })
    await page.getByLabel('Address of a page').fill('slow.example')
    await page.getByRole('button', { name: 'Scrape' }).click()
    await page.getByText('Reading the page…').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Reading the page…').waitFor({ state: 'detached' })
    release()
    await page.getByLabel('Address of a page').fill('http://sample.siteray.example/nothing')
    await page.getByRole('button', { name: 'Scrape' }).click()
    await page
      .getByRole('alert')
      .getByText(/page_unreachable · \S+/)
      .waitFor()
    dashboard.checkConduct()
  })

  it('extracts with a schema, validated while typing, each value marked in the page', async () => {
    web.site('lamp.example', { '/': lamp, '/robots.txt': { status: 404 } })
    await pane('Extract')
    await page.getByRole('button', { name: 'a product', exact: true }).click()
    await page.getByLabel('Name of field 6').waitFor()
    await page.getByText('6 credits', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'any page' }).click()
    await page.getByLabel('Address of a page').fill('lamp.example')
    await page.getByLabel('Name of field 2').fill('title')
    await page.getByText('Two fields are named “title”.').waitFor()
    assert.ok(await page.getByRole('button', { name: 'Extract' }).isDisabled())
    await page.getByLabel('Name of field 2').fill('price')
    await page.getByLabel('Type of field 2').selectOption('Number')
    await page.getByText('The schema is valid.').waitFor()

    await page.locator('label', { hasText: 'JSON' }).first().click()
    const json = page.getByLabel('Schema as JSON')
    await json.waitFor()
    /** With keys that the editor handles itself, as a person would. */
    const write = async (text: string) => {
      await json.press('ControlOrMeta+a')
      await json.press('Delete')
      await page.keyboard.insertText(text)
    }
    assert.match(await json.innerText(), /"price": \{\s+"type": "number"/)
    await write('{"type": "object", "properties": {"price": {"type": "numb"}}}')
    await page.getByText(/The JSON Schema cannot be used.*type/).waitFor()
    await write('{"type": "object", "prop')
    await page.getByText(/This is not JSON/).waitFor()
    await write(JSON.stringify(lampSchema))
    await page.getByText('The schema is valid.').waitFor()

    await page.getByRole('button', { name: 'Extract' }).click()
    const data = page.getByTestId('data')
    await data.getByText('Brass desk lamp').waitFor()
    assert.match(await data.innerText(), /price\s+39\.99/)
    await data.getByText('39.99').hover()
    await page.getByText('On the page: “39.99”').waitFor()
    const marked = await page.evaluate(() =>
      [...(CSS.highlights.get('evidence-active') ?? [])].map(range => range.toString()),
    )
    assert.deepEqual(marked, ['39.99'])
    await data.getByText('Brass', { exact: true }).hover()
    await page.getByText('On the page: “Brass”').waitFor()
    const line = await page.evaluate(() => {
      const [range] = [...(CSS.highlights.get('evidence-active') ?? [])] as Range[]
      return range?.startContainer.parentElement?.closest('li, p, h1')?.textContent
    })
    assert.equal(line, 'Material: Brass')
    const all = await page.evaluate(() => CSS.highlights.get('evidence')?.size)
    assert.equal(all, 3)
    assert.equal(model.requests.length, 1)
    await page.getByText(`curl ${app.apiUrl}/v1/extract`).waitFor()
    await dashboard.checkAccess('Extract')
    dashboard.checkConduct()
  })

  it('extracts by words alone where there is a model', async () => {
    await page.locator('label', { hasText: 'None' }).click()
    await page.getByLabel('What to look for').fill('what the lamp costs')
    model.respond(() => ({ content: { _lines: [2], cost: 39.99 } }))
    await page.getByRole('button', { name: 'Extract' }).click()
    await page.getByTestId('data').getByText('cost').waitFor()
    assert.match(await page.getByTestId('data').innerText(), /^cost\s+39\.99$/)
    assert.match(model.requests.at(-1)?.user ?? '', /what the lamp costs/)
  })

  it('sends nothing in place of a field that holds only white space', async () => {
    await pane('Batch')
    await page.getByLabel('URLs, one per line').fill('\n \n')
    await page.getByRole('button', { name: 'Start batch' }).click()
    await page.getByText('“URLs, one per line” is empty.').waitFor()
    assert.ok(!new URL(page.url()).searchParams.has('job'))
  })

  it('refuses a line that is no header, and shows Markdown’s numbers and ticks', async () => {
    web.site('list.example', {
      '/todo.md': {
        headers: { 'content-type': 'text/markdown' },
        body: '# Steps\n\n4. Fourth step of all\n\n- [x] Done already\n- [ ] Open still\n',
      },
      '/robots.txt': { status: 404 },
    })
    await pane('Scrape')
    await page.getByLabel('Address of a page').fill('https://list.example/todo.md')
    await page.getByText('More options').click()
    const headers = page.getByLabel('Headers, one per line')
    await headers.fill('X-Api-Key')
    await page.getByRole('button', { name: 'Scrape' }).click()
    await page.getByText('“X-Api-Key” is not a header such as “Name: value”.').waitFor()
    await headers.fill('')
    await page.getByRole('button', { name: 'Scrape' }).click()
    const result = page.getByTestId('result')
    await result.getByText('☑ Done already').waitFor()
    await result.getByText('☐ Open still').waitFor()
    assert.equal(await result.locator('ol').getAttribute('start'), '4')
  })

  it('takes a company’s name at once, without waiting for what is found', async () => {
    await pane('Icon')
    const field = page.getByLabel('Company or domain')
    await field.fill('GitHub')
    await field.press('Enter')
    await page.getByRole('heading', { name: 'github.com', exact: true }).waitFor()
  })

  it('runs a batch, shown live here and in Jobs with its failures by reason', async () => {
    web.site('fine.example', {
      '/': `<title>Fine</title><main><h1>Fine</h1><p>${'This page is fine to read. '.repeat(20)}</p></main>`,
      '/empty': '<p></p>',
      '/robots.txt': { status: 404 },
    })
    await pane('Batch')
    await page
      .getByLabel('URLs, one per line')
      .fill('https://fine.example/\nhttps://fine.example/empty')
    await page.getByRole('button', { name: 'Start batch' }).click()
    await page.getByText('completed: 1 done, 1 failed, of 2').waitFor()
    await page.getByRole('button', { name: 'View https://fine.example/' }).click()
    await page.getByRole('dialog').getByText('This page is fine to read.').first().waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
  })
})

describe('jobs', () => {
  it('show failures by reason and by page, and try them again', async () => {
    await page.getByRole('link', { name: 'Open the job' }).click()
    await page.getByText('page_empty: 1').waitFor()
    await page.getByLabel('State').selectOption('Failed')
    await page
      .getByRole('cell', { name: 'https://fine.example/', exact: true })
      .waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Why https://fine.example/empty' }).click()
    await page.getByRole('dialog').getByText('page_empty').waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    web.site('fine.example', {
      '/empty': `<title>Full</title><main><p>${'Now there is something to read. '.repeat(20)}</p></main>`,
      '/robots.txt': { status: 404 },
    })
    await page.getByRole('button', { name: 'Retry failed pages' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click()
    await page.getByText('completed: 1 done of 1').waitFor()
    await dashboard.open('Jobs')
    await page.getByRole('cell', { name: '1 done, 1 failed, of 2' }).waitFor()
  })

  it('show what was told to a webhook, and how it answered', async () => {
    web.site('hook.example', { '/': { status: 204 } })
    const webhook = { url: 'https://hook.example/', events: ['batch.completed'] }
    const body = { urls: ['https://fine.example/empty'], webhook }
    const answer = await app.api('/v1/batch/scrape', { method: 'POST', body })
    assert.equal(answer.status, 200, answer.text)
    await page.goto(`${app.apiUrl}/jobs/${(answer.json as { id: string }).id}`)
    await page.getByText('Webhook deliveries').click()
    await page.getByRole('cell', { name: /status 204/ }).waitFor()
    await page.getByRole('cell', { name: /^batch.completed/ }).waitFor()
    await dashboard.checkAccess('Jobs')
  })

  it('send an event again, and one that tells of nothing', async () => {
    web.site('hook.example', { '/': { status: 503 } })
    await page.getByRole('button', { name: /^Send again: batch.completed/ }).click()
    await page.getByText(/^Not delivered: The receiver answered with status 503/).waitFor()
    await page.getByRole('cell', { name: /status 204.*status 503/s }).waitFor()
    web.site('hook.example', { '/': { status: 202 } })
    await page.getByRole('button', { name: 'Send a test event' }).click()
    await page.getByText(/^Delivered with status 202 in \d+ ms/).waitFor()
    const types = web.requestsTo('hook.example').map(({ body }) => JSON.parse(String(body)).type)
    assert.deepEqual(types, ['batch.completed', 'batch.completed', 'webhook.test'])
  })

  it('lead to no other host', () => dashboard.checkConduct())
})

const lamp = `<html lang="en"><head><title>Brass desk lamp | Lumen</title></head><body><main>
  <h1>Brass desk lamp</h1><p>Price: <b>$39.99</b></p>
  <ul><li>Material: Brass</li></ul><p>This lamp stands on desks all over the world and lights whatever people read there at night.</p>
  </main></body></html>`
const lampSchema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    price: { type: 'number', minimum: 1 },
    material: { type: 'string' },
  },
  required: ['name', 'price'],
}
