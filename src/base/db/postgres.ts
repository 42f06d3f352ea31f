import { registerHooks } from 'node:module'

/**
 * postgres.js 3.4.9 with its handling of lost connections mended. As published, a connection that
 * drops within a transaction ends our whole process (a write to a socket that is null, thrown from
 * an immediate: porsager/postgres#1154, #1208), or leaves a connection in the pool that never
 * answers again, or lets the rest of a lost transaction run outside of it. We restart our database
 * when it dies, so this must hold. The changes are made while the module is loaded: nothing is
 * copied, no install step can be forgotten, and another version of the package is refused.
 */
const changes: Record<string, readonly { find: string; replace: string }[]> = {
  'connection.js': [
    {
      find: `    const x = socket.write(chunk, fn)
    nextWriteTimer !== null && clearImmediate(nextWriteTimer)
    chunk = nextWriteTimer = null
`,
      replace: `    const x = socket !== null && socket.write(chunk, fn)
    nextWriteTimer !== null && clearImmediate(nextWriteTimer)
    chunk = nextWriteTimer = null
    socket === null && error(Errors.connection('CONNECTION_CLOSED', options, socket))
`,
    },
    // What was waiting to be written belongs to the old socket, as do the queries in flight.
    {
      find: `    remaining = 0
    incomings = null
    clearImmediate(nextWriteTimer)
`,
      replace: `    remaining = 0
    incomings = null
    clearImmediate(nextWriteTimer)
    chunk = nextWriteTimer = null
`,
    },
    {
      find: `    !hadError && (query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))
`,
      replace: `    ;(query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))
    query = results = errorResponse = null
    result = new Result()
`,
    },
    // Lost while it was being opened: the query that opened it tries again by itself.
    {
      find: `        return fetchArrayTypes()
`,
      replace: `        return fetchArrayTypes().catch(noop)
`,
    },
    // Rows that are refused after the last of them was sent: as published, the writer waits for ever.
    {
      find: `    stream && (stream.destroy(err), stream = null)
`,
      replace: `    stream && (stream.destroy(err), stream = null)
    final && (final(err), final = null)
`,
    },
    {
      find: `    clearImmediate(nextWriteTimer)
    if (socket) {
`,
      replace: `    clearImmediate(nextWriteTimer)
    chunk = nextWriteTimer = null
    if (socket) {
`,
    },
  ],
  // A transaction or a reserved connection that was lost stays lost.
  'index.js': [
    {
      find: `        new Promise((_, reject) => connection.onclose = reject)
`,
      replace: `        new Promise((_, reject) => connection.onclose = e => reject(lost = e))
`,
    },
    {
      find: `      , connection
      , prepare = null
`,
      replace: `      , connection
      , lost = null
      , prepare = null
`,
    },
    {
      find: `        q.catch(e => uncaughtError || (uncaughtError = e))
`,
      replace: `        q.catch(e => uncaughtError || (uncaughtError = e))
        if (lost)
          return q.reject(lost)
`,
    },
    {
      find: `    move(c, reserved)
    c.reserved = () => queue.length
`,
      replace: `    let lost = null
    c.onclose = e => lost = e
    move(c, reserved)
    c.reserved = () => queue.length
`,
    },
    {
      find: `    sql.release = () => {
      c.reserved = null
`,
      replace: `    sql.release = () => {
      if (lost)
        return
      lost = Errors.connection('CONNECTION_ENDED', options, options)
      c.reserved = null
`,
    },
    {
      find: `    return sql

    function handler(q) {
      c.queue === full
        ? queue.push(q)
`,
      replace: `    return sql

    function handler(q) {
      lost
        ? q.reject(lost)
        : c.queue === full
        ? queue.push(q)
`,
    },
  ],
}

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
const { default: postgres } = await import('postgres')
hooks.deregister()

if (changed.size < Object.keys(changes).length)
  throw new Error('postgres.js was imported before src/base/db/postgres.ts: import it from there.')

export { postgres }
