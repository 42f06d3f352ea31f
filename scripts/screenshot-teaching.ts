import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import type { SimulatedWeb } from '../test/support/simulated-web.ts'

/* Teaching by clicks as a strip of pictures: ten fields of a shop, by somebody who sees it first. */

const host = 'lights.example'

export const openLights = (web: SimulatedWeb): void =>
  web.site(host, ({ path }) => {
    const lamp = lamps[Number(path.split('/').at(-1)) - 1]
    return lamp && path.startsWith('/lamp/') ? lampPage(lamp) : { status: 404, body: 'Not here' }
  })

type Lamp = Readonly<Record<(typeof names)[number], string>>

const names = [
  ...(['name', 'price', 'rating', 'brand', 'material', 'weight', 'height', 'article'] as const),
  ...(['delivery', 'author', 'second'] as const),
] as const

const lamps = [
  'Brass desk lamp|$149.00|4.6|Nordhaus|brass|2.4 kg|42 cm|NX-40213|3 days|Ann Berg|Bo Reid',
  'Oak reading lamp|$218.50|4.1|Tarn|oak|3.1 kg|131 cm|TR-77120|5 days|Mei Tanaka|Omar Haddad',
  'Paper floor lamp|$64.00|3.9|Okto|paper|1.2 kg|160 cm|AB-10944|2 days|Rosa Silva|Ivan Novak',
  'Glass ceiling lamp|$305.90|4.8|Casa Lume|glass|4.7 kg|38 cm|NX-55301|4 days|Lena Moreau|Kofi Okafor',
].map(line => {
  const parts = line.split('|')
  return Object.fromEntries(names.map((name, at) => [name, parts[at] ?? ''])) as Lamp
})

const lampPage = (lamp: Lamp): string => {
  const facts = ['brand', 'material', 'weight', 'height', 'article', 'delivery'] as const
  const others = lamps.flatMap((one, at) =>
    one === lamp ? [] : `<li><a href="/lamp/${at + 1}">${one.name}</a></li>`,
  )
  return `<!doctype html><html lang="en"><head><title>${lamp.name} | Lights</title></head><body>
    <header class="top"><a class="home" href="/">Lights</a></header>
    <main class="lamp"><h1 class="name">${lamp.name}</h1>
    <p class="offer"><b class="price">${lamp.price}</b> <small>with tax</small></p>
    <p class="stars">Rated <b>${lamp.rating}</b> of 5</p>
    <table class="facts">${facts
      .map(
        name =>
          `<tr><th>${name.charAt(0).toUpperCase()}${name.slice(1)}</th><td>${lamp[name]}</td></tr>`,
      )
      .join('')}</table>
    <h2>Reviews</h2><ul class="reviews">${[lamp.author, lamp.second]
      .map(
        one =>
          `<li class="review"><b class="by">${one}</b> <span>It does what a lamp should.</span></li>`,
      )
      .join('')}</ul>
    <h2>More lamps</h2><ul class="more">${others.join('')}</ul></main></body></html>`
}

export const takeTeaching =
  (folder: string) =>
  async ({
    page,
    scheme,
    open,
  }: {
    page: Page
    scheme: string
    open: (name: string) => Promise<void>
  }) => {
    const shots: Buffer[] = []
    const shot = async () => {
      await page.waitForFunction(() => !document.querySelector('.toast, .animate-pulse'))
      shots.push(await page.screenshot())
    }
    const count = { clicks: 0, keys: 0 }
    const click = async (what: Locator) => {
      count.clicks++
      await what.click()
    }
    const type = async (text: string, key?: string) => {
      count.keys += text.length + (key ? 1 : 0)
      await page.keyboard.type(text)
      if (key) await page.keyboard.press(key)
    }
    await open('Readers')
    const started = performance.now()
    await click(page.getByRole('link', { name: 'Teach a reader' }).first())
    await click(page.getByLabel('A page of the template'))
    await type(`https://${host}/lamp/1`, 'Enter')
    const copy = page.getByRole('region', { name: 'Copy of the page' })
    await copy.waitFor()
    await shot()
    await click(page.getByLabel('New field', { exact: true }))
    const own = names.slice(0, 9)
    for (const name of own) await type(name, 'Enter')
    await type('author')
    await click(page.getByLabel('In a list (optional)'))
    await type('reviews', 'Enter')
    const lamp = lamps[0] as Lamp
    const pick = (words: string) =>
      click(copy.getByRole('button', { name: words, exact: true }).first())
    for (const name of own.slice(0, 3)) await pick(lamp[name])
    await copy.evaluate(region => region.scrollIntoView({ block: 'center' }))
    await page.getByText('149', { exact: true }).waitFor()
    await shot()
    for (const name of own.slice(3)) await pick(lamp[name])
    for (const name of [lamp.author, lamp.second]) await pick(name)
    await page.getByText('2 rows').first().waitFor()
    await click(page.getByRole('button', { name: /^Compare with 3 more pages/ }))
    await page.getByText('305.9').first().waitFor()
    await page.evaluate(() => window.scrollTo(0, 0))
    await copy.evaluate(region => region.scrollIntoView({ block: 'center' }))
    await shot()
    await click(page.getByRole('button', { name: 'Save the reader' }))
    await page.getByRole('heading', { level: 1, name: host }).waitFor()
    await page.waitForLoadState('networkidle')
    const seconds = Math.round((performance.now() - started) / 1_000)
    await shot()
    process.stdout.write(
      `teaching (${scheme}): ${count.clicks} clicks, ${count.keys} keys, ${seconds} s by a program, ${byHand(count)} s by hand\n`,
    )
    await strip(shots, join(folder, `teach-${scheme}.png`))
  }

/**
 * The keystroke-level model: to think of a thing 1.35 s, to point at it 1.1 s, to click 0.2 s, a key
 * of somebody who is no typist 0.28 s, and a hand that goes over to the keys 0.4 s.
 */
const byHand = ({ clicks, keys }: { clicks: number; keys: number }): number =>
  Math.round(clicks * (1.35 + 1.1 + 0.2 + 0.4) + keys * 0.28)

/** Two by two, each at half its size. */
const strip = async (shots: readonly Buffer[], file: string): Promise<void> => {
  const [width, height, gap] = [800, 525, 8]
  const tiles = await Promise.all(
    shots.map(async (shot, at) => ({
      input: await sharp(shot).resize(width, height, { fit: 'cover', position: 'top' }).toBuffer(),
      left: (at % 2) * (width + gap),
      top: Math.floor(at / 2) * (height + gap),
    })),
  )
  const size = { width: 2 * width + gap, height: 2 * height + gap }
  await sharp({ create: { ...size, channels: 3, background: '#888888' } })
    .composite(tiles)
    .png({ palette: true, colors: 64, compressionLevel: 9 })
    .toFile(file)
}
