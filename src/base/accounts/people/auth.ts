import { betterAuth } from 'better-auth/minimal'
import type { Sql } from '../../db/sql.ts'
import { createAuthStore } from './auth-store.ts'
import { hashPassword, maxPasswordLength, minPasswordLength, verifyPassword } from './password.ts'

export type Auth = ReturnType<typeof createAuth>

/** A session ends after this time without a visit. */
const idleHours = 12

const dates = { createdAt: 'created_at', updatedAt: 'updated_at' }

/**
 * Sign-in and sessions by better-auth. Its own HTTP interface is not mounted: the dashboard's routes
 * call the few operations they need, so nothing else of it can be reached from outside.
 */
export const createAuth = (deps: { sql: Sql; secret: string; publicUrl: string }) => {
  // Browsers take a __Host- cookie only over https, and then from no other host or path.
  const secure = deps.publicUrl.startsWith('https:')
  return betterAuth({
    baseURL: deps.publicUrl,
    secret: deps.secret,
    database: createAuthStore(deps.sql),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength,
      maxPasswordLength,
      password: {
        hash: hashPassword,
        verify: ({ hash, password }) => verifyPassword(hash, password),
      },
    },
    user: { modelName: 'people', fields: { emailVerified: 'email_verified', ...dates } },
    session: {
      modelName: 'sessions',
      fields: {
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        userId: 'person_id',
        ...dates,
      },
      expiresIn: idleHours * 3_600,
      updateAge: 600,
    },
    account: {
      modelName: 'credentials',
      fields: {
        accountId: 'provider_account_id',
        providerId: 'provider_id',
        userId: 'person_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        ...dates,
      },
    },
    advanced: {
      // It would prefix every name with __Secure-; our own name says more.
      useSecureCookies: false,
      cookies: {
        session_token: {
          name: secure ? '__Host-siteray' : 'siteray',
          attributes: { secure, httpOnly: true, sameSite: 'lax', path: '/' },
        },
      },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
  })
}
