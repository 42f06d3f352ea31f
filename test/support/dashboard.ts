import { ensureFirstAccount } from '../../src/base/accounts/first-run.ts'
import { type ApiAnswer, type ApiInit, call, type TestApp } from './app.ts'

export type Visitor = {
  /** A request as the dashboard's own page sends it, with the cookies it was given so far. */
  ask(path: string, init?: ApiInit): Promise<ApiAnswer>
  cookie(): string
}

export const visit = ({ apiUrl }: Pick<TestApp, 'apiUrl'>): Visitor => {
  let cookie = ''
  return {
    cookie: () => cookie,
    async ask(path, init = {}) {
      const method = init.method ?? (init.body === undefined ? 'GET' : 'POST')
      const answer = await call(`${apiUrl}/dashboard/api${path}`, {
        ...init,
        method,
        headers: { origin: apiUrl, ...(cookie ? { cookie } : {}), ...init.headers },
      })
      const [given] = answer.headers.getSetCookie()
      if (given) cookie = given.split(';', 1)[0] ?? ''
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
