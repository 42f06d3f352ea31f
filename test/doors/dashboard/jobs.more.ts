import { describe, it } from 'node:test'
import { button, dashboard, page, shop } from './jobs-setup.ts'

describe('a schedule', () => {
  it('is made with its times in plain English', async () => {
    await dashboard.open('Schedules')
    await page.getByText('No schedules yet').waitFor()
    await button('New schedule').click()
    await page.getByLabel('What', { exact: true }).selectOption('Read pages')
    await page.getByLabel('URLs, one per line').fill('https://shop.example/price')
    await page.getByLabel('Name').fill('Prices')
    await page.getByLabel('Time zone').fill('Europe/Berlin')
    await page.getByLabel('Cron expression').fill('* * * * *')
    await page.getByText('at most every 5 minutes').waitFor()
    await page.getByLabel('Cron expression').fill('30 6 * * 1-5')
    await page.getByText('At 06:30, Monday to Friday.').waitFor()
    await page.getByTestId('next-times').getByText('06:30').nth(2).waitFor()
    await dashboard.checkAccess('New schedule')
    await button('Create schedule').click()
    await page.getByRole('heading', { name: 'Prices' }).waitFor()
    await page.getByText('It has not run yet.').waitFor()
  })

  it('runs at once, and shows what changed line by line', async () => {
    const runs = page.getByRole('table', { name: 'Runs' })
    await button('Run now').click()
    await runs.getByText('completed').waitFor()
    shop.price = 'The price is 12 crowns.'
    await button('Run now').click()
    await button('1 changed').click()
    const diff = page.getByRole('region', { name: 'What changed in https://shop.example/price' })
    await diff.getByText('+# The price is 12 crowns.').waitFor()
    await diff.getByText('-# The price is 10 crowns.').waitFor()
    await dashboard.checkAccess('Changes')
  })

  it('is paused, edited and shown in the list with its last change', async () => {
    await button('Pause').click()
    await page.getByText('paused', { exact: true }).waitFor()
    await button('Resume').click()
    await button('Pause').waitFor()
    await button('Edit').click()
    await page.getByLabel('Name').fill('Prices of the shop')
    await page.getByLabel('How often').selectOption('Every month')
    await button('Save').click()
    await page.getByText('At 06:00, on day 1 of every month.').waitFor()
    await dashboard.open('Schedules')
    await page.getByRole('cell', { name: '1 changed, just now' }).waitFor()
    await dashboard.checkAccess('Schedules')
  })

  it('is deleted after a question', async () => {
    await page.getByRole('link', { name: 'Prices of the shop' }).click()
    await button('Delete').click()
    await button('Delete schedule').click()
    await page.getByText('No schedules yet').waitFor()
    dashboard.checkConduct()
  })
})
