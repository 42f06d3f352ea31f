import { betterAuth } from 'better-auth/minimal'
import { twoFactor } from 'better-auth/plugins/two-factor'
import type { Sql } from '../../db/sql.ts'
import { createAuthStore } from './auth-store.ts'
import { challengeCookie, cookieName, sessionCookie } from './cookies.ts'
import { hashPassword, maxPasswordLength, minPasswordLength, verifyPassword } from './password.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'

export type Auth = ReturnType<typeof createAuth>

/** A session ends after this time without a visit. */
const idleHours = 12

/** How long somebody who has given the password may take for the code. */
const codeMinutes = 10

const dates = { createdAt: 'created_at', updatedAt: 'updated_at' }

/**
 * Sign-in and sessions by better-auth. Its own HTTP interface is not mounted: the dashboard's routes
 * call the few operations they need, so nothing else of it can be reached from outside.
 */
export const createAuth = (deps: {
  sql: Sql
  secret: string
  publicUrl: string
  isSecure: boolean
}) => {
  const secure = deps.isSecure
  const attributes = { secure, httpOnly: true, sameSite: 'lax', path: '/' } as const
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
    verification: {
      modelName: 'verifications',
      fields: { expiresAt: 'expires_at', ...dates },
      storeIdentifier: 'hashed',
    },
    plugins: [
      twoFactor({
        issuer: 'Siteray',
        twoFactorCookieMaxAge: codeMinutes * 60,
        // Ours tells known browsers from others: nobody who has the password locks the person out.
        accountLockout: { enabled: false },
        backupCodeOptions: { customBackupCodesGenerate: makeRecoveryCodes },
        schema: {
          user: { fields: { twoFactorEnabled: 'two_step' } },
          twoFactor: {
            modelName: 'two_steps',
            fields: {
              userId: 'person_id',
              backupCodes: 'recovery_codes',
              failedVerificationCount: 'failed_count',
              lockedUntil: 'locked_until',
            },
          },
        },
      }),
    ],
    advanced: {
      // It would prefix every name with __Secure-; our own name says more.
      useSecureCookies: false,
      cookies: {
        session_token: { name: cookieName(secure, sessionCookie), attributes },
        two_factor: { name: cookieName(secure, challengeCookie), attributes },
      },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
  })
}
