import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { app, button, dashboard, page, release } from './jobs-setup.ts'

const dialog = () => page.getByRole('dialog')

describe('a crawl in the playground', () => {
  it('says what the scope and the limit mean for the address that is typed', async () => {
    await page.goto(`${app.apiUrl}/playground/crawl`)
    const scope = page.getByTestId('scope')
    await page.getByLabel('Address of a site').fill('https://www.shop.example/docs')
    await scope.getByText('All of shop.example, with or without www.').waitFor()
    await page.getByText('This folder', { exact: true }).click()
    await scope.getByText('Only pages below shop.example/docs').waitFor()
    await page.getByText('The whole domain', { exact: true }).click()
    await scope.getByText('Every host of shop.example').waitFor()
    await page.getByText('This host', { exact: true }).click()
    await page.getByLabel('Limit', { exact: true }).fill('7')
    await page.getByText('Reads at most 7 pages for at most 7 credits.').waitFor()
    await dashboard.checkAccess('Crawl')
  })

  it('shows what is found as a tree, and what was skipped by reason', async () => {
    await page.getByLabel('Address of a site').fill('https://shop.example/')
    await button('Start crawl').click()
    await page.getByText('completed: 3 done, 1 failed, of 4').waitFor()
    await page.getByText('robots.txt forbids it: 1').waitFor()
    const tree = page.getByRole('region', { name: 'Pages by path' })
    await tree.getByText('3 done, 1 failed, 1 skipped').waitFor()
    await tree.getByText('skipped: robots.txt forbids it').waitFor()
    await tree.getByRole('button', { name: 'View https://shop.example/docs/a' }).click()
    await dialog().getByText('This is the page /docs/a').waitFor()
    await button('Close').click()
    await dashboard.checkAccess('Tree')
  })
})

describe('a job', () => {
  it('has an address, and its pages are searched and filtered', async () => {
    await page.getByRole('link', { name: 'Open the job' }).click()
    await page.getByRole('heading', { name: /^Crawl, started/ }).waitFor()
    await page.reload()
    await page.getByRole('cell', { name: 'https://shop.example/empty', exact: true }).waitFor()
    await page.getByLabel('Search URLs').fill('DOCS')
    await page
      .getByRole('cell', { name: 'https://shop.example/empty', exact: true })
      .waitFor({ state: 'detached' })
    assert.equal(await page.getByRole('button', { name: /^View https/ }).count(), 2)
    await page.getByLabel('Search URLs').fill('')
    await page.getByLabel('State').selectOption('Skipped')
    await page.getByRole('cell', { name: 'robots.txt forbids it' }).waitFor()
    await page.getByLabel('State').selectOption('Failed')
    await button('Why https://shop.example/empty').click()
    await dialog().getByText('page_empty').waitFor()
    await button('Close').click()
    await dashboard.checkAccess('Job')
  })

  it('shows a hostile page as nothing but text', async () => {
    await page.getByLabel('State').selectOption('Done')
    await button('View https://shop.example/docs/b').click()
    await dialog().getByText('hostile page').first().waitFor()
    assert.equal(await dialog().locator('img, script, iframe').count(), 0)
    await dialog().getByText('Markdown', { exact: true }).click()
    await dialog().getByRole('button', { name: 'Copy Markdown' }).waitFor()
    await button('Close').click()
    dashboard.checkConduct()
  })

  it('is saved as one file', async () => {
    const waiting = page.waitForEvent('download')
    await page.getByRole('link', { name: 'JSON lines' }).click()
    const saved = await waiting
    assert.match(saved.suggestedFilename(), /^crawl_\w+\.jsonl$/)
    const lines = (await readFile(await saved.path(), 'utf8')).trimEnd().split('\n')
    assert.equal(lines.length, 4)
    for (const name of ['CSV', 'ZIP of Markdown']) {
      const next = page.waitForEvent('download')
      await page.getByRole('link', { name }).click()
      assert.equal(await (await next).failure(), null)
    }
  })

  it('is cancelled after a question', async () => {
    const urls = ['https://shop.example/docs/c', 'https://shop.example/held']
    const answer = await app.api('/v1/batch/scrape', { method: 'POST', body: { urls } })
    const { id } = answer.json as { id: string }
    await page.goto(`${app.apiUrl}/jobs/${id}`)
    await page.getByText('scraping: 1 done of 2').waitFor()
    await button('Cancel').click()
    await button('Keep it running').click()
    await button('Cancel').click()
    await button('Cancel the batch').click()
    await page.getByText('cancelled: 1 done of 2').waitFor()
    release.resolve()
  })

  it('stands among the others, by kind and state', async () => {
    await dashboard.open('Jobs')
    await page.getByText('2 jobs').waitFor()
    await page.getByLabel('Kind').selectOption('Crawls')
    await page.getByText('1 job', { exact: true }).waitFor()
    await page.getByRole('cell', { name: '3 done, 1 failed, of 4' }).waitFor()
    await page.getByLabel('State').selectOption('Cancelled')
    await page.getByText('No job matches.').waitFor()
    await page.getByLabel('Kind').selectOption('Every kind')
    await page.getByRole('link', { name: 'https://shop.example/docs/c' }).waitFor()
    await dashboard.checkAccess('Jobs')
  })

  it('gives its name to the tab, until another page is there', async () => {
    await page.getByRole('link', { name: 'https://shop.example/docs/c' }).click()
    await page.getByRole('heading', { level: 1, name: 'https://shop.example/docs/c' }).waitFor()
    assert.equal(await page.title(), 'https://shop.example/docs/c · Siteray')
    await page.getByRole('main').getByRole('link', { name: 'Jobs', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor()
    assert.equal(await page.title(), 'Jobs · Siteray')
  })

  it('of any kind is found by its name, and offered for data where it has pages', async () => {
    const body = { urls: ['https://shop.example/'], name: 'Shops we profile' }
    const answer = await app.api('/v1/batch/branding', { method: 'POST', body })
    const { id } = answer.json as { id: string }
    await page.goto(`${app.apiUrl}/jobs/${id}`)
    await page.getByText('completed: 1 done of 1').waitFor()
    await page.keyboard.press('Control+k')
    await dialog().getByRole('combobox').fill('Shops we')
    await dialog().getByRole('option', { name: 'Shops we profile Branding batch' }).waitFor()
    await page.goto(`${app.apiUrl}/playground/extract?of=job`)
    const offered = page.getByLabel('Batch or crawl').locator('option')
    await offered
      .filter({ hasText: 'https://shop.example/' })
      .first()
      .waitFor({ state: 'attached' })
    assert.ok(!(await offered.allTextContents()).join().includes('Shops we profile'))
  })

  it('fits a phone with the longest tags', async () => {
    const tags = ['a', 'b', 'c'].map(letter => letter.repeat(50))
    const body = { urls: ['https://shop.example/docs/a'], tags }
    const answer = await app.api('/v1/batch/scrape', { method: 'POST', body })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${app.apiUrl}/jobs/${(answer.json as { id: string }).id}`)
    await page.getByText(tags.join(', ')).waitFor()
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    await page.setViewportSize({ width: 1280, height: 720 })
    assert.ok(over <= 0, `${over} px`)
  })

  it('that is not there says so', async () => {
    await page.goto(`${app.apiUrl}/jobs/crawl_none`)
    await page.getByText('There is no such job').waitFor()
  })
})

describe('a new schedule', () => {
  it('shows the address that it takes, also of several that were typed before', async () => {
    await page.goto(`${app.apiUrl}/schedules?create=yes`)
    await page.getByLabel('What', { exact: true }).selectOption('Read pages')
    await page
      .getByLabel('URLs, one per line')
      .fill('https://shop.example/a\nhttps://shop.example/b')
    await page.getByLabel('What', { exact: true }).selectOption('Crawl a site')
    assert.equal(await page.getByLabel('Address').inputValue(), 'https://shop.example/a')
    await page.getByLabel('What', { exact: true }).selectOption('Read pages')
    assert.match(await page.getByLabel('URLs, one per line').inputValue(), /a\n.*b$/)
    await button('Cancel').click()
  })
})
