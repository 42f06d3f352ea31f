import type { FastifyRequest } from 'fastify'
import { attemptOf, type People } from '../../base/accounts/people/people.ts'
import {
  confirmTwoStep,
  renewRecoveryCodes,
  startTwoStep,
  stopTwoStep,
} from '../../base/accounts/people/two-step.ts'
import type { HttpServer } from '../../base/http/server.ts'
import { answer } from './answer.ts'
import { sendCookies, signedInOf } from './guard.ts'
import { callerOf } from './sign-in-routes.ts'

/** The second step of one's own sign-in: on, off, and its recovery codes. */
export const twoStepRoutes = (server: HttpServer, { people }: { people: People }): void => {
  const asking = async (request: FastifyRequest) => {
    const by = signedInOf(request)
    const caller = callerOf(request)
    return { by, headers: caller.headers, attempt: await attemptOf(people, by, caller) }
  }

  answer(server, 'POST /two-step/start', async request =>
    startTwoStep(people, { ...(await asking(request)), ...request.body }),
  )

  answer(server, 'POST /two-step/confirm', async (request, reply) => {
    const { code } = request.body
    sendCookies(reply, await confirmTwoStep(people, { ...(await asking(request)), code }))
    return {}
  })

  answer(server, 'POST /two-step/recovery-codes', async request => {
    const asked = { ...(await asking(request)), ...request.body }
    return { recoveryCodes: await renewRecoveryCodes(people, asked) }
  })

  answer(server, 'POST /two-step/off', async (request, reply) => {
    const { password } = request.body
    sendCookies(reply, await stopTwoStep(people, { ...(await asking(request)), password }))
    return {}
  })
}
