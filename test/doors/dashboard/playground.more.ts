import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { owner } from '../../support/dashboard.ts'
import { type Playground, startPlayground } from '../../support/playground.ts'
import { tinyPdf } from '../../support/tiny-pdf.ts'
import { until } from '../../support/until.ts'

let web: Playground['web']
let model: Playground['model']
let app: Playground['app']
let dashboard: Playground['dashboard']
let page: Playground['page']
let pane: Playground['pane']
let engine: Playground['engine']
before(async () => {
  ;({ web, model, app, dashboard, page, pane, engine } = await startPlayground({}))
})

describe('the playground', () => {
  it('shows a site’s icon from the image API, and how it was chosen', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8H0z" fill="#063"/><path d="M2 2h4v4H2z" fill="#fff"/></svg>'
    web.site('icon.example', {
      '/': '<title>Icon</title><link rel="icon" href="/mine.svg"><p>Hello</p>',
      '/mine.svg': { headers: { 'content-type': 'image/svg+xml' }, body: svg },
    })
    web.site('away.example', () => ({ status: 503 }))
    await pane('Icon')
    await page.getByRole('button', { name: 'Show' }).click()
    await page.getByText('“Company or domain” is empty.').waitFor()
    await page.getByLabel('Domain').fill('github')
    const companies = page.getByRole('list', { name: 'Companies' })
    await companies.getByRole('button', { name: /^GitHub github\.com/ }).waitFor()
    for (const alt of ['Icon of GitHub, 48 px, dark', 'Symbol of GitHub, light'])
      await page.getByRole('img', { name: alt }).waitFor()
    await page.getByLabel('Domain').fill('not a domain')
    await page.getByRole('button', { name: 'Show' }).click()
    await page.getByText('"not a domain" is not a domain name.').waitFor()
    await page.getByLabel('Domain').fill('away.example')
    await page.getByRole('button', { name: 'Show' }).click()
    const away = 'The site answered with status 503.'
    await page.getByText(away, { exact: true }).waitFor()
    await page.getByText(`${away} Siteray shows a monogram instead.`).waitFor()
    await page.getByLabel('Domain').fill('icon.example')
    await page.getByRole('button', { name: 'Show' }).click()
    await page.getByRole('cell', { name: 'https://icon.example/mine.svg' }).waitFor()
    const drawn = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate(element => (element as HTMLImageElement).naturalWidth > 0)
    await until('the icon is drawn', () => drawn('img[alt="Icon of icon.example, 96 px, light"]'))
    const answers = page.getByRole('table', { name: 'Answers' })
    const answerTo = (query: string) => answers.getByRole('row', { name: query })
    for (const [query, said] of [
      ['size=64 64 px', /200.*image\/svg\+xml.*64×64.*link/s],
      ['size=64&retina=true', /200.*image\/svg\+xml.*64×64/s],
      ['size=64&raster=true pixels', /200.*image\/png.*64×64/s],
      ['size=64&raster=true&format=jpg', /200.*image\/jpeg.*64×64/s],
    ] as const)
      await answerTo(query).filter({ hasText: said }).waitFor()
    await until('its thumbnail is drawn', () => drawn('table img'))
    await page
      .getByRole('row', { name: /mine\.svg/ })
      .getByText('chosen')
      .waitFor()
    await page.getByText('This site has none.').waitFor()
  })

  it('asks again for an image that the server was too busy for, and not for ever; once for one that is none', async () => {
    let askedForNone = 0
    await page.route(/\/og\/icon\.example/, route => {
      askedForNone++
      return route.continue()
    })
    const times = new Map<string, number>()
    const isBusy = (size: string | null, tried: number) =>
      size === '48' || (size === '96' && tried <= 2)
    await page.route(/(?<!symbol|logo)\/icon\.example\?.*theme=light.*now=/, route => {
      const size = new URL(route.request().url()).searchParams.get('size')
      const tried = (times.get(size ?? '') ?? 0) + 1
      times.set(size ?? '', tried)
      const headers = {
        'access-control-allow-origin': '*',
        'access-control-expose-headers': 'Retry-After',
        'retry-after': '0',
      }
      return isBusy(size, tried) ? route.fulfill({ status: 503, headers }) : route.continue()
    })
    await page.getByRole('button', { name: 'Show' }).click()
    const light = page.getByRole('figure').filter({ hasText: 'On light' })
    await light.getByRole('status', { name: 'One moment…' }).first().waitFor()
    await until('it has given up', async () => times.get('48') === 5)
    await light.getByText('no image').first().waitFor()
    await until('the others are drawn', () =>
      light
        .getByRole('img', { name: /^Icon of/ })
        .evaluateAll(all => all.length === 2 && all.every(one => Object(one).naturalWidth > 0)),
    )
    assert.deepEqual(Object.fromEntries(times), { 24: 1, 48: 5, 96: 3 })
    await page.getByText('This site has none.').waitFor()
    assert.equal(askedForNone, 1)
    await page.unrouteAll()
  })

  it('takes what is wrong, and shows what the operator pins in its place', async () => {
    await page.getByRole('button', { name: 'Wrong logo?' }).click()
    await page.getByLabel(/What should it be/).fill('the blue one')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('The people who run this server will see it.').waitFor()
    await dashboard.open('Corrections')
    await page.getByRole('row', { name: /icon\.example.*the blue one/ }).waitFor()
    await dashboard.choose('icon.example', 'Pin the right one')
    await page.getByLabel('A file').setInputFiles('ui/public/icon.svg')
    await page.getByRole('button', { name: 'Pin', exact: true }).click()
    await page.getByText('Pinned for icon.example.').waitFor()
    await page
      .getByRole('row', { name: /icon\.example.*Icon.*an upload.*owner@example.com/ })
      .waitFor()
    assert.equal(await page.getByRole('table', { name: 'Reports' }).count(), 0)
    await dashboard.checkAccess('Corrections')
    await page.getByRole('link', { name: 'icon.example' }).click()
    await page.getByText('Source: pinned').waitFor()
    await page.getByText(/^Pinned by the people who run this server/).waitFor()
    await dashboard.checkAccess('Icon')
    await dashboard.open('Corrections')
    await dashboard.choose('icon.example, Icon', 'Undo')
    await page.getByText('No overrides yet').waitFor()
    dashboard.checkConduct()
  })

  it('extracts from many pages into a table, and from the pages of a job', async () => {
    await pane('Extract')
    await page.locator('label', { hasText: 'Many pages' }).click()
    await page.getByRole('button', { name: 'three pages of the sample site' }).click()
    await page.locator('label', { hasText: 'Form' }).click()
    await page.getByRole('button', { name: 'any page' }).click()
    await page.getByText(`curl ${app.apiUrl}/v1/batch/extract`).waitFor()
    await page.getByText('More options').click()
    await page.getByLabel('Anything else, as JSON').fill('{"tags"')
    await page.getByRole('button', { name: 'Start extraction' }).click()
    await page.getByText('“Anything else, as JSON”: This is not a JSON object.').waitFor()
    await page.getByLabel('Anything else, as JSON').fill('{"tags": ["lamps"]}')
    model.respond(() => ({ content: { title: 'What it is' } }))
    await page.getByRole('button', { name: 'Start extraction' }).click()
    await page.getByText('completed: 3 done of 3').waitFor()
    const table = page.getByRole('table', { name: 'Data' })
    await table.getByRole('columnheader', { name: 'title' }).waitFor()
    await until('each page has a row', async () => (await table.getByRole('row').count()) === 4)
    await dashboard.checkAccess('Extract of many pages')
    await page.getByRole('link', { name: 'Open the job' }).click()
    await page.getByRole('table', { name: 'Data' }).waitFor()
    await page.getByText('lamps').waitFor()

    const { json } = await app.api('/v1/batch/scrape', {
      method: 'POST',
      body: { urls: ['http://sample.siteray.example/lamp'] },
    })
    const { id } = json as { id: string }
    const hasEnded = async () => {
      const { json: state } = await app.api(`/v1/batch/scrape/${id}?wait=5`)
      return Object(state).status === 'completed'
    }
    await until('the batch has ended', hasEnded, 30_000)
    await page.goto(`${app.apiUrl}/jobs/${id}`)
    await page.getByRole('link', { name: 'Extract fields' }).click()
    assert.equal(await page.getByLabel('Batch or crawl').inputValue(), id)
    await page.getByText(`"from":"${id}"`).waitFor()
    await page.getByRole('button', { name: 'Start extraction' }).click()
    await page.getByText('completed: 1 done of 1').waitFor()
    dashboard.checkConduct()
  })

  it('draws a site’s brand again, says why of each value, and gives it away', async () => {
    web.site('brand.example', { '/': brandPage, '/robots.txt': { status: 404 } })
    model.respond(() => ({ content: judged }))
    await pane('Branding')
    await page.getByLabel('Address of a site').fill('https://brand.example/')
    await page.getByRole('button', { name: 'Profile' }).click()
    const profile = page.getByTestId('profile')
    await profile.getByText('Components, rebuilt').waitFor()
    await profile.getByText('friendly, calm, for consumers').waitFor()
    const button = profile.getByText('Get started')
    const painted = await button.evaluate(element => {
      const { backgroundColor, borderTopLeftRadius, color } = getComputedStyle(element)
      return { backgroundColor, borderTopLeftRadius, color }
    })
    assert.deepEqual(painted, {
      backgroundColor: 'rgb(0, 102, 51)',
      borderTopLeftRadius: '9px',
      color: 'rgb(255, 255, 255)',
    })
    await button.hover()
    const why = page.getByTestId('why')
    await why.getByText('Button primary').waitFor()
    await profile.getByRole('button', { name: /^Background/ }).focus()
    await why.getByText('#fafafa', { exact: true }).waitFor()
    await page.getByAltText('Screenshot of https://brand.example/').waitFor()
    for (const [format, text] of [
      ['CSS', /--color-primary: #006633/],
      ['Tailwind', /@theme/],
      ['Design tokens', /"\$type": "color"/],
    ] as const) {
      await page.locator('label', { hasText: format }).last().click()
      await page.getByRole('region', { name: 'export' }).getByText(text).waitFor()
    }
    await dashboard.checkAccess('Branding')
    dashboard.checkConduct()
  })

  it('marks a line that is not a URL where it is, and skips it', async () => {
    await pane('Batch')
    const lines = page.getByLabel('URLs, one per line')
    await lines.fill('fine.example\nnot a url\nhttp://localhost/')
    await page.getByText('Line 2: "not a url" is not a URL.').waitFor()
    await dashboard.checkAccess('Batch')
    await page.getByRole('button', { name: 'Start batch' }).click()
    await page.getByRole('alert').getByText('2 lines are not URLs').waitFor()
    await page.getByRole('button', { name: 'Skip it: line 2' }).click()
    assert.equal(await lines.inputValue(), 'fine.example\nhttp://localhost/')
    await page.getByText(/^Line 2: localhost is a name of a local network/).waitFor()
    await page.getByText('Skip lines that are not URLs').click()
    await page.getByText('skipped', { exact: true }).waitFor()
    assert.match(await page.getByRole('region', { name: 'call' }).innerText(), /ignoreInvalidURLs/)
    await page.getByText('Skip lines that are not URLs').click()
  })

  it('makes lines of what is pasted, and keeps them when the session ends', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const lines = page.getByLabel('URLs, one per line')
    await lines.fill('')
    await page.evaluate(() => navigator.clipboard.writeText('["fine.example/a", "fine.example/b"]'))
    await lines.press('Control+v')
    const pasted = 'fine.example/a\nfine.example/b'
    assert.equal(await lines.inputValue(), pasted)
    await page.getByLabel('Name (optional)').fill('Nightly')
    await app.database.sql`delete from sessions`
    await page.getByRole('button', { name: 'Start batch' }).click()
    await page.getByText('Your session ended. Sign in again.').waitFor()
    await page.getByLabel('E-mail').fill(owner.email)
    await page.getByLabel('Password').fill(owner.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await lines.waitFor()
    assert.equal(await lines.inputValue(), pasted)
    assert.equal(await page.getByLabel('Name (optional)').inputValue(), 'Nightly')
    await page.route('**/dashboard/api/sign-out', async route => {
      const answer = await route.fetch()
      // What the page asks for meanwhile is refused, and its refusal arrives first.
      await page
        .getByRole('navigation', { name: 'Pages' })
        .getByRole('link', { name: 'Jobs' })
        .click()
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()
      await route.fulfill({ response: answer }).catch(() => {})
    })
    await dashboard.signOut()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    assert.equal(await page.getByText('Your session ended').count(), 0)
    assert.equal(await page.evaluate(() => sessionStorage.length), 0, 'nothing for the next person')
    await page.unroute('**/dashboard/api/sign-out')
    await dashboard.signIn()
  })

  it('maps a site, reads a file and searches the web, each at the price of the list', async () => {
    await pane('Map')
    await page.getByRole('button', { name: 'a small site' }).click()
    await page.getByText('1 credit', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Map', exact: true }).click()
    await page.getByRole('link', { name: 'http://sample.siteray.example/lamp' }).waitFor()
    await page.getByText(/ms · credits: 1$/).waitFor()
    await dashboard.checkAccess('Map')
    await pane('Parse')
    await page.getByRole('button', { name: 'Parse', exact: true }).click()
    await page.getByText('“File” is empty.').waitFor()
    await page.getByLabel('File', { exact: true }).setInputFiles({
      ...{ name: 'notes.md', mimeType: 'text/markdown' },
      buffer: Buffer.from('# Notes\n\nA file that somebody has on their own disk.'),
    })
    await page.getByRole('button', { name: 'Parse', exact: true }).click()
    await page.getByTestId('result').getByText('on their own disk').waitFor()
    assert.match(await page.getByRole('region', { name: 'call' }).innerText(), /file=@notes\.md/)
    // Beside the field, where a browser would open the file instead of the page.
    await page.evaluate(() => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['# A letter that was dropped'], 'letter.md'))
      const drop = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true })
      if (document.body.dispatchEvent(drop)) throw new Error('the browser opens the file')
    })
    await page.getByRole('button', { name: 'Parse', exact: true }).click()
    await page.getByTestId('result').getByText('A letter that was dropped').waitFor()
    await page.getByRole('button', { name: 'a table' }).click()
    await page.getByRole('button', { name: 'Parse', exact: true }).click()
    await page.getByTestId('result').getByText('Floor lamp No. 3').waitFor()
    await dashboard.checkAccess('Parse')
    const pdf = tinyPdf(
      ['Sales of lamps', 'Sales of chairs'].map(text => ({
        runs: [{ x: 60, y: 700, size: 12, text }],
      })),
    )
    await page
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: 'sales.pdf', mimeType: 'application/pdf', buffer: pdf })
    await page.getByRole('button', { name: 'Parse', exact: true }).click()
    await page.getByTestId('result').getByText('Sales of chairs').waitFor()
    assert.deepEqual((await page.getByTestId('result').innerText()).split(/\n+/), [
      ...['Page 1', 'Sales of lamps', 'Page 2', 'Sales of chairs'],
    ])
    await page.locator('label', { hasText: /^Markdown$/ }).click()
    await page.getByTestId('result').getByText('<!-- page 2 -->').waitFor()
    await dashboard.checkAccess('Parse')
    engine.set([[{ url: 'https://lamp.example/', title: 'Lamps', content: 'Made of brass' }]])
    await pane('Search')
    await page.getByRole('button', { name: 'desk lamps made of brass' }).click()
    await page.getByRole('button', { name: 'Search', exact: true }).last().click()
    await page.getByRole('list', { name: 'Results' }).getByText('Made of brass').waitFor()
    await dashboard.checkAccess('Search')
    dashboard.checkConduct()
  })

  it('says how to set up a search engine where there is none', async () => {
    await page.route(/dashboard\/api\/playground$/, async route => {
      const answer = await route.fetch()
      await route.fulfill({
        response: answer,
        json: { ...(await answer.json()), hasSearch: false },
      })
    })
    await page.goto(`${app.apiUrl}/playground/search`)
    await page.getByText('Search is off').waitFor()
    await page.getByText('SEARCH_URL=').waitFor()
    await page.unrouteAll()
  })
})

describe('connect', () => {
  const lineFor = (client: string) => page.getByRole('region', { name: `line for ${client}` })

  it('has the ready line for each client, with this server’s own addresses', async () => {
    await dashboard.open('Connect')
    const base = `${app.apiUrl}/firecrawl`
    for (const [client, part] of [
      ['Command', `siteray login ${app.apiUrl}\n`],
      ['TypeScript', `new Siteray({ url: '${app.apiUrl}', key: 'sr_…' })`],
      ['Cursor', `"url": "${app.apiUrl}/mcp"`],
      ['n8n', `Base URL: ${base}/v2`],
      ['Python', 'Firecrawl(api_url="http://'],
      ['linkding', `LD_FAVICON_PROVIDER=${app.imageUrl}/{domain}?token=${app.publishableKey}`],
    ] as const) {
      await page.locator('label', { hasText: client }).click()
      assert.ok((await lineFor(client).innerText()).includes(part), client)
    }
    await dashboard.checkAccess('Connect')
  })

  it('makes keys, and the lines with them work as they are copied', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Create keys for these examples' }).click()
    await page.getByText('Your new keys, filled in below').waitFor()
    await page.locator('label', { hasText: 'curl' }).click()
    await page.getByRole('button', { name: 'Copy line for curl' }).click()
    await page.getByText('Copied').waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    const [, authorization = ''] = /Authorization: (Bearer sr_\w+)"/.exec(copied) ?? []
    assert.equal((await app.api('/v1/usage', { headers: { authorization } })).status, 200)
    await page.locator('label', { hasText: 'HTML' }).click()
    const [, src = ''] = /src="([^"]+)"/.exec(await lineFor('HTML').innerText()) ?? []
    assert.equal((await fetch(src)).status, 200)
  })

  it('fits a phone', async () => {
    await page.setViewportSize({ width: 390, height: 780 })
    const over = await page.evaluate(() => document.body.scrollWidth - innerWidth)
    await page.setViewportSize({ width: 1280, height: 720 })
    assert.ok(over <= 0, `${over} pixels too wide`)
  })
})

const brandPage = `<!doctype html><html lang="en"><head><title>Evergreen</title><style>
  body { background: #fafafa; color: #222; font: 16px/1.5 Georgia, serif; margin: 0 }
  h1 { font-size: 40px } a { color: #006633 }
  .button { background: #006633; color: #fff; border-radius: 9px; padding: 12px 24px; border: 0; font-size: 16px }
  input { border: 1px solid #999; border-radius: 4px; padding: 8px }
  </style></head><body><header><a href="/">Evergreen</a></header><main><h1>Trees for every garden</h1>
  <p>${'We grow trees that stand for a hundred years and longer. '.repeat(6)}<a href="/more">More</a></p>
  <form><input placeholder="E-mail"><button class="button">Order a tree</button></form></main></body></html>`
const judged = {
  ...{ button: 0, logo: -1, brandColor: 0, tone: 'friendly', energy: 'calm' },
  ...{ audience: 'consumers', audienceText: 'people with gardens', confidence: 0.9 },
}
