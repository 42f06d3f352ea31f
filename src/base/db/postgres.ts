import { createRequire, registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { type Changes, lateAnswers, lostConnections, sessions } from './postgres-changes.ts'

/**
 * postgres.js 3.4.9 with the changes of postgres-changes.ts. They are made while the module is
 * loaded: nothing is copied, no install step can be forgotten, and another version of the package
 * is refused.
 */
const changes: Changes = {}
for (const part of [lostConnections, lateAnswers, sessions])
  for (const [name, list] of Object.entries(part))
    changes[name] = [...(changes[name] ?? []), ...list]

const folder = new URL('.', import.meta.resolve('postgres')).href
const changed = new Set<string>()

const change = (name: string, source: string): string =>
  (changes[name] ?? []).reduce((text, { find, replace }) => {
    const [before, after, ...more] = text.split(find)
    if (after === undefined || more.length > 0)
      throw new Error(
        `postgres.js is not the version that src/base/db/postgres.ts was written for.`,
      )
    return `${before}${replace}${after}`
  }, source)

const hooks = registerHooks({
  load: (url, context, nextLoad) => {
    const loaded = nextLoad(url, context)
    const name = url.startsWith(folder) ? url.slice(folder.length) : ''
    if (!(name in changes)) return loaded
    changed.add(name)
    return { ...loaded, source: change(name, String(loaded.source)) }
  },
})
// As by `import`, but at once.
const { default: postgres } = createRequire(import.meta.url)(
  fileURLToPath(`${folder}index.js`),
) as {
  default: typeof import('postgres')
}
hooks.deregister()

if (changed.size < Object.keys(changes).length)
  throw new Error('postgres.js was imported before src/base/db/postgres.ts: import it from there.')

export { postgres }
