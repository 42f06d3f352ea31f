import { after, before } from 'node:test'
import { Siteray } from '../../client/src/index.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { article } from '../support/batch.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../support/simulated-web.ts'

export let web: SimulatedWeb
export let app: TestApp
export let siteray: Siteray
before(async () => {
  web = await createSimulatedWeb()
  const links = ['a', 'b', 'c'].map(name => `<a href="/${name}">${name}</a>`).join(' ')
  web.site('site.test', {
    '/': article('home').replace('</main>', `${links}</main>`),
    ...Object.fromEntries(['a', 'b', 'c'].map(name => [`/${name}`, article(name)])),
    '/robots.txt': { status: 404 },
    '*': { status: 404, body: 'no' },
  })
  app = await startApp(web.env)
  siteray = new Siteray({ url: `${app.apiUrl}/`, key: app.secretKey })
})
after(() => web.close())

export const url = (path: string) => `https://site.test/${path}`

export const allOf = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}
