import { createKey } from '../../src/base/accounts/keys.ts'
import type { Seams } from '../../src/process/resources.ts'
import { startApp, type TestApp } from './app.ts'
import { firstAccountId } from './dashboard.ts'
import type { TestDatabase } from './database.ts'
import type { SimulatedWeb } from './simulated-web.ts'

export type ImageAnswer = { status: number; headers: Headers; bytes: Buffer; text: string }
export type ImageApp = TestApp & {
  /** A request of the image API with the first publishable key. */
  image(target: string, init?: RequestInit): Promise<ImageAnswer>
}

/** Favicon services that know nobody, so that no test asks them by accident. */
export const noServices = 'https://icons.one.test/{domain}/{size},https://icons.two.test/{domain}'

export const startImages = async (
  web: SimulatedWeb,
  options: { env?: Record<string, string>; database?: TestDatabase; seams?: Seams } = {},
): Promise<ImageApp> => {
  const env = { FAVICON_SERVICES: noServices, ...web.env, ...options.env }
  const app = await startApp(env, options.database, options.seams)
  return {
    ...app,
    image: (target, init) => {
      const mark = target.includes('?') ? '&' : '?'
      return getImage(`${app.imageUrl}${target}${mark}token=${app.publishableKey}`, init)
    },
  }
}

/** A publishable key of the first account, and requests with it to whoever serves the images. */
export const createImageKey = async (
  app: TestApp,
  { origins = [], imageUrl = app.imageUrl }: { origins?: string[]; imageUrl?: string } = {},
) => {
  const accountId = await firstAccountId(app)
  const wanted = { accountId, kind: 'publishable', name: 'k', origins, actor: 'test' } as const
  const key = await createKey(app.database.sql, wanted)
  const withToken = (target: string) =>
    `${target}${target.includes('?') ? '&' : '?'}token=${key.key}`
  return {
    ...key,
    withToken,
    get: (target: string, headers: Record<string, string> = {}, method = 'GET') =>
      getImage(imageUrl + withToken(target), { method, headers }),
    counted: async () => {
      const { json } = await app.api('/v1/usage')
      const { days } = json as { days: { key: string; imageRequests: number }[] }
      return days.find(day => day.key === key.id)?.imageRequests ?? 0
    },
  }
}

export const getImage = async (url: string, init: RequestInit = {}): Promise<ImageAnswer> => {
  const answer = await fetch(url, init)
  const bytes = Buffer.from(await answer.arrayBuffer())
  return { status: answer.status, headers: answer.headers, bytes, text: bytes.toString('utf8') }
}
