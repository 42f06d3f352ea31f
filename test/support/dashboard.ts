import { ensureFirstAccount } from '../../src/base/accounts/first-run.ts'
import { type ApiAnswer, type ApiInit, call, type TestApp } from './app.ts'

export type Visitor = {
  /** A request as the dashboard's own page sends it, with the cookies it was given so far. */
  ask(path: string, init?: ApiInit): Promise<ApiAnswer>
  cookie(): string
}

export const visit = ({ apiUrl }: Pick<TestApp, 'apiUrl'>): Visitor => {
  const jar = new Map<string, string>()
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  return {
    cookie,
    async ask(path, init = {}) {
      const method = init.method ?? (init.body === undefined ? 'GET' : 'POST')
      const answer = await call(`${apiUrl}/dashboard/api${path}`, {
        ...init,
        method,
        headers: { origin: apiUrl, ...(jar.size > 0 ? { cookie: cookie() } : {}), ...init.headers },
      })
      for (const given of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(given) ?? []
        if (/Max-Age=0\b/i.test(given)) jar.delete(name)
        else jar.set(name, value)
      }
      return answer
    },
  }
}

export const owner = { email: 'owner@example.com', password: 'correct horse battery' }
/** For `startApp`: the first owner, without the set-up link. */
export const ownerEnv = { ADMIN_EMAIL: owner.email, ADMIN_PASSWORD: owner.password }

export const signedInVisitor = async (app: TestApp, who = owner): Promise<Visitor> => {
  const visitor = visit(app)
  const answer = await visitor.ask('/sign-in', { body: who })
  if (answer.status !== 200) throw new Error(answer.text)
  return visitor
}

export const firstAccountId = async (app: TestApp): Promise<string> =>
  (await ensureFirstAccount(app.database.sql)).id
