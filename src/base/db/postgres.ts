import { registerHooks } from 'node:module'

type Change = { find: string; replace: string }
type Changes = Record<string, readonly Change[]>

/**
 * postgres.js 3.4.9 with its handling of lost connections mended. As published, a connection that
 * drops within a transaction ends our whole process (a write to a socket that is null, thrown from
 * an immediate: porsager/postgres#1154, #1208), or leaves a connection in the pool that never
 * answers again, or lets the rest of a lost transaction run outside of it. We restart our database
 * when it dies, so this must hold. The changes are made while the module is loaded: nothing is
 * copied, no install step can be forgotten, and another version of the package is refused.
 */
const lostConnections: Changes = {
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
  'index.js': [
    // How the pool is doing, which it never tells.
    {
      find: `    get parameters() { return options.parameters },
`,
      replace: `    get parameters() { return options.parameters },
    load: () => ({
      max: options.max,
      open: options.max - closed.length - ended.length - connecting.length,
      busy: busy.length + full.length + reserved.length,
      waiting: queries.length
    }),
`,
    },
    // A transaction or a reserved connection that was lost stays lost.
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

/**
 * What a server that hangs needs: each query has a deadline (`answer_ms`), its time in line included,
 * and a connection whose answer is late is cut, since an answer that comes after all would be taken
 * for that of the next query. After a late one the server is suspect: the next has a third of the
 * time, and if it is late too, all connections are cut. Whatever is answered ends the suspicion.
 */
const lateAnswers: Changes = {
  'connection.js': [
    {
      find: `    connect(query) {
      initial = query
`,
      replace: `    drop,
    connect(query) {
      query.connection = connection
      initial = query
`,
    },
    {
      find: `      q.state = backend
`,
      replace: `      q.state = backend
      q.connection = connection
`,
    },
    {
      find: `    errored(Errors.connection('CONNECT_TIMEOUT', options, socket))
    socket.destroy()
  }
`,
      replace: `    error(Errors.connection('CONNECT_TIMEOUT', options, socket))
    socket.destroy()
  }

  function drop(err, forGood) {
    gone = gone || forGood
    errored(err)
    while (sent.length)
      queryError(sent.shift(), err)
    socket && socket.destroy()
  }
`,
    },
    {
      find: `  async function connect() {
    terminated = false
`,
      replace: `  async function connect() {
    if (gone)
      return
    terminated = false
`,
    },
    // It only ever ends a socket politely: a dead peer would keep it open.
    {
      find: `      socket.readyState === 'open' && socket.end(b().X().end())
`,
      replace: `      socket.readyState === 'open'
        ? (socket.end(b().X().end()), setTimeout(x => x.destroy(), 500, socket).unref())
        : socket.destroy()
`,
    },
  ],
  'index.js': [
    {
      find: `  let ending = false

`,
      replace: `  let ending = false
    , suspect = false

`,
    },
    {
      find: `      return query.reject(Errors.connection('CONNECTION_ENDED', options, options))

    if (open.length)
`,
      replace: `      return query.reject(Errors.connection('CONNECTION_ENDED', options, options))

    watch(query, options.answer_ms)
    if (open.length)
`,
    },
    {
      find: `        if (lost)
          return q.reject(lost)
`,
      replace: `        if (lost)
          return q.reject(lost)
        q.connection = c
        watch(q, patience)
`,
    },
    {
      find: `      , lost = null
      , prepare = null
`,
      replace: `      , lost = null
      , patience = sql.options.answer_ms
      , prepare = null
`,
    },
    {
      find: `    await Promise.all(connections.map(c => c.terminate()))
`,
      replace: `    const gone = Errors.connection('CONNECTION_DESTROYED', options)
    await Promise.all(connections.map(c => (c.drop(gone, true), c.terminate())))
`,
    },
    {
      find: `      sql.savepoint = savepoint
`,
      replace: `      sql.savepoint = savepoint
      sql.patience = ms => patience = ms
`,
    },
    {
      find: `  function json(x) {
    return new Parameter(x, 3802)
  }
`,
      replace: `  function watch(query, ms) {
    if (!ms)
      return
    // The second, short one: when this process itself was held up, the answer may lie there unread.
    let timer = setTimeout(() => timer = setTimeout(late, 100, query), suspect ? ms / 3 : ms)
    const { resolve, reject } = query
    query.resolve = x => (clearTimeout(timer), suspect = false, resolve(x))
    query.reject = x => (clearTimeout(timer), x instanceof PostgresError && (suspect = false), reject(x))
  }

  function late(query) {
    const error = Errors.connection('ANSWER_TIMEOUT', options, options)
    queries.remove(query)
    query.connection && query.connection.drop(error)
    query.reject(error)
    suspect && connections.forEach(c => c.queue !== closed && c.queue !== ended && c.drop(error))
    suspect = true
  }

  function json(x) {
    return new Parameter(x, 3802)
  }
`,
    },
  ],
}

/**
 * A pooler such as PgBouncer refuses start-up parameters it does not know, so what a session needs
 * is set by a statement (`setup`) before its first query. Where nothing is sent ahead (`max_pipeline:
 * 0`), a transaction still gets its connection. And with several hosts, an error is told once all of
 * them have been tried: as published it is swallowed and they are tried for ever.
 */
const sessions: Changes = {
  'connection.js': [
    {
      find: `&& sent.length < max_pipeline
        && (!q.options.onexecute || q.options.onexecute(connection))`,
      replace: `&& (!q.options.onexecute || q.options.onexecute(connection))
        && sent.length < max_pipeline`,
    },
    {
      find: `    , needsTypes = options.fetch_types
`,
      replace: `    , needsTypes = options.fetch_types
    , needsSetup = false
    , gone = false
`,
    },
    {
      find: `      statements = {}
      needsTypes = options.fetch_types
`,
      replace: `      statements = {}
      needsSetup = !!options.setup
      needsTypes = options.fetch_types
`,
    },
    {
      find: `      if (needsTypes) {
        initial.reserve && (initial = null)
`,
      replace: `      if (needsSetup) {
        needsSetup = false
        return void new Query([options.setup], [], execute, null, { simple: true }).catch(noop)
      }

      if (needsTypes) {
        initial.reserve && (initial = null)
`,
    },
    {
      find: `    if (connection.queue === queues.connecting && options.host[retries + 1])
      return

`,
      replace: `    if (connection.queue === queues.connecting && initial && options.host[retries + 1]) {
      retries++
      return
    }

    retries = 0
`,
    },
  ],
  'index.js': [
    {
      find: `    socket          : o.socket,
`,
      replace: `    socket          : o.socket,
    setup           : o.setup,
    answer_ms       : o.answer_ms,
`,
    },
  ],
}

const changes: Changes = {}
for (const [name, list] of [lostConnections, lateAnswers, sessions].flatMap(Object.entries))
  changes[name] = [...(changes[name] ?? []), ...list]

const folder = new URL('.', import.meta.resolve('postgres')).href
const changed = new Set<string>()

const change = (name: string, source: string): string =>
  (changes[name] ?? []).reduce((text, { find, replace }) => {
    const [before, after, ...more] = text.split(find)
    if (after === undefined || more.length > 0)
      throw new Error('postgres.js is not the version that src/base/db/postgres.ts is for.')
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
