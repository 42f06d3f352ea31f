import { readFileSync } from 'node:fs'
import { ConfigError } from '../../config/config.ts'

/** `null` is no limit. Image requests over the allowance are never refused (docs/api.md, “Image caching and counting”). */
export type Plan = {
  name: string
  creditsPerMonth: number | null
  imageRequestsPerMonth: number | null
}
export type Plans = ReadonlyMap<string, Plan>

/** The first account's plan: who runs the server for themselves has no limits. */
export const unlimitedPlan: Plan = {
  name: 'unlimited',
  creditsPerMonth: null,
  imageRequestsPerMonth: null,
}

export const defaultPlanName = 'free'

const builtIn: Plan[] = [
  unlimitedPlan,
  { name: 'free', creditsPerMonth: 1_000, imageRequestsPerMonth: 100_000 },
  { name: 'starter', creditsPerMonth: 20_000, imageRequestsPerMonth: 1_000_000 },
  { name: 'growth', creditsPerMonth: 200_000, imageRequestsPerMonth: 10_000_000 },
]

/**
 * `PLANS_FILE`: `{"free": {"creditsPerMonth": 1000, "imageRequestsPerMonth": null}, …}`. It replaces
 * the built-in plans, except `unlimited`, which always exists.
 */
export const readPlans = (file: string | undefined): Plans => {
  const plans = file === undefined ? builtIn : [unlimitedPlan, ...parsePlans(file)]
  return new Map(plans.map(plan => [plan.name, plan]))
}

/** A plan that was taken out of the file leaves its accounts with nothing more to spend. */
export const planNamed = (plans: Plans, name: string): Plan =>
  plans.get(name) ?? { name, creditsPerMonth: 0, imageRequestsPerMonth: 0 }

const parsePlans = (file: string): Plan[] => {
  const refuse = (why: string) => new ConfigError([`PLANS_FILE ${file}: ${why}`])
  let parsed: unknown
  try {
    parsed = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw refuse(`cannot be read as JSON (${(error as Error).message}).`)
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw refuse('must hold one object with a member for each plan.')
  return Object.entries(parsed).map(([name, value]) => {
    const plan = (value ?? {}) as Record<string, unknown>
    const allowance = (field: string) => {
      const amount = plan[field]
      if (amount === null || (Number.isSafeInteger(amount) && (amount as number) >= 0))
        return amount as number | null
      throw refuse(`plan "${name}" needs ${field}: a whole number, or null for no limit.`)
    }
    return {
      name,
      creditsPerMonth: allowance('creditsPerMonth'),
      imageRequestsPerMonth: allowance('imageRequestsPerMonth'),
    }
  })
}
