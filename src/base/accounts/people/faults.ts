import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * better-auth says that it failed, and not of what: a database that is away would be a fault of
 * ours. What failed below it in a call is kept here for whoever made the call.
 */
const calls = new AsyncLocalStorage<{ fault?: unknown }>()

export const tellingFaults = async <T>(work: () => Promise<T>): Promise<T> => {
  const call: { fault?: unknown } = {}
  try {
    return await calls.run(call, work)
  } catch (error) {
    throw call.fault ?? error
  }
}

/** The same store; each of its operations notes what it fails of. */
export const notingFaults = <T extends object>(store: T): T =>
  new Proxy(store, {
    get(target, name) {
      const operation: unknown = Reflect.get(target, name)
      if (typeof operation !== 'function') return operation
      return async (...args: unknown[]) => {
        try {
          return await operation.apply(target, args)
        } catch (error) {
          const call = calls.getStore()
          if (call) call.fault = error
          throw error
        }
      }
    },
  })

/** better-auth's own answers have a status; anything else (a lost database) is not the person's. */
export const isRefusal = (error: unknown): boolean => {
  const status = Number(Object(error).statusCode)
  return status >= 400 && status < 500
}

/** The code by which better-auth names a refusal. */
export const refusalCode = (error: unknown): string => String(Object(Object(error).body).code)
